/* wb_display_*: its size. What is drawn is not shown, and images of it are none, after one warning: that comes with
 * rendering, which the engine does not have. */
#include "controllers/wire/display.h"

#include <stddef.h>

#include "controllers/include/webots/display.h"
#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define DISPLAY(tag) LO_STATE(lo_display_state, tag, DISPLAY)

/* One warning per display, whichever function is called first. */
static void draws(WbDeviceTag tag, const char* function) {
  if (lo_state_of(tag, LO_DEVICE_DISPLAY, function))
    lo_warn(tag, "wb_display", "displays come with rendering, which this version does not have: nothing is shown");
}

int wb_display_get_width(WbDeviceTag tag) {
  const lo_display_state* display = DISPLAY(tag);
  return display ? display->width : -1;
}

int wb_display_get_height(WbDeviceTag tag) {
  const lo_display_state* display = DISPLAY(tag);
  return display ? display->height : -1;
}

void wb_display_set_color(WbDeviceTag tag, int color) { draws(tag, __func__); }
void wb_display_set_alpha(WbDeviceTag tag, double alpha) { draws(tag, __func__); }
void wb_display_set_opacity(WbDeviceTag tag, double opacity) { draws(tag, __func__); }
void wb_display_set_font(WbDeviceTag tag, const char* font, int size, bool anti_aliasing) { draws(tag, __func__); }
void wb_display_draw_pixel(WbDeviceTag tag, int x, int y) { draws(tag, __func__); }
void wb_display_draw_line(WbDeviceTag tag, int x1, int y1, int x2, int y2) { draws(tag, __func__); }
void wb_display_draw_rectangle(WbDeviceTag tag, int x, int y, int width, int height) { draws(tag, __func__); }
void wb_display_draw_oval(WbDeviceTag tag, int cx, int cy, int a, int b) { draws(tag, __func__); }
void wb_display_draw_polygon(WbDeviceTag tag, const int* x, const int* y, int size) { draws(tag, __func__); }
void wb_display_draw_text(WbDeviceTag tag, const char* text, int x, int y) { draws(tag, __func__); }
void wb_display_fill_rectangle(WbDeviceTag tag, int x, int y, int width, int height) { draws(tag, __func__); }
void wb_display_fill_oval(WbDeviceTag tag, int cx, int cy, int a, int b) { draws(tag, __func__); }
void wb_display_fill_polygon(WbDeviceTag tag, const int* x, const int* y, int size) { draws(tag, __func__); }
WbImageRef wb_display_image_new(WbDeviceTag tag, int width, int height, const void* data, int format) {
  draws(tag, __func__);
  return NULL;
}
WbImageRef wb_display_image_copy(WbDeviceTag tag, int x, int y, int width, int height) {
  draws(tag, __func__);
  return NULL;
}
WbImageRef wb_display_image_load(WbDeviceTag tag, const char* filename) {
  draws(tag, __func__);
  return NULL;
}
void wb_display_image_delete(WbDeviceTag tag, WbImageRef ir) { draws(tag, __func__); }
void wb_display_image_paste(WbDeviceTag tag, WbImageRef ir, int x, int y, bool blend) { draws(tag, __func__); }
void wb_display_image_save(WbDeviceTag tag, WbImageRef ir, const char* filename) { draws(tag, __func__); }
void wb_display_attach_camera(WbDeviceTag tag, WbDeviceTag camera_tag) { draws(tag, __func__); }
void wb_display_detach_camera(WbDeviceTag tag) { draws(tag, __func__); }
