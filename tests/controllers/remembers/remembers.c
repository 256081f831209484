/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A controller as it was written for Webots 6: functions, constants and signatures of then, on the world of
 * old_controllers_test.cpp, which was written for Webots 6 too. It checks what it reads and quits. */
#include <webots/camera.h>
#include <webots/inertial_unit.h>
#include <webots/receiver.h>
#include <webots/servo.h>
#include <webots/speaker.h>
#include <webots/supervisor.h>

#include "../check.h"

int main(void) {
  wb_robot_init();

  /* A Servo is one node with one name. */
  WbNodeRef arm = wb_supervisor_node_get_from_def("ARM");
  CHECK(wb_supervisor_node_get_type(arm) == WB_NODE_SERVO);
  CHECK(!strcmp(wb_supervisor_node_get_name(arm), "Servo"));
  WbFieldRef position = wb_supervisor_node_get_field(arm, "position");
  WbFieldRef max_force = wb_supervisor_node_get_field(arm, "maxForce");
  WbFieldRef control_p = wb_supervisor_node_get_field(arm, "controlP");
  CHECK(position && max_force && control_p);
  CHECK(near(wb_supervisor_field_get_sf_float(position), 0.5));
  CHECK(near(wb_supervisor_field_get_sf_float(max_force), 3));
  CHECK(near(wb_supervisor_field_get_sf_float(control_p), 7));
  wb_supervisor_field_set_sf_float(max_force, 4);
  wb_supervisor_field_set_sf_float(control_p, 8);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_float(max_force), 4));
  CHECK(near(wb_supervisor_field_get_sf_float(control_p), 8));

  WbNodeRef self = wb_supervisor_node_get_from_def("BOSS");
  CHECK(wb_supervisor_node_get_type(self) == WB_NODE_SUPERVISOR);
  CHECK(wb_robot_get_type() == WB_NODE_SUPERVISOR);
  WbFieldRef arguments = wb_supervisor_node_get_field(self, "controllerArgs");
  CHECK(wb_supervisor_field_get_type(arguments) == WB_SF_STRING);
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(arguments), "some words"));

  /* The world. */
  WbFieldRef top = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  WbFieldRef gravity = wb_supervisor_node_get_field(wb_supervisor_field_get_mf_node(top, 0), "gravity");
  CHECK(wb_supervisor_field_get_type(gravity) == WB_SF_VEC3F);
  const double* g = wb_supervisor_field_get_sf_vec3f(gravity);
  CHECK(g[0] == 0 && near(g[1], -5) && g[2] == 0);
  const double less[3] = {0, -2, 0};
  wb_supervisor_field_set_sf_vec3f(gravity, less);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(gravity)[1], -2));
  WbFieldRef rows = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def("GRID"), "zDimension");
  CHECK(wb_supervisor_field_get_sf_int32(rows) == 3);

  /* What is put elsewhere stops. */
  WbNodeRef stone = wb_supervisor_node_get_from_def("STONE");
  const double up[3] = {0, 9, 5};
  CHECK(wb_supervisor_node_get_velocity(stone)[1] < -0.01);
  wb_supervisor_field_set_sf_vec3f(wb_supervisor_node_get_field(stone, "translation"), up);
  step(1);
  CHECK(fabs(wb_supervisor_node_get_velocity(stone)[1] + 2 * 0.008) < 1e-9);

  /* Devices. */
  WbDeviceTag servo = wb_robot_get_device("arm");
  wb_servo_enable_position(servo, 8);
  wb_servo_set_position(servo, WB_SERVO_INFINITY);
  wb_servo_set_velocity(servo, 1);
  WbDeviceTag finder = wb_robot_get_device("eyes");
  wb_camera_enable(finder, 8);
  CHECK(wb_camera_get_type(finder) == WB_CAMERA_RANGE_FINDER);
  CHECK(wb_camera_get_type(finder) != WB_CAMERA_BLACK_AND_WHITE);
  CHECK(wb_camera_get_width(finder) == 20 && wb_camera_get_height(finder) == 10);
  CHECK(near(wb_camera_get_far(finder), 3));
  wb_speaker_emit_sample(wb_robot_get_device("voice"), "", 0);
  step(2);
  CHECK(isfinite(wb_servo_get_position(servo)));

  /* The emitter stands 2 m away along the receiver's axis of then, z. */
  WbDeviceTag ear = wb_robot_get_device("ear");
  wb_receiver_enable(ear, 8);
  for (int i = 0; i < 10 && !wb_receiver_get_queue_length(ear); ++i) step(1);
  CHECK(wb_receiver_get_queue_length(ear) > 0);
  const double* direction = wb_receiver_get_emitter_direction(ear);
  CHECK(near(direction[0], 0) && near(direction[1], 0) && near(direction[2], 1));

  /* It stands as its file says, and turns as it is told. */
  WbNodeRef node = wb_supervisor_node_get_from_def("EAR");
  const double* turn = wb_supervisor_node_get_orientation(node);
  for (int i = 0; i < 9; ++i) CHECK(near(turn[i], i % 4 == 0));
  WbFieldRef rotation = wb_supervisor_node_get_field(node, "rotation");
  CHECK(near(wb_supervisor_field_get_sf_rotation(rotation)[3], 0));
  const double about_y[4] = {0, 1, 0, 0.4};
  wb_supervisor_field_set_sf_rotation(rotation, about_y);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_rotation(rotation)[1], 1));
  CHECK(near(wb_supervisor_field_get_sf_rotation(rotation)[3], 0.4));
  turn = wb_supervisor_node_get_orientation(node);
  CHECK(near(turn[0], cos(0.4)) && near(turn[2], sin(0.4)) && near(turn[4], 1));

  /* The yaw was the opposite until 7.2.4. */
  WbDeviceTag attitude = wb_robot_get_device("attitude");
  wb_inertial_unit_enable(attitude, 8);
  step(1);
  CHECK(near(wb_inertial_unit_get_roll_pitch_yaw(attitude)[2], -0.3));

  wb_supervisor_start_movie("movie.mpg", 640, 480, 0, 90);
  wb_supervisor_simulation_quit();
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
