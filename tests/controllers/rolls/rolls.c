/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a DifferentialWheels robot of the world in tests/worlds/wheels_test.cpp and checks what its functions answer;
 * ends with an error at the first that is wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <webots/differential_wheels.h>
#include <webots/robot.h>
#include <webots/servo.h>

#define EXPECT(condition)                                       \
  if (!(condition)) {                                           \
    fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
    exit(1);                                                    \
  }

static int near(double a, double b) { return fabs(a - b) < 1e-6; }

int main() {
  wb_robot_init();
  const int step = 32;
  const double dt = 0.032;
  EXPECT(wb_robot_get_type() == WB_NODE_DIFFERENTIAL_WHEELS);
  EXPECT(wb_differential_wheels_get_max_speed() == 8);
  EXPECT(wb_differential_wheels_get_speed_unit() == 0.5);
  EXPECT(wb_differential_wheels_get_left_speed() == 0);
  EXPECT(wb_robot_get_number_of_devices() == 2); /* the servo's motor and sensor, not the wheels */
  EXPECT(wb_differential_wheels_get_encoders_sampling_period() == 0);
  wb_differential_wheels_enable_encoders(step);
  EXPECT(wb_differential_wheels_get_encoders_sampling_period() == step);
  wb_robot_battery_sensor_enable(step);
  EXPECT(wb_robot_battery_sensor_get_sampling_period() == step);
  EXPECT(isnan(wb_differential_wheels_get_left_encoder()));

  /* Standing, the processor draws 2 W. */
  for (int i = 0; i < 10; ++i) wb_robot_step(step);
  EXPECT(near(wb_robot_battery_sensor_get_value(), 100 - 10 * dt * 2));
  EXPECT(wb_differential_wheels_get_left_encoder() == 0);

  /* 4 units of 0.5 rad/s, 100 increments per radian; the motors draw 3 W more. */
  wb_differential_wheels_set_speed(4, -2);
  EXPECT(wb_differential_wheels_get_left_speed() == 4);
  EXPECT(wb_differential_wheels_get_right_speed() == -2);
  for (int i = 0; i < 10; ++i) wb_robot_step(step);
  EXPECT(near(wb_differential_wheels_get_left_encoder(), 10 * dt * 2 * 100));
  EXPECT(near(wb_differential_wheels_get_right_encoder(), -10 * dt * 1 * 100));
  EXPECT(near(wb_robot_battery_sensor_get_value(), 100 - 10 * dt * 2 - 10 * dt * 5));

  wb_differential_wheels_set_encoders(1000, -7);
  EXPECT(wb_differential_wheels_get_left_encoder() == 1000); /* at once */
  EXPECT(wb_differential_wheels_get_right_encoder() == -7);
  wb_differential_wheels_set_speed(0, 0);
  wb_robot_step(step);
  EXPECT(near(wb_differential_wheels_get_left_encoder(), 1000));
  EXPECT(near(wb_differential_wheels_get_right_encoder(), -7));
  wb_differential_wheels_disable_encoders();
  wb_differential_wheels_set_speed(1, 1);
  for (int i = 0; i < 5; ++i) wb_robot_step(step);
  EXPECT(near(wb_differential_wheels_get_left_encoder(), 1000));

  const WbDeviceTag arm = wb_robot_get_device("arm");
  EXPECT(wb_servo_get_type(arm) == WB_SERVO_ROTATIONAL);
  EXPECT(wb_servo_get_min_position(arm) == -1);
  EXPECT(wb_servo_get_max_position(arm) == 1);
  wb_servo_enable_position(arm, step);
  EXPECT(wb_servo_get_position_sampling_period(arm) == step);
  wb_servo_set_position(arm, 0.5);
  EXPECT(wb_servo_get_target_position(arm) == 0.5);
  for (int i = 0; i < 100; ++i) wb_robot_step(step);
  EXPECT(fabs(wb_servo_get_position(arm) - 0.5) < 1e-5);
  wb_servo_set_position(arm, 3); /* the soft limit holds it */
  for (int i = 0; i < 100; ++i) wb_robot_step(step);
  EXPECT(fabs(wb_servo_get_position(arm) - 1) < 1e-5);
  wb_servo_set_position(arm, 0);
  wb_servo_set_velocity(arm, 0.25);
  for (int i = 0; i < 62; ++i) wb_robot_step(step); /* 1.984 s, of which it needs a moment to be that fast */
  EXPECT(fabs(wb_servo_get_position(arm) - (1 - 0.25 * 1.984)) < 0.02);
  printf("rolled\n");
  wb_robot_cleanup();
  return 0;
}
