/* Which solids are bodies, and what holds and brakes them. */
#include <webots/supervisor.h>

#include "../check.h"

static const double h = 0.01, g = 9.81;

static WbNodeRef node(const char* def) {
  const WbNodeRef found = wb_supervisor_node_get_from_def(def);
  CHECK(found);
  return found;
}

/* Manual, Physics: a solid "will be attached to the static environment" if "none of its Solid ancestor nodes contain a
 * Physics node". n steps of h: z = z0 - g h^2 n (n + 1) / 2. */
static void falls(int n) {
  NEAR(wb_supervisor_node_get_position(node("HELD"))[2], 5, 1e-4);
  NEAR(wb_supervisor_node_get_position(node("CARRIED"))[2], 5 - g * h * h * n * (n + 1) / 2, 1e-9);
}

/* rollingFriction r 0 0 counts for all three: a torque of r N, so that a ball that rolls slows by r g / (1.4 R), and one
 * that spins by r g / (0.4 R^2). */
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
static void is_chained(void) {
  CHECK(wb_supervisor_node_get_number_of_contact_points(node("CHAIN"), true) == 0);
}

int main(void) {
  wb_robot_init();
  steps(10);
  falls(10);
  is_chained();
  swims();
  rolls();
  return finish();
}
