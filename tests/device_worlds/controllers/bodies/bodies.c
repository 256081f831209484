/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Which solids are bodies, what holds and brakes them, and how their joints stand at the start. */
#include <webots/motor.h>
#include <webots/supervisor.h>

#include "../check.h"

static const double h = 0.01, g = 9.81;

static WbNodeRef node(const char* def) {
  const WbNodeRef found = wb_supervisor_node_get_from_def(def);
  CHECK(found);
  return found;
}

/* R becomes R turned by `angle` about the coordinate axis `axis` of its columns. */
static void turn(double r[9], int axis, double angle) {
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  const double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; ++i) {
    const double x = r[3 * i + a], y = r[3 * i + b];
    r[3 * i + a] = c * x + s * y;
    r[3 * i + b] = c * y - s * x;
  }
}

static void is_turned(const char* def, const double r[9], double tolerance, int line) {
  const double* now = wb_supervisor_node_get_orientation(node(def));
  for (int i = 0; i < 9; ++i) check_near(now[i], r[i], tolerance, def, line);
}

/* The axes of a file are those of the position 0. The endPoints stand at the start as Rz(0.7) Ry(0.2), or Rx(0.3)
 * Ry(-0.5) Rz(0.8), have turned them: there their own axes are those of the solid above. So they go on from there. */
static void starts_turned(void) {
  const char* names[] = {"second", "first of three", "second of three", "third of three"};
  const char* bodies[] = {"", "heavy "};
  const double targets[] = {-0.4, 0.1, 0.2, -0.6};
  for (int body = 0; body < 2; ++body)
    for (int i = 0; i < 4; ++i) {
      char name[40];
      sprintf(name, "%s%s", bodies[body], names[i]);
      wb_motor_set_position(device(name, WB_NODE_ROTATIONAL_MOTOR), targets[i]);
    }
  steps(300);
  double two[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, three[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  turn(two, 2, 0.7);
  turn(two, 1, -0.4);
  turn(three, 0, 0.1);
  turn(three, 1, 0.2);
  turn(three, 2, -0.6);
  is_turned("TWO", two, 1e-6, __LINE__);
  is_turned("HEAVY_TWO", two, 5e-3, __LINE__);
  is_turned("THREE", three, 1e-6, __LINE__);
  is_turned("HEAVY_THREE", three, 5e-3, __LINE__);
  /* Its stops are those of the position too. */
  const WbDeviceTag pressing = device("heavy second of three", WB_NODE_ROTATIONAL_MOTOR);
  wb_motor_set_available_torque(pressing, 0.5);
  wb_motor_set_position(pressing, 1);
  steps(300);
  turn(three, 2, 0.6);
  turn(three, 1, 0.25 - 0.2);
  turn(three, 2, -0.6);
  is_turned("HEAVY_THREE", three, 1e-2, __LINE__);
}

/* Manual, Physics: a solid "will be attached to the static environment" if "none of its Solid ancestor nodes contain a
 * Physics node". n steps of h: z = z0 - g h^2 n (n + 1) / 2. */
static void falls(int n) {
  NEAR(wb_supervisor_node_get_position(node("HELD"))[2], 5, 1e-4);
  NEAR(wb_supervisor_node_get_position(node("CARRIED"))[2], 5 - g * h * h * n * (n + 1) / 2, 1e-9);
}

/* rollingFriction r 0 0 counts for all three: a torque of r N, so that a ball that rolls slows by r g / (1.4 R), and
 * one that spins by r g / (0.4 R^2). */
static void rolls(void) {
  const WbNodeRef ball = node("BALL");
  const double radius = 0.1, velocity[6] = {0, 1, 0, -1 / radius, 0, 20};
  wb_supervisor_node_set_velocity(ball, velocity);
  steps(100);
  const double* v = wb_supervisor_node_get_velocity(ball);
  NEAR(1 - v[1], 0.002 * g / (1.4 * radius), 0.02);
  NEAR(20 - v[5], 0.002 * g / (0.4 * radius * radius), 0.5);
}

/* Half of a cube of 1 m and 500 kg is under: its bottom and half of each side, 3 of 6 m^2. It hovers: what is displaced
 * weighs as much. The resistance -0.5 c v acts in the middle of what is under, 0.25 m below the centre of mass. */
static void swims(void) {
  const WbNodeRef cube = node("CUBE");
  const double velocity[6] = {1, 0, 0, 0, 0, 0}, c = 100, m = 500;
  wb_supervisor_node_reset_physics(cube);
  wb_supervisor_node_set_velocity(cube, velocity);
  steps(1);
  const double* v = wb_supervisor_node_get_velocity(cube);
  NEAR(v[0], 1 - 0.5 * c * h / m, 1e-6);
  NEAR(v[4], 0.25 * 0.5 * c * h / (m / 6), 1e-6);
}

/* Two ball joints about one point: what they lead to does not touch what they start from. */
static void is_chained(void) { CHECK(wb_supervisor_node_get_number_of_contact_points(node("CHAIN"), true) == 0); }

/* Four corners each, those of a node before those of its descendants. */
static void stands(void) {
  const char* parts[] = {"SEAT", "SEAT.LEG", "SEAT.LEG.FOOT"};
  int count = 0;
  const WbContactPoint* points = wb_supervisor_node_get_contact_points(node("SEAT"), true, &count);
  CHECK(count == 12);
  for (int i = 0; i < count && i < 12; ++i) CHECK(points[i].node_id == wb_supervisor_node_get_id(node(parts[i / 4])));
  wb_supervisor_node_get_contact_points(node("SEAT"), false, &count);
  CHECK(count == 4);
}

int main(void) {
  wb_robot_init();
  steps(10);
  falls(10);
  is_chained();
  stands();
  swims();
  rolls();
  starts_turned();
  return finish();
}
