/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The same program drives the simulated robot and, through the library "mirror", a real one. */
#include <webots/camera.h>
#include <webots/display.h>
#include <webots/distance_sensor.h>
#include <webots/led.h>
#include <webots/motor.h>
#include <webots/pen.h>
#include <webots/position_sensor.h>
#include <webots/radar.h>
#include <webots/receiver.h>
#include <webots/remote_control.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag eye = wb_robot_get_device("eye"), motor = wb_robot_get_device("motor");
  const WbDeviceTag angle = wb_robot_get_device("angle"), led = wb_robot_get_device("led");
  const WbDeviceTag radar = wb_robot_get_device("radar");
  wb_distance_sensor_enable(eye, STEP);
  wb_position_sensor_enable(angle, STEP);
  const WbDeviceTag pen = wb_robot_get_device("pen"), receiver = wb_robot_get_device("receiver");
  wb_radar_enable(radar, STEP);
  wb_receiver_enable(receiver, STEP);
  const WbDeviceTag camera = wb_robot_get_device("camera"), display = wb_robot_get_device("display");
  wb_camera_enable(camera, STEP);
  steps(2);
  NEAR(wb_distance_sensor_get_value(eye), 1000, 1e-6);
  NEAR(wb_position_sensor_get_value(angle), 0, 1e-12);

  wb_robot_set_mode(WB_MODE_REMOTE_CONTROL, "unreachable");
  CHECK(wb_robot_get_mode() == WB_MODE_SIMULATION);
  wb_robot_set_mode(WB_MODE_REMOTE_CONTROL, "192.168.0.1");
  CHECK(wb_robot_get_mode() == WB_MODE_REMOTE_CONTROL);
  SAME((const char*)wb_remote_control_custom_function(NULL), "192.168.0.1");
  wb_motor_set_position(motor, 0.75);
  steps(1);
  NEAR(wb_distance_sensor_get_value(eye), 10001, 0); /* 10 ms, first step */
  NEAR(wb_position_sensor_get_value(angle), 0.75, 0);
  CHECK(wb_distance_sensor_get_sampling_period(eye) == STEP);
  NEAR(wb_robot_get_time(), 0.03, 1e-12); /* simulated time goes on */
  CHECK(wb_radar_get_number_of_targets(radar) == 2);
  NEAR(wb_radar_get_target(radar, 1)->distance, 1, 0);
  NEAR(wb_radar_get_target(radar, 1)->azimuth, 8, 0);
  const unsigned char* image = wb_camera_get_image(camera);
  CHECK(image && wb_camera_image_get_red(image, 2, 0, 0) == 3 && wb_camera_image_get_blue(image, 2, 1, 0) == 1);
  wb_display_draw_line(display, 1, 2, 3, 4);
  const char* image_name = own_image("remote");
  wb_display_image_save(display, NULL, image_name);
  char saved[4096];
  snprintf(saved, sizeof saved, "%s/controllers/remote/%s", wb_robot_get_project_path(), image_name);
  CHECK(remove(saved) == 0);
  wb_distance_sensor_enable(eye, 2 * STEP);
  steps(1);
  NEAR(wb_distance_sensor_get_value(eye), 20002, 0);
  SAME((const char*)wb_remote_control_custom_function(&failures), "rests 000000");
  wb_pen_set_ink_color(pen, 0x0000ff, 1);
  wb_pen_write(pen, true);
  steps(1);
  SAME((const char*)wb_remote_control_custom_function(&failures), "writes 0000ff");
  /* Packets come from the simulated world all the same. */
  while (wb_receiver_get_queue_length(receiver) > 0) wb_receiver_next_packet(receiver);
  steps(3);
  CHECK(wb_receiver_get_queue_length(receiver) == 3);

  wb_robot_set_mode(WB_MODE_SIMULATION, NULL);
  CHECK(wb_robot_get_mode() == WB_MODE_SIMULATION);
  SAME((const char*)wb_remote_control_custom_function(NULL), "stopped");
  steps(3);
  NEAR(wb_distance_sensor_get_value(eye), 1000, 1e-6);
  CHECK(wb_radar_get_number_of_targets(radar) == 1);
  NEAR(wb_radar_get_target(radar, 0)->distance, 1.5, 1e-9);
  NEAR(wb_position_sensor_get_value(angle), 0, 1e-12); /* the simulated motor never heard of it */

  wb_robot_set_mode(WB_MODE_REMOTE_CONTROL, NULL);
  wb_led_set(led, 13);
  steps(1); /* the real robot fails: back to the simulated one */
  CHECK(wb_robot_get_mode() == WB_MODE_SIMULATION);
  return finish();
}
