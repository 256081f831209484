/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A display that is drawn on, saved, and painted with what was saved. */
#include <webots/display.h>

#include "../check.h"

/* A name is seen from the controller's folder, which inside the simulator's process is not the working directory. */
static size_t read_file(const char* name, char* bytes, size_t room) {
  char path[4096];
  snprintf(path, sizeof path, "%s/controllers/paint/%s", wb_robot_get_project_path(), name);
  FILE* file = fopen(path, "rb");
  const size_t size = file ? fread(bytes, 1, room, file) : 0;
  if (file) fclose(file);
  remove(path);
  return size;
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag display = device("display", WB_NODE_DISPLAY);
  CHECK(wb_display_get_width(display) == 32 && wb_display_get_height(display) == 24);
  wb_display_set_color(display, 0xff8000);
  wb_display_fill_oval(display, 16, 12, 9, 7);
  wb_display_set_color(display, 0x0000ff);
  wb_display_draw_rectangle(display, 1, 1, 30, 22);
  steps(1);
  wb_display_image_save(display, NULL, own_image("first"));

  /* Black again, and what was saved in its place: the same picture. */
  wb_display_set_color(display, 0);
  wb_display_fill_rectangle(display, 0, 0, 32, 24);
  const WbImageRef loaded = wb_display_image_load(display, own_image("first"));
  CHECK(loaded != NULL);
  wb_display_image_paste(display, loaded, 0, 0, false);
  wb_display_image_delete(display, loaded);
  wb_display_image_save(display, NULL, own_image("second"));

  /* Of a copy its own part. */
  const WbImageRef corner = wb_display_image_copy(display, 0, 0, 4, 4);
  wb_display_image_save(display, corner, own_image("corner"));
  steps(1);

  static char first[1 << 16], second[1 << 16];
  const size_t size = read_file(own_image("first"), first, sizeof first);
  CHECK(size > 50);
  CHECK(read_file(own_image("second"), second, sizeof second) == size && !memcmp(first, second, size));
  /* Width and height of a PNG, in bytes 16 to 23. */
  CHECK(read_file(own_image("corner"), second, sizeof second) > 24 && second[19] == 4 && second[23] == 4);
  return finish();
}
