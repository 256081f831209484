/* wb_display_*: displays come with rendering, which the engine does not have. Every function answers as for a device
 * that the robot has not, after one warning. */
#include "controllers/include/webots/display.h"

#include <math.h>
#include <stddef.h>

#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void absent(WbDeviceTag tag) {
  lo_warn(tag, "wb_display",
          "the Display comes with rendering, which this version does not have; it answers as if absent");
}

int wb_display_get_width(WbDeviceTag tag) {
  absent(tag);
  return -1;
}
int wb_display_get_height(WbDeviceTag tag) {
  absent(tag);
  return -1;
}
void wb_display_set_color(WbDeviceTag tag, int color) { absent(tag); }
void wb_display_set_alpha(WbDeviceTag tag, double alpha) { absent(tag); }
void wb_display_set_opacity(WbDeviceTag tag, double opacity) { absent(tag); }
void wb_display_set_font(WbDeviceTag tag, const char* font, int size, bool anti_aliasing) { absent(tag); }
void wb_display_draw_pixel(WbDeviceTag tag, int x, int y) { absent(tag); }
void wb_display_draw_line(WbDeviceTag tag, int x1, int y1, int x2, int y2) { absent(tag); }
void wb_display_draw_rectangle(WbDeviceTag tag, int x, int y, int width, int height) { absent(tag); }
void wb_display_draw_oval(WbDeviceTag tag, int cx, int cy, int a, int b) { absent(tag); }
void wb_display_draw_polygon(WbDeviceTag tag, const int* x, const int* y, int size) { absent(tag); }
void wb_display_draw_text(WbDeviceTag tag, const char* text, int x, int y) { absent(tag); }
void wb_display_fill_rectangle(WbDeviceTag tag, int x, int y, int width, int height) { absent(tag); }
void wb_display_fill_oval(WbDeviceTag tag, int cx, int cy, int a, int b) { absent(tag); }
void wb_display_fill_polygon(WbDeviceTag tag, const int* x, const int* y, int size) { absent(tag); }
WbImageRef wb_display_image_new(WbDeviceTag tag, int width, int height, const void* data, int format) {
  absent(tag);
  return NULL;
}
WbImageRef wb_display_image_copy(WbDeviceTag tag, int x, int y, int width, int height) {
  absent(tag);
  return NULL;
}
WbImageRef wb_display_image_load(WbDeviceTag tag, const char* filename) {
  absent(tag);
  return NULL;
}
void wb_display_image_delete(WbDeviceTag tag, WbImageRef ir) { absent(tag); }
void wb_display_image_paste(WbDeviceTag tag, WbImageRef ir, int x, int y, bool blend) { absent(tag); }
void wb_display_image_save(WbDeviceTag tag, WbImageRef ir, const char* filename) { absent(tag); }
void wb_display_attach_camera(WbDeviceTag tag, WbDeviceTag camera_tag) { absent(tag); }
void wb_display_detach_camera(WbDeviceTag tag) { absent(tag); }
