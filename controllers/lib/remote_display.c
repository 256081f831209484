/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A display while the robot is remote: what is drawn goes to the remote control library, and what is saved comes from
 * it. */
#include "controllers/lib/remote_display.h"

#include <stdlib.h>
#include <string.h>
#include <webots/display.h>

#include "controllers/lib/remote.h"
#include "controllers/lib/session.h"

/* A function that the library leaves out although the controller needs it is told once. */
#define CALL(function, ...)                                                                      \
  do {                                                                                           \
    if (functions->function)                                                                     \
      functions->function(__VA_ARGS__);                                                          \
    else                                                                                         \
      lo_warn(tag, "wb_display", "the remote control library has no " #function "(); left out"); \
  } while (0)

static void draw_polygon(const WbrInterface* functions, WbDeviceTag tag, const lo_display_command* command,
                         const void* data) {
  const int* x = data;
  const int count = command->numbers[0];
  if (command->flag)
    CALL(wbr_display_fill_polygon, tag, x, x + count, count);
  else
    CALL(wbr_display_draw_polygon, tag, x, x + count, count);
}

static void draw_text(const WbrInterface* functions, WbDeviceTag tag, const lo_display_command* command,
                      const void* data, size_t size) {
  char* text = malloc(size + 1);
  if (!text) lo_out_of_memory();
  memcpy(text, data, size);
  text[size] = 0;
  CALL(wbr_display_draw_text, tag, text, command->numbers[0], command->numbers[1]);
  free(text);
}

void lo_tell_remote_display(const WbrInterface* functions, WbDeviceTag tag, const lo_display_command* command,
                            const void* data, size_t size) {
  const int32_t* n = command->numbers;
  switch (command->action) {
    case LO_DISPLAY_COLOR:
      CALL(wbr_display_set_color, tag, n[0]);
      break;
    case LO_DISPLAY_ALPHA:
      CALL(wbr_display_set_alpha, tag, n[0] / 255.0);
      break;
    case LO_DISPLAY_OPACITY:
      CALL(wbr_display_set_opacity, tag, n[0] / 255.0);
      break;
    case LO_DISPLAY_PIXEL:
      CALL(wbr_display_draw_pixel, tag, n[0], n[1]);
      break;
    case LO_DISPLAY_LINE:
      CALL(wbr_display_draw_line, tag, n[0], n[1], n[2], n[3]);
      break;
    case LO_DISPLAY_RECTANGLE:
      if (command->flag)
        CALL(wbr_display_fill_rectangle, tag, n[0], n[1], n[2], n[3]);
      else
        CALL(wbr_display_draw_rectangle, tag, n[0], n[1], n[2], n[3]);
      break;
    case LO_DISPLAY_OVAL:
      if (command->flag)
        CALL(wbr_display_fill_oval, tag, n[0], n[1], n[2], n[3]);
      else
        CALL(wbr_display_draw_oval, tag, n[0], n[1], n[2], n[3]);
      break;
    case LO_DISPLAY_POLYGON:
      draw_polygon(functions, tag, command, data);
      break;
    case LO_DISPLAY_TEXT:
      draw_text(functions, tag, command, data, size);
      break;
    case LO_DISPLAY_NEW:
      CALL(wbr_display_image_new, tag, command->image, n[0], n[1], data, WB_IMAGE_BGRA);
      break;
    case LO_DISPLAY_COPY:
      CALL(wbr_display_image_copy, tag, command->image, n[0], n[1], n[2], n[3]);
      break;
    case LO_DISPLAY_PASTE:
      CALL(wbr_display_image_paste, tag, command->image, n[0], n[1]);
      break;
    case LO_DISPLAY_DELETE:
      CALL(wbr_display_image_delete, tag, command->image);
      break;
    default:
      lo_warn(tag, "wb_display", "the remote control library is not told of fonts and attached cameras");
  }
}

/* One file at a time: the library answers before the next is asked for, or not at all. */
void lo_save_remote_display(WbDeviceTag tag, int id, const char* filename) {
  const WbrInterface* functions = lo_remote_functions();
  lo_keep_text(tag, "file of the display", filename, strlen(filename));
  CALL(wbr_display_image_save, tag, id);
}

void wbr_display_save_image(WbDeviceTag tag, int id, int width, int height, unsigned char* image) {
  const int best_quality = 100;
  const char* filename = lo_kept_text(tag, "file of the display");
  (void)id;
  if (!image || width < 1 || height < 1 || !filename || !*filename) {
    lo_warn(tag, __func__, "no image was asked for; ignored");
    return;
  }
  lo_save_picture(tag, __func__, filename, width, height, image, true, best_quality);
}
