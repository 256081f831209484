/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A supervisor that checks what it reads against physics; exits with 1 at the first thing that is not so.
 * The world: BOX (a cube of 4 kg, in free fall from z = 1), a floor, no damping, steps of 8 ms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("line %d: not so: %s\n", __LINE__, #condition); \
      fflush(stdout);                                        \
      exit(1);                                               \
    }                                                        \
  } while (0)

static int near(double a, double b) { return fabs(a - b) < 1e-9; }
static void step(int n) {
  for (int i = 0; i < n; ++i) CHECK(wb_robot_step(8) != -1);
}

int main(void) {
  const double h = 0.008, g = 9.81, mass = 4;
  wb_robot_init();
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  CHECK(box);
  CHECK(strcmp(wb_supervisor_node_get_type_name(box), "Solid") == 0);
  CHECK(wb_supervisor_node_get_from_def("NOBODY") == NULL);
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  CHECK(wb_supervisor_field_get_type(translation) == WB_SF_VEC3F);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation)[2], 1));

  /* ODE's integrator: v += g h, then x += v h. After n steps v = -g n h, z = z0 - g h^2 n (n + 1) / 2. */
  step(20);
  CHECK(near(wb_supervisor_node_get_velocity(box)[2], -g * 20 * h));
  CHECK(near(wb_supervisor_node_get_position(box)[2], 1 - g * h * h * 20 * 21 / 2));
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation)[2], 1 - g * h * h * 20 * 21 / 2));

  /* A field set travels with the step; a get before it is answered with the pending value; velocity stays. */
  const double there[3] = {1, 1, 3};
  wb_supervisor_field_set_sf_vec3f(translation, there);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation)[2], 3));
  CHECK(!near(wb_supervisor_node_get_position(box)[2], 3));
  step(1);
  CHECK(near(wb_supervisor_node_get_position(box)[0], 1));
  CHECK(near(wb_supervisor_node_get_position(box)[2], 3 - g * 21 * h * h));

  /* A force acts for one step: dv = F h / m. */
  wb_supervisor_node_reset_physics(box);
  const double force[3] = {40, 0, 0};
  wb_supervisor_node_add_force(box, force, false);
  step(1);
  CHECK(near(wb_supervisor_node_get_velocity(box)[0], 40 * h / mass));
  step(1);
  CHECK(near(wb_supervisor_node_get_velocity(box)[0], 40 * h / mass));
  CHECK(near(wb_supervisor_node_get_velocity(box)[2], -g * 2 * h));

  /* A node that is imported is there at once, moves with the next step, and can be removed. */
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  const int count = wb_supervisor_field_get_count(children);
  wb_supervisor_field_import_mf_node_from_string(
      children, -1,
      "DEF BALL Solid { name \"ball\" translation 0 3 9 boundingObject Sphere { radius 0.1 } physics Physics { } }");
  CHECK(wb_supervisor_field_get_count(children) == count + 1);
  WbNodeRef ball = wb_supervisor_node_get_from_def("BALL");
  CHECK(ball);
  CHECK(near(wb_supervisor_node_get_position(ball)[2], 9));
  const double velocity[6] = {2, 0, 0, 0, 0, 0};
  wb_supervisor_node_set_velocity(ball, velocity);
  const double falling = wb_supervisor_node_get_velocity(box)[2];
  step(10);
  CHECK(near(wb_supervisor_node_get_position(ball)[0], 2 * 10 * h));
  CHECK(near(wb_supervisor_node_get_position(ball)[2], 9 - g * h * h * 10 * 11 / 2));
  CHECK(near(wb_supervisor_node_get_velocity(box)[2], falling - g * 10 * h)); /* the others noticed nothing */
  wb_supervisor_node_remove(ball);
  CHECK(wb_supervisor_node_get_from_def("BALL") == NULL);
  CHECK(wb_supervisor_field_get_count(children) == count);
  step(1);

  /* A changed size changes mass and inertia: twice the edge, eight times the mass; the motion goes on. */
  const double before = wb_supervisor_node_get_velocity(box)[2];
  WbFieldRef size = wb_supervisor_node_get_field(
      wb_supervisor_field_get_sf_node(wb_supervisor_node_get_field(box, "boundingObject")), "size");
  const double edge[3] = {0.4, 0.4, 0.4};
  wb_supervisor_field_set_sf_vec3f(size, edge);
  wb_supervisor_node_add_force(box, force, false);
  step(1);
  CHECK(near(wb_supervisor_node_get_velocity(box)[2], before - g * h));
  wb_supervisor_node_add_force(box, force, false);
  const double across = wb_supervisor_node_get_velocity(box)[0];
  step(1);
  CHECK(near(wb_supervisor_node_get_velocity(box)[0] - across, 40 * h / (8 * mass)));

  /* A reset is the start again. */
  wb_supervisor_simulation_reset();
  step(1);
  CHECK(near(wb_robot_get_time(), 0));
  CHECK(near(wb_supervisor_node_get_position(box)[2], 1));
  step(20);
  CHECK(near(wb_supervisor_node_get_position(box)[2], 1 - g * h * h * 20 * 21 / 2));

  wb_supervisor_simulation_quit(0);
  CHECK(wb_robot_step(8) == -1);
  wb_robot_cleanup();
  return 0;
}
