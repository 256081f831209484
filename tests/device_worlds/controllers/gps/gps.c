/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* GPS in local coordinates and in WGS84. */
#include <stdlib.h>
#include <webots/gps.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag gps = device("gps", WB_NODE_GPS), coarse = device("coarse", WB_NODE_GPS);
  const WbDeviceTag noisy = device("noisy", WB_NODE_GPS);
  wb_gps_enable(gps, 2 * STEP);
  wb_gps_enable(coarse, STEP);
  wb_gps_enable(noisy, STEP);
  CHECK(wb_gps_get_sampling_period(gps) == 2 * STEP);
  for (int i = 0; i < 3; ++i) IS_NAN(wb_gps_get_values(gps)[i]);
  IS_NAN(wb_gps_get_speed(gps));
  steps(2);
  const double* values = wb_gps_get_values(gps);
  const double fall = 9.81 * 0.01 * 0.01 * 3; /* v += g h, then z -= v h: g h^2 (1 + 2) after two steps */
  const double speed = sqrt(1 + 0.1962 * 0.1962);
  NEAR(wb_gps_get_speed(gps), speed, 1e-9);
  NEAR(wb_gps_get_speed_vector(gps)[0], 1, 1e-9);
  NEAR(wb_gps_get_speed_vector(gps)[2], -0.1962, 1e-9);
  if (wb_gps_get_coordinate_system(gps) == WB_GPS_LOCAL_COORDINATE) {
    NEAR(values[0], 1.02, 1e-9);
    NEAR(values[1], 2, 1e-9);
    NEAR(values[2], 30 - fall, 1e-9);
    NEAR(wb_gps_get_values(coarse)[0], 1.2, 1e-9); /* 1.02 / 0.4 = 2.55 */
    double deviation = 0;
    for (int i = 0; i < 400; ++i) {
      steps(1);
      deviation += pow(wb_gps_get_values(noisy)[1] - 2, 2);
    }
    NEAR(sqrt(deviation / 400), 0.1, 0.02); /* of 400 samples: 0.1 within 5.6 standard errors */
  } else {
    /* A degree of latitude is 111.16 km at 46.5 degrees, one of longitude 76.75 km. The world's axes are those of UTM
     * zone 32, whose north is turned from the meridian by 2.5 degrees x sin(latitude) here. */
    const double turned = 2.5 * sin(46.5 * M_PI / 180) * M_PI / 180;
    NEAR(values[0], 46.5 + (2 * cos(turned) + 1.02 * sin(turned)) / 111160, 1e-8);
    NEAR(values[1], 6.5 + (1.02 * cos(turned) - 2 * sin(turned)) / 76750, 2e-8);
    NEAR(values[2], 430 - fall, 1e-9);
  }
  const char* text = wb_gps_convert_to_degrees_minutes_seconds(46.5125);
  SAME(text, "46\u00b0 30\u2032 45\u2033"); /* the symbols of degrees, minutes and seconds, in UTF-8 */
  free((void*)text);
  text = wb_gps_convert_to_degrees_minutes_seconds(-46.5125);
  SAME(text, "-46\u00b0 -30\u2032 -45\u2033");
  free((void*)text);
  wb_gps_disable(gps);
  CHECK(wb_gps_get_sampling_period(gps) == 0);
  return finish();
}
