/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a supervisor does to bodies and reads of them. ODE's integrator: v += a h, then x += v h. */
#include <webots/position_sensor.h>
#include <webots/supervisor.h>

#include "../check.h"

static const double h = 0.01, g = 9.81;

static WbNodeRef node(const char* def) {
  const WbNodeRef found = wb_supervisor_node_get_from_def(def);
  CHECK(found);
  return found;
}

/* A body whose physics is reset stays where it was put for the next step, and then goes on from rest. */
static void rests(void) {
  const WbNodeRef box = node("BOX");
  const WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  steps(10);
  NEAR(wb_supervisor_node_get_velocity(box)[2], -10 * g * h, 1e-9);
  const double there[3] = {1, 2, 8};
  wb_supervisor_field_set_sf_vec3f(translation, there);
  wb_supervisor_node_reset_physics(box);
  NEAR(wb_supervisor_node_get_velocity(box)[2], 0, 0);
  steps(1);
  for (int i = 0; i < 3; ++i) NEAR(wb_supervisor_node_get_position(box)[i], there[i], 1e-12);
  for (int i = 0; i < 6; ++i) NEAR(wb_supervisor_node_get_velocity(box)[i], 0, 0);
  steps(1);
  NEAR(wb_supervisor_node_get_velocity(box)[2], -g * h, 1e-9);
  NEAR(wb_supervisor_node_get_position(box)[2], 8 - g * h * h, 1e-9);
  /* Unless it is pushed afterwards: 8 kg. */
  const double force[3] = {80, 0, 0}, velocity[6] = {0, 3, 0, 0, 0, 0};
  wb_supervisor_node_reset_physics(box);
  wb_supervisor_node_add_force(box, force, false);
  steps(1);
  NEAR(wb_supervisor_node_get_velocity(box)[0], 80 * h / 8, 1e-9);
  NEAR(wb_supervisor_node_get_velocity(box)[2], -g * h, 1e-9);
  wb_supervisor_node_reset_physics(box);
  wb_supervisor_node_set_velocity(box, velocity);
  steps(1);
  NEAR(wb_supervisor_node_get_velocity(box)[1], 3, 1e-9);
  /* What lies on the ground keeps lying there. */
  const WbNodeRef lying = node("LYING");
  const double z = wb_supervisor_node_get_position(lying)[2];
  wb_supervisor_node_reset_physics(lying);
  steps(5);
  NEAR(wb_supervisor_node_get_position(lying)[2], z, 1e-4);
}

/* The velocity of a body is that of its centre of mass, here 0.5 m beside the origin. */
static void turns(void) {
  const WbNodeRef rod = node("ROD");
  double center[3];
  memcpy(center, wb_supervisor_node_get_center_of_mass(rod), sizeof center);
  NEAR(center[0] - wb_supervisor_node_get_position(rod)[0], 0.5, 1e-9);
  const double velocity[6] = {0, 0, 1, 0, 0, 2};
  wb_supervisor_node_set_velocity(rod, velocity);
  for (int i = 0; i < 6; ++i) NEAR(wb_supervisor_node_get_velocity(rod)[i], velocity[i], 0);
  steps(20);
  NEAR(wb_supervisor_node_get_velocity(rod)[0], 0, 1e-9);
  NEAR(wb_supervisor_node_get_velocity(rod)[1], 0, 1e-9);
  NEAR(wb_supervisor_node_get_velocity(rod)[2], 1 - 20 * g * h, 1e-9);
  NEAR(wb_supervisor_node_get_velocity(rod)[5], 2, 1e-9);
  NEAR(wb_supervisor_node_get_center_of_mass(rod)[0], center[0], 1e-9);
  NEAR(wb_supervisor_node_get_center_of_mass(rod)[1], center[1], 1e-9);
}

/* Two cubes of 0.2 m and 2 kg are one body, 1 m apart. Each has its own centre of mass, where a force on it acts:
 * I = 2 (m a^2 / 6 + m 0.5^2), dw = F 0.5 h / I. */
static void merges(void) {
  const WbNodeRef pair = node("PAIR"), part = node("PAIR.PART");
  const double* of_part = wb_supervisor_node_get_center_of_mass(part);
  NEAR(of_part[0], wb_supervisor_node_get_position(part)[0], 1e-9);
  const double* of_pair = wb_supervisor_node_get_center_of_mass(pair);
  NEAR(of_pair[0], wb_supervisor_node_get_position(pair)[0] + 0.5, 1e-9);
  const double force[3] = {0, 10, 0}, inertia = 2 * (2 * 0.04 / 6 + 2 * 0.25);
  const double before = wb_supervisor_node_get_velocity(pair)[5];
  wb_supervisor_node_add_force(part, force, false);
  steps(1);
  NEAR(wb_supervisor_node_get_velocity(pair)[5] - before, 10 * 0.5 * h / inertia, 1e-9);
  NEAR(wb_supervisor_node_get_velocity(pair)[1], 10 * h / 4, 1e-9);
}

/* A ball of the robot in a plate of the robot: one point, however one asks. */
static void touches(void) {
  const WbNodeRef folded = node("FOLDED");
  CHECK(wb_supervisor_node_get_number_of_contact_points(folded, false) == 1);
  CHECK(wb_supervisor_node_get_number_of_contact_points(folded, true) == 1);
}

static void stops(void) {
  const WbDeviceTag angle = device("angle", WB_NODE_POSITION_SENSOR);
  wb_position_sensor_enable(angle, STEP);
  wb_supervisor_node_set_joint_position(node("STOPPED"), 2, 1);
  steps(1);
  NEAR(wb_position_sensor_get_value(angle), 0.5, 1e-12);
  wb_supervisor_node_set_joint_position(node("STOPPED"), -0.3, 1);
  steps(1);
  NEAR(wb_position_sensor_get_value(angle), -0.3, 1e-12);
}

int main(void) {
  wb_robot_init();
  rests();
  turns();
  merges();
  touches();
  stops();
  return finish();
}
