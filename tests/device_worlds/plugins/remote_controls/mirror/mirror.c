/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Stands for a real robot: its distance sensor and its radar tell how often it was asked for a step, its position
 * sensor where the motor was sent; it fails when its LED shows 13. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/remote_control.h>
#include <webots/robot.h>

static int period_of_eye, period_of_radar, period_of_camera, count, led, drawn;
static double sent;
static char last_word[64];
static bool writes;
static int ink;

static bool start(const char* argument) {
  count = led = 0;
  snprintf(last_word, sizeof last_word, "%s", argument ? argument : "");
  return strcmp(last_word, "unreachable") != 0;
}
static void stop(void) { strcpy(last_word, "stopped"); }
static bool has_failed(void) { return led == 13; }
static void stop_actuators(void) {}
static int step(int period) {
  (void)period;
  ++count;
  if (period_of_eye) wbr_distance_sensor_set_value(wb_robot_get_device("eye"), 1000 * period_of_eye + count);
  const WbRadarTarget targets[2] = {{1, 2, 3, 4}, {count, 6, 7, 8}};
  if (period_of_radar) wbr_radar_set_targets(wb_robot_get_device("radar"), targets, 2);
  wbr_motor_set_position_feedback(wb_robot_get_device("motor"), sent);
  if (period_of_camera) {
    const unsigned char image[8] = {1, 2, 3, 255, (unsigned char)count, 5, 6, 255};
    wbr_camera_set_image(wb_robot_get_device("camera"), image);
  }
  return 0;
}
static void* custom(void* argument) {
  if (argument) snprintf(last_word, sizeof last_word, "%s %06x", writes ? "writes" : "rests", (unsigned)ink);
  return last_word;
}
static void write(WbDeviceTag tag, bool on) {
  (void)tag;
  writes = on;
}
static void set_ink(WbDeviceTag tag, int color, double density) {
  (void)tag, (void)density;
  ink = color;
}
static void set_sampling_period(WbDeviceTag tag, int period) {
  if (tag == wb_robot_get_device("eye")) period_of_eye = period;
  if (tag == wb_robot_get_device("radar")) period_of_radar = period;
  if (tag == wb_robot_get_device("camera")) period_of_camera = period;
}
static void draw_line(WbDeviceTag tag, int x1, int y1, int x2, int y2) {
  (void)tag;
  drawn = 1000 * x1 + 100 * y1 + 10 * x2 + y2;
}
/* The picture is what was drawn last, in one pixel. */
static void save(WbDeviceTag tag, int id) {
  unsigned char image[4] = {(unsigned char)(drawn & 255), (unsigned char)(drawn >> 8), 0, 255};
  wbr_display_save_image(tag, id, 1, 1, image);
}
static void set_position(WbDeviceTag tag, double position) {
  (void)tag;
  sent = position;
}
static void set_velocity(WbDeviceTag tag, double velocity) { (void)tag, (void)velocity; }
static void set_led(WbDeviceTag tag, int value) {
  (void)tag;
  led = value;
}

bool wbr_init(WbrInterface* functions) {
  functions->mandatory.wbr_start = start;
  functions->mandatory.wbr_stop = stop;
  functions->mandatory.wbr_has_failed = has_failed;
  functions->mandatory.wbr_stop_actuators = stop_actuators;
  functions->mandatory.wbr_robot_step = step;
  functions->wbr_custom_function = custom;
  functions->wbr_set_sampling_period = set_sampling_period;
  functions->wbr_motor_set_position = set_position;
  functions->wbr_motor_set_velocity = set_velocity;
  functions->wbr_led_set = set_led;
  functions->wbr_pen_write = write;
  functions->wbr_pen_set_ink_color = set_ink;
  functions->wbr_display_draw_line = draw_line;
  functions->wbr_display_image_save = save;
  return true;
}

void wbr_cleanup(void) {}
