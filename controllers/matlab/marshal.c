/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The module: finds the function that is called, and turns values of MATLAB and Octave into those of C. */
#include "marshal.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* controllers/lib/interrupt.h, for whom the sources of the module are all that there is. */
void lo_hurry_by_signals(bool here);
int lo_signal_has_come(void);
void lo_ask_runtime(int (*gives_up)(void));
bool lo_gave_up(void);
void lo_forget_given_up(void);

static const lo_call* current; /* that is being called */

void lo_refuse(const char* name, const char* what) {
  mexErrMsgIdAndTxt("lightsout:argument", "%s: %s %s", current->usage, name, what);
}

double lo_number(const mxArray* value, const char* name) {
  if (!(mxIsNumeric(value) || mxIsLogical(value) || mxIsChar(value)) || mxGetNumberOfElements(value) < 1)
    lo_refuse(name, "is no number");
  return mxGetScalar(value);
}

int lo_whole(const mxArray* value, const char* name) {
  const double number = lo_number(value, name);
  if (!(number >= INT_MIN && number <= UINT_MAX)) lo_refuse(name, "is no whole number that C has");
  return (int)(int64_t)number;
}

bool lo_truth(const mxArray* value, const char* name) { return lo_number(value, name) != 0; }

WbDeviceTag lo_tag(const mxArray* value, const char* name) {
  if (mxGetNumberOfElements(value) == 0) return 0;
  const double number = lo_number(value, name);
  if (!(number >= 0 && number <= USHRT_MAX)) lo_refuse(name, "is no device: wb_robot_get_device(name) answers one");
  return (WbDeviceTag)number;
}

/* Addresses of today's machines have 48 bits, a number 53. */
void* lo_handle(const mxArray* value, const char* name) {
  if (mxGetNumberOfElements(value) == 0) return NULL;
  const double number = lo_number(value, name);
  if (!(number >= 0 && number < 281474976710656.0)) lo_refuse(name, "is no node, field, image or motion");
  return (void*)(intptr_t)number;
}

const char* lo_text(const mxArray* value, const char* name) {
  if (mxIsClass(value, "string")) {
    mxArray *in = (mxArray*)value, *out = NULL;
    mexCallMATLAB(1, &out, 1, &in, "char");
    value = out;
  }
  if (!mxIsChar(value)) {
    if (mxGetNumberOfElements(value) > 0) lo_refuse(name, "is no text");
    return NULL;
  }
  return mxArrayToString(value);
}

const double* lo_numbers(const mxArray* value, const char* name, int count) {
  if (!mxIsNumeric(value) || mxGetNumberOfElements(value) < (size_t)count) {
    char what[64];
    snprintf(what, sizeof what, "is no array of %d numbers", count);
    lo_refuse(name, what);
  }
  if (mxIsDouble(value)) return mxGetPr(value);
  mxArray *in = (mxArray*)value, *out = NULL;
  mexCallMATLAB(1, &out, 1, &in, "double");
  return mxGetPr(out);
}

int lo_color(const mxArray* value, const char* name) {
  if (mxGetNumberOfElements(value) == 1) return lo_whole(value, name);
  const double* parts = lo_numbers(value, name, 3);
  int color = 0;
  for (int i = 0; i < 3; ++i) {
    if (!(parts[i] >= 0 && parts[i] <= 1)) lo_refuse(name, "is no colour: [red green blue], each from 0 to 1");
    color = color << 8 | (int)(255 * parts[i]);
  }
  return color;
}

const int* lo_wholes(const mxArray* value, const char* name, int* count) {
  *count = (int)mxGetNumberOfElements(value);
  const double* numbers = lo_numbers(value, name, 0);
  int* wholes = mxMalloc(((size_t)*count + 1) * sizeof *wholes);
  for (int i = 0; i < *count; ++i) wholes[i] = (int)numbers[i];
  return wholes;
}

const void* lo_bytes(const mxArray* value, const char* name, int* size) {
  const size_t bytes = mxGetNumberOfElements(value) * (mxIsChar(value) ? 1 : mxGetElementSize(value));
  if (!(mxIsNumeric(value) || mxIsChar(value) || mxIsLogical(value)) || bytes > INT_MAX)
    lo_refuse(name, "is no array of numbers");
  *size = (int)bytes;
  return mxIsChar(value) ? mxArrayToString(value) : mxGetData(value);
}

mxArray* lo_doubles(const double* values, int rows, int columns) {
  mxArray* array = mxCreateDoubleMatrix(values ? (mwSize)rows : 0, values ? (mwSize)columns : 0, mxREAL);
  if (values) memcpy(mxGetPr(array), values, (size_t)rows * (size_t)columns * sizeof *values);
  return array;
}

mxArray* lo_string(const char* text, bool is_owned) {
  mxArray* array = mxCreateString(text ? text : "");
  if (is_owned) free((void*)text);
  return array;
}

mxArray* lo_reference(const void* handle) { return mxCreateDoubleScalar((double)(intptr_t)handle); }

mxArray* lo_table(const double* values, int columns, int rows) {
  if (!values) return lo_doubles(NULL, 0, 0);
  mxArray* array = mxCreateDoubleMatrix((mwSize)rows, (mwSize)columns, mxREAL);
  double* to = mxGetPr(array);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) to[column * rows + row] = *values++;
  return array;
}

mxArray* lo_ranges(const float* values, int columns, int rows) {
  const mwSize size[] = {values ? (mwSize)rows : 0, values ? (mwSize)columns : 0};
  mxArray* array = mxCreateNumericArray(2, size, mxSINGLE_CLASS, mxREAL);
  float* to = mxGetData(array);
  for (int row = 0; values && row < rows; ++row)
    for (int column = 0; column < columns; ++column) to[(size_t)column * (size_t)rows + (size_t)row] = *values++;
  return array;
}

mxArray* lo_image(const unsigned char* pixels, int columns, int rows) {
  if (!pixels) return lo_doubles(NULL, 0, 0);
  const mwSize size[] = {(mwSize)rows, (mwSize)columns, 3};
  mxArray* array = mxCreateNumericArray(3, size, mxUINT8_CLASS, mxREAL);
  unsigned char* to = mxGetData(array);
  const size_t plane = (size_t)rows * (size_t)columns;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column, pixels += 4)
      for (int part = 0; part < 3; ++part)
        to[(size_t)part * plane + (size_t)column * (size_t)rows + (size_t)row] = pixels[2 - part];
  return array;
}

static int compare(const void* name, const void* call) { return strcmp(name, ((const lo_call*)call)->name); }

/* lightsout_call(name, arguments...) */
void mexFunction(int result_count, mxArray* results[], int count, const mxArray* in[]) {
  (void)result_count;
  if (!mexIsLocked()) {
    mexLock();                 /* `clear all` leaves it */
    lo_hurry_by_signals(true); /* Octave has a thread that only waits for them */
    lo_ask_runtime(lo_signal_has_come);
  }
  const char* name = count > 0 && mxIsChar(in[0]) ? mxArrayToString(in[0]) : "";
  const lo_call* call = bsearch(name, lo_calls, (size_t)lo_call_count, sizeof *lo_calls, compare);
  if (!call) mexErrMsgIdAndTxt("lightsout:function", "the API has no function \"%s\"", name);
  current = call;
  --count;
  if (count < call->least || count > call->most)
    mexErrMsgIdAndTxt("lightsout:arguments", "%s: called with %d argument%s", call->usage, count,
                      count == 1 ? "" : "s");
  lo_forget_given_up();
  mxArray* result = call->call(in + 1, count);
  if (lo_gave_up()) mexErrMsgIdAndTxt("lightsout:interrupted", "interrupted by a signal");
  if (result) results[0] = result;
}
