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

/* Two ball joints about one point: what they lead to does not touch what they start from. */
static void is_chained(void) {
  CHECK(wb_supervisor_node_get_number_of_contact_points(node("CHAIN"), true) == 0);
}

int main(void) {
  wb_robot_init();
  steps(10);
  falls(10);
  is_chained();
  return finish();
}
