/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What acts on a body that has fallen asleep wakes it, and what hangs on it: after half a second without motion. All is
 * so gentle that nothing becomes as fast as what counts as motion (0.01 m/s or rad/s) where the closed form is looked
 * at to the last digits: what stayed asleep, or fell asleep again at once, would not move at all. */
#include <webots/brake.h>
#include <webots/motor.h>
#include <webots/supervisor.h>

#include "../check.h"

static const double h = 0.01, mass = 2, spring = 8;

static WbNodeRef node(const char* def) {
  const WbNodeRef found = wb_supervisor_node_get_from_def(def);
  CHECK(found);
  return found;
}

static double velocity(const char* def, int axis) { return wb_supervisor_node_get_velocity(node(def))[axis]; }

/* From rest, asleep. */
static void fall_asleep(void) {
  wb_supervisor_node_reset_physics(node("RAIL"));
  wb_supervisor_node_reset_physics(node("BENCH"));
  steps(80);
  for (int axis = 0; axis < 6; ++axis) NEAR(velocity("RAIL.WHEEL", axis), 0, 0);
}

/* The cart (2 kg) and the wheel (2 kg) go along the rail together. The wheel turns about it, I = 2/5 m r^2. */
static void is_pushed(void) {
  const double force[3] = {0.04, 0, 0}, torque[3] = {1e-4, 0, 0}, middle[3] = {0, 0, 0}, inertia = 0.4 * mass * 0.0025;
  const WbNodeRef wheel = node("RAIL.WHEEL");
  for (int kind = 0; kind < 3; ++kind) {
    fall_asleep();
    for (int i = 0; i < 40; ++i) {
      if (kind == 0) wb_supervisor_node_add_force(wheel, force, false);
      if (kind == 1) wb_supervisor_node_add_force_with_offset(wheel, force, middle, false);
      if (kind == 2) wb_supervisor_node_add_torque(wheel, torque, false);
      steps(1);
    }
    if (kind < 2)
      NEAR(velocity("RAIL.WHEEL", 0), 0.04 * 40 * h / (2 * mass), 1e-6);
    else
      NEAR(velocity("RAIL.WHEEL", 3), 1e-4 * 40 * h / inertia, 1e-4);
  }
  /* One push; half of its speed is the cart's after that. */
  fall_asleep();
  const double slow[6] = {0.005, 0, 0, 0, 0, 0};
  wb_supervisor_node_set_velocity(wheel, slow);
  const double before = wb_supervisor_node_get_position(wheel)[0];
  steps(40);
  NEAR(wb_supervisor_node_get_position(wheel)[0] - before, 0.0025 * 40 * h, 1e-5);
}

/* x = x0 cos(w t), w^2 = k / m. */
static void is_pulled_aside(void) {
  fall_asleep();
  wb_supervisor_node_set_joint_position(node("BENCH.SPRING"), 0.1, 1);
  steps(40);
  NEAR(wb_supervisor_node_get_position(node("BENCH.BOB"))[1] - 2, 0.1 * cos(sqrt(spring / mass) * 40 * h), 0.003);
}

/* What lets a spring at `x` go: v = -k x t / m at first. */
static void check_springs_back(double x) {
  steps(10);
  NEAR(velocity("BOSS.SLIDE", 1), -spring * x * 10 * h / mass, 0.03 * spring * x * 10 * h / mass);
}

static void go_to(WbDeviceTag motor, double position) {
  wb_motor_set_available_force(motor, 10);
  wb_motor_set_position(motor, position);
  wb_motor_set_velocity(motor, 1);
  steps(250);
  NEAR(velocity("BOSS.SLIDE", 1), 0, 0);
  NEAR(wb_supervisor_node_get_position(node("BOSS.SLIDE"))[1] - 4, position, 1e-3);
}

static void is_driven(WbDeviceTag motor) {
  go_to(motor, 0);
  wb_motor_set_force(motor, 0.02);
  steps(10);
  NEAR(velocity("BOSS.SLIDE", 1), 0.02 * 10 * h / mass, 2e-5);
  go_to(motor, 0);
  wb_motor_set_position(motor, INFINITY);
  wb_motor_set_velocity(motor, 0.005);
  steps(5);
  NEAR(velocity("BOSS.SLIDE", 1), 0.005, 1e-6);

  go_to(motor, 0.1);
  wb_motor_set_available_force(motor, 0);
  check_springs_back(0.1);

  /* Where it is to go, but cannot yet. */
  go_to(motor, 0);
  wb_motor_set_acceleration(motor, 1e-9);
  wb_motor_set_position(motor, 0.05);
  steps(80);
  wb_motor_set_acceleration(motor, -1);
  steps(2);
  NEAR(velocity("BOSS.SLIDE", 1), 10 * 2 * h / mass, 0.002); /* 10 N at most */
  go_to(motor, 0);
  wb_motor_set_control_pid(motor, 1e-9, 0, 0);
  wb_motor_set_position(motor, 0.05);
  steps(80);
  wb_motor_set_control_pid(motor, 10, 0, 0);
  steps(2);
  NEAR(velocity("BOSS.SLIDE", 1), 10 * 2 * h / mass, 0.002); /* 10 N at most */
}

static void is_let_go(WbDeviceTag motor, WbDeviceTag brake) {
  go_to(motor, 0);
  wb_motor_set_available_force(motor, 0);
  wb_brake_set_damping_constant(brake, 1e6);
  wb_supervisor_node_set_joint_position(node("BOSS.DRIVEN"), 0.1, 1);
  steps(80);
  NEAR(velocity("BOSS.SLIDE", 1), 0, 0);
  wb_brake_set_damping_constant(brake, 0);
  check_springs_back(0.1);

  go_to(motor, 0.1);
  wb_supervisor_field_set_sf_float(wb_supervisor_node_get_field(node("MOTOR"), "maxForce"), 1e-3);
  check_springs_back(0.1);
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag motor = device("motor", WB_NODE_LINEAR_MOTOR), brake = device("brake", WB_NODE_BRAKE);
  is_pushed();
  is_pulled_aside();
  is_driven(motor);
  is_let_go(motor, brake);
  return finish();
}
