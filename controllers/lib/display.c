/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_display_*: what is drawn goes to the engine, which keeps the picture; it is drawn with the next step. */
#include "controllers/wire/display.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <webots/display.h>

#include "controllers/lib/remote.h"
#include "controllers/lib/remote_display.h"
#include "controllers/lib/session.h"

#define DISPLAY(tag) LO_STATE(lo_display_state, tag, DISPLAY)

/* A clipboard image that the engine has under this number. */
struct WbImageStructPrivate {
  struct WbImageStructPrivate* next;
  int32_t number; /* from 1 */
};

typedef struct {
  struct WbImageStructPrivate* first;
  int32_t last_number;
} lo_images;

static void free_images(void* memory) {
  lo_images* images = memory;
  while (images->first) {
    struct WbImageStructPrivate* image = images->first;
    images->first = image->next;
    free(image);
  }
}

static lo_images* images_of(WbDeviceTag tag) { return lo_private(tag, "images", sizeof(lo_images)); }

/* Where the list leads to it; NULL after a warning. */
static struct WbImageStructPrivate** find_image(WbDeviceTag tag, WbImageRef image, const char* function) {
  for (struct WbImageStructPrivate** at = &images_of(tag)->first; *at; at = &(*at)->next)
    if (*at == image) return at;
  lo_warn(tag, function, image ? "this is no image of the display, or it was deleted" : "there is no image");
  return NULL;
}

static WbImageRef new_image(WbDeviceTag tag) {
  lo_images* images = images_of(tag);
  if (!images->last_number) lo_at_close(free_images, images);
  struct WbImageStructPrivate* image = malloc(sizeof *image);
  if (!image) lo_out_of_memory();
  *image = (struct WbImageStructPrivate){images->first, ++images->last_number};
  images->first = image;
  return image;
}

static void tell(WbDeviceTag tag, const lo_display_command* command, const void* data, size_t size) {
  const WbrInterface* remote = lo_remote_functions();
  if (remote)
    lo_tell_remote_display(remote, tag, command, data, size);
  else
    lo_send(LO_MESSAGE_DISPLAY, tag, command, sizeof *command, data, (uint32_t)size);
  lo_touch(tag);
}

static bool fits_a_message(WbDeviceTag tag, uint64_t size, const char* function) {
  if (size < LO_MESSAGE_MAX_SIZE / 2) return true;
  lo_warn(tag, function, "%llu bytes are too many; ignored", (unsigned long long)size);
  return false;
}

int wb_display_get_width(WbDeviceTag tag) {
  const lo_display_state* display = DISPLAY(tag);
  return display ? display->width : -1;
}

int wb_display_get_height(WbDeviceTag tag) {
  const lo_display_state* display = DISPLAY(tag);
  return display ? display->height : -1;
}

void wb_display_set_color(WbDeviceTag tag, int color) {
  if (!DISPLAY(tag)) return;
  if (color < 0 || color > 0xffffff) {
    lo_warn(tag, __func__, "the colour %d is not in [0, 0xffffff]; ignored", color);
    return;
  }
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_COLOR, .numbers = {color}}, NULL, 0);
}

static void set_part(WbDeviceTag tag, int action, const char* name, double part, const char* function) {
  if (!lo_state_of(tag, LO_DEVICE_DISPLAY, function) || lo_is_nan(tag, function, name, part)) return;
  if (part < 0 || part > 1) {
    lo_warn(tag, function, "%s %g is not in [0, 1]; ignored", name, part);
    return;
  }
  tell(tag, &(lo_display_command){.action = action, .numbers = {(int32_t)(255 * part)}}, NULL, 0);
}

void wb_display_set_alpha(WbDeviceTag tag, double alpha) { set_part(tag, LO_DISPLAY_ALPHA, "alpha", alpha, __func__); }

void wb_display_set_opacity(WbDeviceTag tag, double opacity) {
  set_part(tag, LO_DISPLAY_OPACITY, "opacity", opacity, __func__);
}

void wb_display_set_font(WbDeviceTag tag, const char* font, int size, bool anti_aliasing) {
  if (!DISPLAY(tag)) return;
  if (size < 1 || size > 1000) {
    lo_warn(tag, __func__, "the size %d is not in [1, 1000]; ignored", size);
    return;
  }
  if (!font || !*font) {
    lo_warn(tag, __func__, "the font has no name; ignored");
    return;
  }
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_FONT, .numbers = {size}, .flag = anti_aliasing}, font,
       strlen(font));
}

void wb_display_draw_pixel(WbDeviceTag tag, int x, int y) {
  if (DISPLAY(tag)) tell(tag, &(lo_display_command){.action = LO_DISPLAY_PIXEL, .numbers = {x, y}}, NULL, 0);
}

void wb_display_draw_line(WbDeviceTag tag, int x1, int y1, int x2, int y2) {
  if (DISPLAY(tag)) tell(tag, &(lo_display_command){.action = LO_DISPLAY_LINE, .numbers = {x1, y1, x2, y2}}, NULL, 0);
}

static void draw_rectangle(WbDeviceTag tag, int x, int y, int width, int height, bool fill, const char* function) {
  if (!lo_state_of(tag, LO_DEVICE_DISPLAY, function)) return;
  if (width < 1 || height < 1) {
    lo_warn(tag, function, "a size of %d x %d; ignored", width, height);
    return;
  }
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_RECTANGLE, .numbers = {x, y, width, height}, .flag = fill}, NULL,
       0);
}

void wb_display_draw_rectangle(WbDeviceTag tag, int x, int y, int width, int height) {
  draw_rectangle(tag, x, y, width, height, false, __func__);
}

void wb_display_fill_rectangle(WbDeviceTag tag, int x, int y, int width, int height) {
  draw_rectangle(tag, x, y, width, height, true, __func__);
}

static void draw_oval(WbDeviceTag tag, int cx, int cy, int a, int b, bool fill, const char* function) {
  if (!lo_state_of(tag, LO_DEVICE_DISPLAY, function)) return;
  if (a < 1 || b < 1) {
    lo_warn(tag, function, "the radii %d and %d; ignored", a, b);
    return;
  }
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_OVAL, .numbers = {cx, cy, a, b}, .flag = fill}, NULL, 0);
}

void wb_display_draw_oval(WbDeviceTag tag, int cx, int cy, int a, int b) {
  draw_oval(tag, cx, cy, a, b, false, __func__);
}

void wb_display_fill_oval(WbDeviceTag tag, int cx, int cy, int a, int b) {
  draw_oval(tag, cx, cy, a, b, true, __func__);
}

static void draw_polygon(WbDeviceTag tag, const int* x, const int* y, int size, bool fill, const char* function) {
  if (!lo_state_of(tag, LO_DEVICE_DISPLAY, function)) return;
  if (!x || !y || size < 1) {
    lo_warn(tag, function, "there are no corners; ignored");
    return;
  }
  const size_t bytes = (size_t)size * sizeof *x;
  if (!fits_a_message(tag, 2 * bytes, function)) return;
  char* corners = malloc(2 * bytes);
  if (!corners) lo_out_of_memory();
  memcpy(corners, x, bytes);
  memcpy(corners + bytes, y, bytes);
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_POLYGON, .numbers = {size}, .flag = fill}, corners, 2 * bytes);
  free(corners);
}

void wb_display_draw_polygon(WbDeviceTag tag, const int* x, const int* y, int size) {
  draw_polygon(tag, x, y, size, false, __func__);
}

void wb_display_fill_polygon(WbDeviceTag tag, const int* x, const int* y, int size) {
  draw_polygon(tag, x, y, size, true, __func__);
}

void wb_display_draw_text(WbDeviceTag tag, const char* text, int x, int y) {
  if (!DISPLAY(tag) || !text || !fits_a_message(tag, strlen(text), __func__)) return;
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_TEXT, .numbers = {x, y}}, text, strlen(text));
}

static WbImageRef send_image(WbDeviceTag tag, int width, int height, const unsigned char* bgra) {
  const WbImageRef image = new_image(tag);
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_NEW, .image = image->number, .numbers = {width, height}}, bgra,
       4 * (size_t)width * (size_t)height);
  return image;
}

WbImageRef wb_display_image_new(WbDeviceTag tag, int width, int height, const void* data, int format) {
  /* Where blue, green, red and alpha are in a pixel. */
  static const int places[][4] = {[WB_IMAGE_RGB] = {2, 1, 0, -1},
                                  [WB_IMAGE_RGBA] = {2, 1, 0, 3},
                                  [WB_IMAGE_ARGB] = {3, 2, 1, 0},
                                  [WB_IMAGE_BGRA] = {0, 1, 2, 3},
                                  [WB_IMAGE_ABGR] = {1, 2, 3, 0}};
  if (!DISPLAY(tag)) return NULL;
  if (!data || width < 1 || height < 1 || format < WB_IMAGE_RGB || format > WB_IMAGE_ABGR) {
    lo_warn(tag, __func__, data ? "a size of %d x %d, or the format %d; ignored" : "there is no data; ignored", width,
            height, format);
    return NULL;
  }
  const uint64_t pixels = (uint64_t)width * (uint64_t)height;
  if (!fits_a_message(tag, 4 * pixels, __func__)) return NULL;
  unsigned char* bgra = malloc(4 * pixels);
  if (!bgra) lo_out_of_memory();
  const unsigned char* from = data;
  const int size = format == WB_IMAGE_RGB ? 3 : 4;
  for (uint64_t i = 0; i < pixels; ++i, from += size)
    for (int channel = 0; channel < 4; ++channel) {
      const int place = places[format][channel];
      bgra[4 * i + (uint64_t)channel] = place < 0 ? 255 : from[place];
    }
  const WbImageRef image = send_image(tag, width, height, bgra);
  free(bgra);
  return image;
}

WbImageRef wb_display_image_load(WbDeviceTag tag, const char* filename) {
  int width, height;
  if (!DISPLAY(tag)) return NULL;
  unsigned char* bgra = lo_load_picture(tag, __func__, filename, &width, &height);
  if (!bgra) return NULL;
  const WbImageRef image = fits_a_message(tag, 4 * (uint64_t)width * (uint64_t)height, __func__)
                               ? send_image(tag, width, height, bgra)
                               : NULL;
  free(bgra);
  return image;
}

WbImageRef wb_display_image_copy(WbDeviceTag tag, int x, int y, int width, int height) {
  if (!DISPLAY(tag)) return NULL;
  if (width < 1 || height < 1) {
    lo_warn(tag, __func__, "a size of %d x %d; ignored", width, height);
    return NULL;
  }
  if (!fits_a_message(tag, 4 * (uint64_t)width * (uint64_t)height, __func__)) return NULL;
  const WbImageRef image = new_image(tag);
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_COPY, .image = image->number, .numbers = {x, y, width, height}},
       NULL, 0);
  return image;
}

void wb_display_image_delete(WbDeviceTag tag, WbImageRef ir) {
  if (!DISPLAY(tag)) return;
  struct WbImageStructPrivate** at = find_image(tag, ir, __func__);
  if (!at) return;
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_DELETE, .image = ir->number}, NULL, 0);
  *at = ir->next;
  free(ir);
}

void wb_display_image_paste(WbDeviceTag tag, WbImageRef ir, int x, int y, bool blend) {
  if (!DISPLAY(tag) || !find_image(tag, ir, __func__)) return;
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_PASTE, .image = ir->number, .numbers = {x, y}, .flag = blend},
       NULL, 0);
}

void wb_display_image_save(WbDeviceTag tag, WbImageRef ir, const char* filename) {
  const int best_quality = 100;
  if (!DISPLAY(tag) || (ir && !find_image(tag, ir, __func__))) return;
  if (!filename) filename = "";
  if (lo_remote_functions()) {
    lo_save_remote_display(tag, ir ? ir->number : 0, filename);
    return;
  }
  const lo_display_command command = {.action = LO_DISPLAY_GET, .image = ir ? ir->number : 0};
  uint32_t size;
  const void* answer = lo_request(LO_MESSAGE_DISPLAY, tag, &command, sizeof command, NULL, 0, &size, __func__);
  lo_display_picture picture;
  if (!answer || size < sizeof picture) return;
  memcpy(&picture, answer, sizeof picture);
  if (picture.width < 1 || picture.height < 1 ||
      size < sizeof picture + 4 * (uint64_t)picture.width * (uint64_t)picture.height)
    return;
  lo_save_picture(tag, __func__, filename, picture.width, picture.height, (const unsigned char*)answer + sizeof picture,
                  true, best_quality);
}

/* The camera that the controller has attached; 0: none. */
static int32_t* camera_of(WbDeviceTag tag) { return lo_private(tag, "camera", sizeof(int32_t)); }

static void tell_camera(WbDeviceTag tag) {
  tell(tag, &(lo_display_command){.action = LO_DISPLAY_ATTACH, .numbers = {*camera_of(tag)}}, NULL, 0);
}

/* No camera: none any more. */
void wb_display_attach_camera(WbDeviceTag tag, WbDeviceTag camera_tag) {
  if (!DISPLAY(tag) || (camera_tag != 0 && !lo_state_of(camera_tag, LO_DEVICE_CAMERA, __func__))) return;
  if (camera_tag != 0 && *camera_of(tag) != 0) {
    lo_warn(tag, __func__, "a camera is already attached; ignored");
    return;
  }
  *camera_of(tag) = camera_tag;
  tell_camera(tag);
}

void wb_display_detach_camera(WbDeviceTag tag) {
  if (!DISPLAY(tag)) return;
  if (*camera_of(tag) == 0) {
    lo_warn(tag, __func__, "no camera is attached; ignored");
    return;
  }
  *camera_of(tag) = 0;
  tell_camera(tag);
}

/* The picture of the world's start shows nothing, the camera stays attached. */
void lo_reset_display(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)payload, (void)size;
  if (lo_peek_state(tag, LO_DEVICE_DISPLAY) && *camera_of(tag) != 0) tell_camera(tag);
}
