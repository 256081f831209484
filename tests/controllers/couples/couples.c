/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Commands the motors of the world in tests/worlds/motors_test.cpp and checks what their functions answer; ends with an
 * error at the first that is wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <webots/brake.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#define EXPECT(condition)                                       \
  if (!(condition)) {                                           \
    fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
    exit(1);                                                    \
  }

static int near(double a, double b, double margin) { return fabs(a - b) <= margin; }

static void wait(int steps) {
  for (int i = 0; i < steps; ++i) wb_robot_step(10);
}

int main() {
  wb_robot_init();
  const WbDeviceTag left = wb_robot_get_device("finger::left");
  const WbDeviceTag right = wb_robot_get_device("finger::right");
  const WbDeviceTag left_sensor = wb_robot_get_device("left sensor");
  const WbDeviceTag right_sensor = wb_robot_get_device("right sensor");
  EXPECT(wb_motor_get_multiplier(left) == 1);
  EXPECT(wb_motor_get_multiplier(right) == -1);
  EXPECT(wb_motor_get_type(left) == WB_LINEAR);
  EXPECT(wb_motor_get_position_sensor(left) == left_sensor);
  EXPECT(wb_motor_get_min_position(right) == -0.05);
  EXPECT(wb_motor_get_max_position(right) == 0);
  EXPECT(wb_motor_get_velocity(left) == 0.2);
  EXPECT(wb_motor_get_max_velocity(left) == 0.2);
  wb_position_sensor_enable(left_sensor, 10);
  wb_position_sensor_enable(right_sensor, 10);

  /* Either finger closes both. */
  wb_motor_set_position(left, 0.03);
  EXPECT(wb_motor_get_target_position(left) == 0.03);
  EXPECT(wb_motor_get_target_position(right) == -0.03); /* what is relayed to it, times its multiplier */
  wait(100);
  EXPECT(near(wb_position_sensor_get_value(left_sensor), 0.03, 1e-4));
  EXPECT(near(wb_position_sensor_get_value(right_sensor), -0.03, 1e-4));
  wb_motor_set_position(right, 0.01);
  wait(100);
  EXPECT(near(wb_position_sensor_get_value(left_sensor), 0.01, 1e-4));
  EXPECT(near(wb_position_sensor_get_value(right_sensor), -0.01, 1e-4));
  /* Past the range: its end. */
  wb_motor_set_position(left, 1);
  wait(100);
  EXPECT(near(wb_position_sensor_get_value(left_sensor), 0.05, 1e-4));
  EXPECT(near(wb_position_sensor_get_value(right_sensor), -0.05, 1e-4));
  /* A speed that both may have. */
  wb_motor_set_position(left, 0);
  wb_motor_set_velocity(right, 0.05);
  EXPECT(wb_motor_get_velocity(right) == 0.05);
  EXPECT(wb_motor_get_velocity(left) == 0.05);
  wait(50);
  EXPECT(near(wb_position_sensor_get_value(left_sensor), 0.025, 2e-3));

  /* What the wrist, which holds 1 kg half a metre out, must give; 20 N m is the most it has. */
  const WbDeviceTag wrist = wb_robot_get_device("wrist");
  EXPECT(wb_motor_get_type(wrist) == WB_ROTATIONAL);
  EXPECT(wb_motor_get_max_torque(wrist) == 20);
  EXPECT(wb_motor_get_available_torque(wrist) == 20);
  EXPECT(wb_motor_get_torque_feedback_sampling_period(wrist) == 0);
  wb_motor_enable_torque_feedback(wrist, 20);
  EXPECT(wb_motor_get_torque_feedback_sampling_period(wrist) == 20);
  EXPECT(isnan(wb_motor_get_torque_feedback(wrist)));
  wait(1);
  EXPECT(isnan(wb_motor_get_torque_feedback(wrist)));
  wait(1);
  EXPECT(near(wb_motor_get_torque_feedback(wrist), -0.5 * 9.81, 0.02));
  wb_motor_set_available_torque(wrist, 50); /* 20 is taken, and what was asked for is answered */
  EXPECT(wb_motor_get_available_torque(wrist) == 50);
  /* A torque that bears the weight holds it without the motor's own control. */
  wb_motor_set_torque(wrist, -0.5 * 9.81);
  wait(20);
  const WbDeviceTag angle = wb_motor_get_position_sensor(wrist);
  wb_position_sensor_enable(angle, 10);
  wait(2);
  EXPECT(near(wb_position_sensor_get_value(angle), 0, 0.01));
  /* Slack but braked, it sinks slowly: at d w = 0.5 m g. */
  const WbDeviceTag brake = wb_motor_get_brake(wrist);
  EXPECT(wb_brake_get_motor(brake) == wrist);
  wb_motor_set_torque(wrist, 0);
  wb_brake_set_damping_constant(brake, 100);
  const double before = wb_position_sensor_get_value(angle);
  wait(100);
  EXPECT(near(wb_position_sensor_get_value(angle) - before, 0.5 * 9.81 / 100, 2e-3));
  printf("coupled\n");
  wb_robot_cleanup();
  return 0;
}
