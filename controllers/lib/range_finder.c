/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_range_finder_*: what the world says of a range finder, and its images, which lie where the engine has written
 * them.
 */
#include "controllers/wire/range_finder.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <webots/range_finder.h>

#include "controllers/lib/session.h"

#define RANGE_FINDER(tag) LO_STATE(lo_range_finder_state, tag, RANGE_FINDER)

static size_t pixels_of(const lo_range_finder_state* finder) {
  return finder->width > 0 && finder->height > 0 ? (size_t)finder->width * (size_t)finder->height : 0;
}

/* The last one, also of a range finder that is disabled. */
static const float* last_image(const lo_range_finder_state* finder) {
  return lo_bulk_data(&finder->image, sizeof(float) * pixels_of(finder));
}

static const float* image_of(WbDeviceTag tag, const char* function) {
  const lo_range_finder_state* finder = lo_state_of(tag, LO_DEVICE_RANGE_FINDER, function);
  if (!finder) return NULL;
  if (!finder->sensor.period_ms)
    lo_warn(tag, function, "the range finder is not enabled; wb_range_finder_enable() gives it a sampling period");
  return last_image(finder);
}

const float* wb_range_finder_get_range_image(WbDeviceTag tag) { return image_of(tag, __func__); }
const float* wb_range_finder_get_image(WbDeviceTag tag) { return image_of(tag, __func__); }

/* What a file holds of a depth, from 0 to 1 (range_finder.c of R2025a): not in full at the end of the range. */
static double part_of(const lo_range_finder_state* finder, float depth) {
  const double part = (depth - finder->min_range) / finder->max_range;
  return part > 0 ? fmin(part, 1) : 0;
}

/* Radiance's format: a head, then each pixel as three mantissas and a common exponent, all grey. */
static bool write_hdr(FILE* file, const lo_range_finder_state* finder, const float* image) {
  fprintf(file, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", finder->height, finder->width);
  const size_t count = pixels_of(finder);
  for (size_t i = 0; i < count; ++i) {
    unsigned char pixel[4] = {0};
    const float part = (float)part_of(finder, image[i]);
    int exponent;
    const float mantissa = frexpf(part, &exponent); /* in [0.5, 1) */
    if (part > 1e-32f) {
      memset(pixel, (int)(mantissa * 256), 3);
      pixel[3] = (unsigned char)(exponent + 128);
    }
    fwrite(pixel, 1, sizeof pixel, file);
  }
  return fclose(file) == 0;
}

static int save_grey(WbDeviceTag tag, const lo_range_finder_state* finder, const float* image, const char* filename,
                     int quality, const char* function) {
  const size_t count = pixels_of(finder);
  unsigned char* bgra = malloc(4 * count);
  if (!bgra) lo_out_of_memory();
  for (size_t i = 0; i < count; ++i) {
    memset(bgra + 4 * i, (int)(255 * part_of(finder, image[i])), 3);
    bgra[4 * i + 3] = 255;
  }
  const int result = lo_save_picture(tag, function, filename, finder->width, finder->height, bgra, false, quality);
  free(bgra);
  return result;
}

int wb_range_finder_save_image(WbDeviceTag tag, const char* filename, int quality) {
  const lo_range_finder_state* finder = RANGE_FINDER(tag);
  const float* image = finder ? last_image(finder) : NULL;
  if (!image) {
    if (finder) lo_warn(tag, __func__, "there is no image to save");
    return -1;
  }
  const bool is_hdr = lo_ends_with(filename, ".hdr");
  if (!is_hdr && !lo_ends_with(filename, ".png") && !lo_ends_with(filename, ".jpg") &&
      !lo_ends_with(filename, ".jpeg")) {
    lo_warn(tag, __func__, "the name of a range image ends with .hdr, .png, .jpg or .jpeg: \"%s\" does not",
            filename ? filename : "");
    return -1;
  }
  if (!is_hdr) return save_grey(tag, finder, image, filename, quality, __func__);
  char* path = lo_absolute_path(filename);
  FILE* file = path ? fopen(path, "wb") : NULL;
  free(path);
  if (file && write_hdr(file, finder, image)) return 0;
  lo_warn(tag, __func__, "cannot write \"%s\"", filename);
  return -1;
}

#define RANGE_FINDER_GETTER(type, function, value, absent)   \
  type function(WbDeviceTag tag) {                           \
    const lo_range_finder_state* finder = RANGE_FINDER(tag); \
    return finder ? (type)(value) : (type)(absent);          \
  }

RANGE_FINDER_GETTER(int, wb_range_finder_get_width, finder->width, -1)
RANGE_FINDER_GETTER(int, wb_range_finder_get_height, finder->height, -1)
RANGE_FINDER_GETTER(double, wb_range_finder_get_fov, finder->fov, NAN)
RANGE_FINDER_GETTER(double, wb_range_finder_get_min_range, finder->min_range, NAN)
RANGE_FINDER_GETTER(double, wb_range_finder_get_max_range, finder->max_range, NAN)
