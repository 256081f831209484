/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Moves a belt: conveyor_belt SPEED [SECONDS]. In m/s along the belt, for so many seconds; for ever if they are 0 or
 * left out. */
#include <math.h>
#include <stdlib.h>
#include <webots/motor.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  wb_robot_init();
  const double speed = argc > 1 ? atof(argv[1]) : 0.5, seconds = argc > 2 ? atof(argv[2]) : 0;
  const WbDeviceTag motor = wb_robot_get_device("belt_motor");
  wb_motor_set_position(motor, INFINITY);
  wb_motor_set_velocity(motor, speed);
  /* What is to be done is done: it is asked seldom. */
  const int basic = (int)wb_robot_get_basic_time_step();
  const int seldom = basic * (1000 / basic + 1);
  int running = 1;
  if (seconds > 0) running = wb_robot_step(basic * (int)ceil(1000 * seconds / basic - 1e-9)) != -1;
  if (seconds > 0) wb_motor_set_velocity(motor, 0);
  while (running) running = wb_robot_step(seldom) != -1;
  wb_robot_cleanup();
  return 0;
}
