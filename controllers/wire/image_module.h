/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What the module with libpng and libjpeg gives C: the controllers' library finds it by name. Pixels are four bytes B,
 * G, R, A, row by row from the top left. What went wrong is written as text with its NUL. */
#ifndef LIGHTSOUT_WIRE_IMAGE_MODULE_H
#define LIGHTSOUT_WIRE_IMAGE_MODULE_H

#include <stdbool.h>
#include <stddef.h>

/* "lightsout_write_image"; quality 0: PNG, else 1 to 100: JPEG, which has no alpha. */
typedef bool lightsout_write_image_function(const char* path, int width, int height, const unsigned char* bgra,
                                            bool with_alpha, int quality, char* error, size_t error_size);
/* "lightsout_load_image"; by malloc, NULL: it cannot be read. */
typedef unsigned char* lightsout_load_image_function(const char* path, int* width, int* height, char* error,
                                                     size_t error_size);

#endif
