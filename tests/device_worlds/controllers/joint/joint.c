/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* PositionSensor and Brake of joints with and without bodies. */
#include <webots/brake.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag coarse = device("position sensor", WB_NODE_POSITION_SENSOR);
  const WbDeviceTag height = device("height", WB_NODE_POSITION_SENSOR),
                    angle = device("angle", WB_NODE_POSITION_SENSOR);
  const WbDeviceTag brake = device("brake", WB_NODE_BRAKE),
                    motor = device("rotational motor", WB_NODE_ROTATIONAL_MOTOR);
  const WbDeviceTag slider_brake = device("slider brake", WB_NODE_BRAKE);
  const WbDeviceTag wheel_brake = device("wheel brake", WB_NODE_BRAKE);
  CHECK(wb_position_sensor_get_type(coarse) == WB_ROTATIONAL);
  CHECK(wb_position_sensor_get_type(height) == WB_LINEAR);
  CHECK(wb_position_sensor_get_motor(coarse) == motor);
  CHECK(wb_position_sensor_get_brake(coarse) == brake);
  CHECK(wb_position_sensor_get_motor(height) == 0);
  CHECK(wb_position_sensor_get_brake(height) == slider_brake);
  CHECK(wb_brake_get_type(brake) == WB_ROTATIONAL);
  CHECK(wb_brake_get_type(slider_brake) == WB_LINEAR);
  CHECK(wb_brake_get_motor(brake) == motor);
  CHECK(wb_brake_get_position_sensor(brake) == coarse);
  CHECK(wb_motor_get_brake(motor) == brake);
  CHECK(wb_motor_get_position_sensor(motor) == coarse);
  wb_position_sensor_enable(coarse, STEP);
  wb_position_sensor_enable(height, STEP);
  wb_position_sensor_enable(angle, STEP);
  IS_NAN(wb_position_sensor_get_value(coarse));
  steps(1);
  NEAR(wb_position_sensor_get_value(coarse), 0.25, 1e-12); /* 0.3 in steps of 0.25 */
  NEAR(wb_position_sensor_get_value(height), 0.2, 1e-12);
  steps(9);
  NEAR(wb_position_sensor_get_value(angle), 10 * 2 * atan(3 * 0.01 / 2), 1e-9); /* as ODE turns a body in a step */
  wb_brake_set_damping_constant(wheel_brake, 0.5);
  steps(200);
  /* w' = -(d / I) w, d / I = 5 / s: it goes on for w / 5 = 0.6 rad; the implicit step adds less than a step's 0.03. */
  NEAR(wb_position_sensor_get_value(angle), 0.9, 0.03);
  wb_position_sensor_disable(coarse);
  CHECK(wb_position_sensor_get_sampling_period(coarse) == 0);
  return finish();
}
