/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Picture files. The libraries for PNG and JPEG are in the engine's module, which is loaded with the first picture. */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "controllers/lib/session.h"
#include "controllers/wire/image_module.h"

bool lo_ends_with(const char* name, const char* end) {
  const size_t name_size = name ? strlen(name) : 0, end_size = strlen(end);
  return name_size >= end_size && strcasecmp(name + name_size - end_size, end) == 0;
}

/* The module lies in the home, this library in lib/controller of it. */
static void* find(WbDeviceTag tag, const char* function, const char* symbol) {
  Dl_info self;
  char path[PATH_MAX];
  void* module = NULL;
  const char* slash = NULL;
  if (dladdr((void*)find, &self) && self.dli_fname) slash = strrchr(self.dli_fname, '/');
  const int folder = slash ? (int)(slash - self.dli_fname) : 0;
  if (slash &&
      snprintf(path, sizeof path, "%.*s/../../liblightsout_image.so", folder, self.dli_fname) < (int)sizeof path)
    module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* address = module ? dlsym(module, symbol) : NULL;
  if (!address) lo_warn(tag, function, "liblightsout_image.so, which reads and writes pictures, cannot be loaded");
  return address;
}

int lo_save_picture(WbDeviceTag tag, const char* function, const char* filename, int width, int height,
                    const unsigned char* bgra, bool with_alpha, int quality) {
  const bool is_png = lo_ends_with(filename, ".png");
  if (!is_png && !lo_ends_with(filename, ".jpg") && !lo_ends_with(filename, ".jpeg")) {
    lo_warn(tag, function, "the name of a picture ends with .png, .jpg or .jpeg: \"%s\" does not",
            filename ? filename : "");
    return -1;
  }
  if (!is_png && (quality < 1 || quality > 100)) {
    lo_warn(tag, function, "the quality %d is not in [1, 100]: nothing is written", quality);
    return -1;
  }
  void* address = find(tag, function, "lightsout_write_image");
  if (!address) return -1;
  lightsout_write_image_function* write_image;
  memcpy(&write_image, &address, sizeof address);
  char error[256];
  char* path = lo_absolute_path(filename);
  const bool written =
      path && write_image(path, width, height, bgra, with_alpha, is_png ? 0 : quality, error, sizeof error);
  if (!written) lo_warn(tag, function, "cannot write \"%s\": %s", filename, error);
  free(path);
  return written ? 0 : -1;
}

unsigned char* lo_load_picture(WbDeviceTag tag, const char* function, const char* filename, int* width, int* height) {
  void* address = find(tag, function, "lightsout_load_image");
  if (!address) return NULL;
  lightsout_load_image_function* load_image;
  memcpy(&load_image, &address, sizeof address);
  char error[256] = "no name";
  char* path = lo_absolute_path(filename);
  unsigned char* pixels = path ? load_image(path, width, height, error, sizeof error) : NULL;
  if (!pixels) lo_warn(tag, function, "cannot read \"%s\": %s", filename ? filename : "", error);
  free(path);
  return pixels;
}
