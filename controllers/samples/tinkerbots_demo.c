/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What robots of Tinkerbots bricks do where no controller is named: their lamps shine, each motor swings within its
 * range, one without a range turns. Each has a rhythm of its own, the same in every run. */
#include <math.h>
#include <string.h>
#include <webots/device.h>
#include <webots/led.h>
#include <webots/motor.h>
#include <webots/robot.h>

enum { most_motors = 256 };

int main(void) {
  wb_robot_init();
  WbDeviceTag motors[most_motors];
  int count = 0;
  for (int i = 0; i < wb_robot_get_number_of_devices(); ++i) {
    const WbDeviceTag device = wb_robot_get_device_by_index(i);
    const WbNodeType type = wb_device_get_node_type(device);
    if (type == WB_NODE_LED) wb_led_set(device, 0x00FF00);
    if (type == WB_NODE_ROTATIONAL_MOTOR && count < most_motors) motors[count++] = device;
  }
  const int step = (int)wb_robot_get_basic_time_step();
  while (wb_robot_step(step) != -1) {
    const double time = wb_robot_get_time();
    for (int i = 0; i < count; ++i) {
      const double low = wb_motor_get_min_position(motors[i]), high = wb_motor_get_max_position(motors[i]);
      /* Fingers of a grabber open and close together. */
      const int fingers = strstr(wb_device_get_name(motors[i]), "finger") != NULL;
      if (low < high) {
        const double rhythm = fingers ? 1 : 0.5 + 0.2 * (i % 6);
        wb_motor_set_position(motors[i], low + (high - low) * (0.5 + 0.4 * sin(rhythm * time)));
      } else {
        wb_motor_set_position(motors[i], INFINITY);
        wb_motor_set_velocity(motors[i], 0.3 * wb_motor_get_max_velocity(motors[i]));
      }
    }
  }
  wb_robot_cleanup();
  return 0;
}
