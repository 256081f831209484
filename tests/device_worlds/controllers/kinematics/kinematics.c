/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Motors of joints without bodies. Manual, Motor, "Kinematics Mode": "the joint acceleration is set to
 * Motor.acceleration, unless Motor.acceleration is not defined (i.e. equals to -1) or is bigger than
 * RotationalMotor.maxTorque or LinearMotor.maxForce. In such case the joint acceleration is set to
 * RotationalMotor.maxTorque or LinearMotor.maxForce."
 * n steps of h = 10 ms at the acceleration a make the speed n a h and the way a h^2 n (n + 1) / 2. */
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/supervisor.h>

#include "../check.h"

static double way(double acceleration, int n) { return acceleration * 0.01 * 0.01 * n * (n + 1) / 2; }

int main(void) {
  wb_robot_init();
  const WbDeviceTag hinge = device("hinge", WB_NODE_ROTATIONAL_MOTOR), angle = device("angle", WB_NODE_POSITION_SENSOR);
  const WbDeviceTag slider = device("slider", WB_NODE_LINEAR_MOTOR), height = device("height", WB_NODE_POSITION_SENSOR);
  const WbDeviceTag weak = device("weak", WB_NODE_LINEAR_MOTOR),
                    weak_height = device("weak height", WB_NODE_POSITION_SENSOR);
  wb_position_sensor_enable(angle, STEP);
  wb_position_sensor_enable(height, STEP);
  wb_position_sensor_enable(weak_height, STEP);
  wb_motor_set_position(hinge, 1);  /* maxTorque 10 */
  wb_motor_set_position(slider, 1); /* 4 m/s^2, 1 m/s after 25 steps and way(4, 25) = 0.13 m */
  wb_motor_set_position(weak, 1);   /* 3 of the 50 m/s^2 */
  steps(20);
  NEAR(wb_position_sensor_get_value(angle), way(10, 20), 1e-12);
  NEAR(wb_position_sensor_get_value(height), way(4, 20), 1e-12);
  NEAR(wb_position_sensor_get_value(weak_height), way(3, 20), 1e-12);
  steps(24);
  NEAR(wb_position_sensor_get_value(angle), way(10, 44), 1e-12); /* 0.99 rad: at full speed up to the target */
  NEAR(wb_position_sensor_get_value(height), 0.13 + 19 * 0.01, 1e-12);
  steps(1);
  NEAR(wb_position_sensor_get_value(angle), 1, 1e-12);
  NEAR(wb_position_sensor_get_value(weak_height), way(3, 45), 1e-12);
  steps(67); /* 0.87 m at 0.01 m a step: there after 25 + 87 */
  NEAR(wb_position_sensor_get_value(height), 1, 1e-12);
  /* From rest again. */
  wb_motor_set_position(hinge, 0);
  steps(10);
  NEAR(wb_position_sensor_get_value(angle), 1 - way(10, 10), 1e-12);
  /* Endless motion ends at the motor's range. */
  wb_motor_set_position(slider, INFINITY);
  wb_motor_set_velocity(slider, -1);
  steps(25);
  NEAR(wb_position_sensor_get_value(height), 1 - 0.13, 1e-12);
  steps(150);
  NEAR(wb_position_sensor_get_value(height), -0.2, 1e-12);
  wb_motor_set_velocity(slider, 0.5);
  steps(10);
  NEAR(wb_position_sensor_get_value(height), -0.2 + way(4, 10), 1e-12);
  /* Manual, wb_motor_set_acceleration: "The specified acceleration overwrites the acceleration field value"; the gains
   * are those of controlPID. */
  wb_motor_set_acceleration(hinge, 2.5);
  wb_motor_set_control_pid(hinge, 3, 0.5, 0.25);
  steps(1);
  const WbNodeRef node = wb_supervisor_node_get_from_device(hinge);
  NEAR(wb_supervisor_field_get_sf_float(wb_supervisor_node_get_field(node, "acceleration")), 2.5, 0);
  const double* pid = wb_supervisor_field_get_sf_vec3f(wb_supervisor_node_get_field(node, "controlPID"));
  CHECK(pid[0] == 3 && pid[1] == 0.5 && pid[2] == 0.25);
  return finish();
}
