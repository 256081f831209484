// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
/* Values between the module and C. Whatever is wrong with an argument ends the call with an error that names function
 * and argument. Internal. */
#ifndef LIGHTSOUT_MATLAB_MARSHAL_H
#define LIGHTSOUT_MATLAB_MARSHAL_H

#include <mex.h>
#include <stdbool.h>
#include <webots/types.h>

typedef struct {
  const char* name;
  mxArray* (*call)(const mxArray* const* in, int count); /* NULL: it answers nothing */
  const char* usage;
  int least, most; /* arguments */
} lo_call;

/* In the order of names. */
extern const lo_call lo_calls[];
extern const int lo_call_count;

double lo_number(const mxArray* value, const char* name);
int lo_whole(const mxArray* value, const char* name);
bool lo_truth(const mxArray* value, const char* name);
WbDeviceTag lo_tag(const mxArray* value, const char* name);
/* Handles are numbers; 0 and [] are none. */
void* lo_handle(const mxArray* value, const char* name);
/* Freed when the call ends; NULL for []. */
const char* lo_text(const mxArray* value, const char* name);
/* At least so many. */
const double* lo_numbers(const mxArray* value, const char* name, int count);
/* 0xRRGGBB, or three numbers from 0 to 1. */
int lo_color(const mxArray* value, const char* name);
/* All numbers, cut to whole ones. */
const int* lo_wholes(const mxArray* value, const char* name, int* count);
/* The memory of an array of numbers or characters: of characters a byte each. */
const void* lo_bytes(const mxArray* value, const char* name, int* size);
/* Ends the call. */
void lo_refuse(const char* name, const char* what);

/* NULL becomes []. */
mxArray* lo_doubles(const double* values, int rows, int columns);
mxArray* lo_string(const char* text, bool is_owned);
mxArray* lo_reference(const void* handle);
/* Rows of C are rows of the matrix. */
mxArray* lo_table(const double* values, int columns, int rows);
mxArray* lo_ranges(const float* values, int columns, int rows);
/* Rows of pixels B, G, R, A become an array of rows, columns, and R, G, B. */
mxArray* lo_image(const unsigned char* pixels, int columns, int rows);

#endif
