/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a pen draws on, and how its ink fades. An infra-red eye sees white at its distance, and a red of r at that over
 * 0.2 + 0.8 r: black ink of full density at five times the distance. */
#include <webots/distance_sensor.h>
#include <webots/pen.h>

#include "../check.h"

static double seen_by(const char* name) { return wb_distance_sensor_get_value(wb_robot_get_device(name)); }

int main(void) {
  wb_robot_init();
  const char* eyes[] = {"eye", "above own", "below own", "above bare", "above leaf", "below leaf"};
  for (int i = 0; i < 6; ++i) wb_distance_sensor_enable(wb_robot_get_device(eyes[i]), STEP);
  steps(3);
  NEAR(seen_by("eye"), 5 * 100, 1e-3);
  NEAR(seen_by("above own"), 45, 1e-3); /* not on its own robot, but on what is behind that */
  NEAR(seen_by("below own"), 5 * 40, 1e-3);
  NEAR(seen_by("above bare"), 75, 1e-3);     /* not without a texture */
  NEAR(seen_by("above leaf"), 5 * 75, 1e-3); /* on the first shape only */
  NEAR(seen_by("below leaf"), 10, 1e-3);
  wb_pen_write(wb_robot_get_device("pen"), false);
  for (int i = 1; i <= 5; ++i) { /* inkEvaporation 2: to 1 / e in half a second */
    steps(10);
    NEAR(seen_by("eye"), 100 / (1 - 0.8 * exp(-2 * 0.1 * i)), 1e-3);
  }
  return finish();
}
