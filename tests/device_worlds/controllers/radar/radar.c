/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Radar: the radar equation P = Pt G^2 lambda^2 sigma / ((4 pi)^3 R^4), what is seen and what is not, in closed form.
 */
#include <webots/radar.h>
#include <webots/supervisor.h>

#include "../check.h"

static const double pi = 3.14159265358979323846;
static WbDeviceTag radar;
static double away = 100;

static WbFieldRef field(const char* def, const char* name) {
  const WbFieldRef found = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name);
  CHECK(found);
  return found;
}

static void place(const char* def, double x, double y, double z) {
  const double position[3] = {x, y, z};
  wb_supervisor_field_set_sf_vec3f(field(def, "translation"), position);
}

static void set(const char* name, double value) { wb_supervisor_field_set_sf_float(field("RADAR", name), value); }

static void clear(void) {
  static const char* const all[] = {"A", "B", "C", "LONG", "WIDE", "HOLLOW", "WALL", "MOVER"};
  for (int i = 0; i < 8; ++i) place(all[i], 0, 10 * i, away);
}

static int targets(void) {
  steps(1);
  return wb_radar_get_number_of_targets(radar);
}

static WbRadarTarget target(int index) {
  const WbRadarTarget* all = wb_radar_get_targets(radar);
  CHECK(wb_radar_get_number_of_targets(radar) > index);
  CHECK(wb_radar_get_target(radar, index) == all + index);
  const WbRadarTarget none = {0, 0, 0, 0};
  return all ? all[index] : none;
}

/* dBm; 20 dBm, 20 dBi and 24 GHz are the fields' defaults. */
static double power(double sigma, double distance) {
  const double lambda = 299792458 / 24e9;
  return 20 + 2 * 20 + 10 * log10(lambda * lambda * sigma / (pow(4 * pi, 3) * pow(distance, 4)));
}

static void finds(void) {
  CHECK(wb_radar_get_targets(radar) == NULL && wb_radar_get_number_of_targets(radar) == 0);
  wb_radar_enable(radar, 2 * STEP);
  CHECK(wb_radar_get_sampling_period(radar) == 2 * STEP);
  steps(1);
  CHECK(wb_radar_get_targets(radar) == NULL); /* the first comes after one period */
  /* The one that moves, since it was enabled: 15 - 3 t, -2 + 0.5 t. */
  CHECK(targets() == 1);
  const double t = wb_robot_get_time(), x = 15 - 3 * t, y = -2 + 0.5 * t, r = hypot(x, y);
  NEAR(target(0).distance, r, 1e-9);
  NEAR(target(0).received_power, power(1, r), 1e-9);
  NEAR(target(0).speed, (-3 * x + 0.5 * y) / r, 1e-9); /* it comes */
  NEAR(target(0).azimuth, atan2(-y, x), 1e-9);         /* to the right */
  wb_radar_enable(radar, STEP);
  clear();
  place("A", 10, 0, 0);
  place("B", 20 * cos(0.2), 20 * sin(0.2), 0);
  steps(1);
  CHECK(targets() == 2);
  NEAR(target(0).distance, 10, 1e-9);
  NEAR(target(0).azimuth, 0, 1e-9);
  NEAR(target(0).speed, 0, 1e-9);
  NEAR(target(1).distance, 20, 1e-9);
  NEAR(target(1).azimuth, -0.2, 1e-9);
  /* Twice as far: a sixteenth; the second reflects three times as much. */
  NEAR(target(1).received_power - target(0).received_power, 10 * log10(3 / 16.0), 1e-9);
  CHECK(wb_radar_get_target(radar, 2) == NULL);
  /* The radar moves, not they: 2 m/s. */
  for (int i = 1; i <= 3; ++i) {
    place("BOSS", 0.02 * i, 0, 0);
    steps(1);
  }
  CHECK(targets() == 2);
  place("BOSS", 0.08, 0, 0);
  steps(1);
  NEAR(target(0).speed, -2, 1e-9);
  NEAR(target(1).speed, -2 * (20 * cos(0.2) - 0.08) / hypot(20 * cos(0.2) - 0.08, 20 * sin(0.2)), 1e-9);
  place("BOSS", 0, 0, 0);
}

static void overlooks(void) {
  clear();
  place("A", -10, 0, 0);
  CHECK(targets() == 0);
  place("A", 10, 10 * tan(0.39) + 0.11 / cos(0.39), 0); /* half of 0.78, and its radius */
  CHECK(targets() == 0);
  place("A", 10, -(10 * tan(0.39) + 0.09 / cos(0.39)), 0);
  CHECK(targets() == 1);
  place("A", 10, 0, 10 * tan(0.05) + 0.11 / cos(0.05));
  CHECK(targets() == 0);
  place("A", 10, 0, 0);
  wb_supervisor_field_set_sf_float(field("A", "radarCrossSection"), 0);
  CHECK(targets() == 0);
  wb_supervisor_field_set_sf_float(field("A", "radarCrossSection"), 1);
  CHECK(targets() == 1);
  NEAR(target(0).speed, 0, 0);
  place("A", 50.2, 0, 0); /* -79.3 dBm at 50 m */
  CHECK(targets() == 0);
  place("A", 50.05, 0, 0);
  CHECK(targets() == 1);
  NEAR(target(0).distance, 50, 0);
  set("minDetectableSignal", -79);
  CHECK(targets() == 0);
  set("minDetectableSignal", -80);
  place("A", 0.8, 0, 0);
  CHECK(targets() == 0);
  clear();
  place("C", 0.8, 0, 0); /* a part of it is a metre away and more; 0.4 wide where it is as near as it is seen */
  CHECK(targets() == 1);
  NEAR(target(0).distance, 1, 0);
  NEAR(target(0).received_power, power(1, 1), 1e-9);
  clear();
  place("LONG", 51, 0, 0);
  CHECK(targets() == 1);
  NEAR(target(0).distance, 50, 0);
  /* Its middle is out of view. */
  clear();
  place("WIDE", 10, 7, 0);
  CHECK(targets() == 1);
  NEAR(target(0).azimuth, -0.39, 0);
  /* Its outer corners, at y = 11, are moved straight onto the left side of the view, its nearest ones onto the top and
     the bottom. */
  const double beyond = 11 * cos(0.39) - 10.5 * sin(0.39), above = 0.5 * cos(0.05) - 9.5 * sin(0.05),
               beyond_near = 11 * cos(0.39) - 9.5 * sin(0.39);
  const double nearest = 9.5 + above * sin(0.05), farthest = 9.5 + beyond_near * sin(0.39);
  NEAR(target(0).distance,
       hypot((nearest + fmax(farthest, 10.5 + beyond * sin(0.39))) / 2, (3 + 11 - beyond * cos(0.39)) / 2), 1e-9);
}

static void judges_by_speed(void) {
  clear();
  place("A", 10, 0, 0);
  steps(2);
  set("minAbsoluteRadialSpeed", 0.5);
  CHECK(targets() == 0);
  place("A", 10.01, 0, 0); /* 1 m/s */
  CHECK(targets() == 1);
  NEAR(target(0).speed, 1, 1e-9);
  set("minAbsoluteRadialSpeed", 0);
  set("minRadialSpeed", -2);
  set("maxRadialSpeed", -0.5);
  place("A", 10.02, 0, 0);
  CHECK(targets() == 0);
  place("A", 10.01, 0, 0);
  CHECK(targets() == 1);
  place("A", 9.98, 0, 0);
  CHECK(targets() == 0);
  set("minRadialSpeed", 0);
  set("maxRadialSpeed", 0);
}

/* Weighed by power: the sums of the powers in W. */
static void merges(void) {
  clear();
  place("A", 10, 0, 0);
  place("B", 10.5 * cos(0.3), 10.5 * sin(0.3), 0);
  steps(1);
  set("cellDistance", 0.49);
  CHECK(targets() == 2);
  set("cellDistance", 0.51);
  CHECK(targets() == 1);
  const double a = pow(10, power(1, 10) / 10), b = pow(10, power(3, 10.5) / 10);
  NEAR(target(0).received_power, 10 * log10(a + b), 1e-9);
  NEAR(target(0).distance, (10 * a + 10.5 * b) / (a + b), 1e-9);
  NEAR(target(0).azimuth, -0.3 * b / (a + b), 1e-9);
  /* Apart by their speeds: A goes at 1 m/s. */
  set("cellSpeed", 0.5);
  place("A", 10.01, 0, 0);
  CHECK(targets() == 2);
  set("cellSpeed", 1.5);
  place("A", 10.02, 0, 0);
  CHECK(targets() == 1);
  const double c = pow(10, power(1, 10.02) / 10);
  NEAR(target(0).speed, c / (b + c), 1e-9);
  set("cellDistance", 0);
  set("cellSpeed", 0);
}

static void is_hidden(void) {
  clear();
  place("A", 10, 0, 0);
  place("WALL", 5, 0, 0);
  CHECK(targets() == 1);
  wb_supervisor_field_set_sf_bool(field("RADAR", "occlusion"), true);
  CHECK(targets() == 0);
  place("WALL", 5, 1, 0);
  CHECK(targets() == 1);
  place("WALL", 11, 0, 0);
  CHECK(targets() == 1);
  clear();
  place("HOLLOW", 10, 0, 0); /* by its own part alone */
  CHECK(targets() == 1);
  wb_supervisor_field_set_sf_bool(field("RADAR", "occlusion"), false);
}

static const int samples = 2000;

static void check_noise(const double* errors, double deviation) {
  double sum = 0, squares = 0;
  for (int i = 0; i < samples; ++i) sum += errors[i], squares += errors[i] * errors[i];
  NEAR(sum / samples, 0, 4 * deviation / sqrt(samples));
  NEAR(sqrt(squares / samples), deviation, 4 * deviation / sqrt(2.0 * samples));
}

static void errs(void) {
  static double distances[2000], speeds[2000], azimuths[2000];
  clear();
  place("A", 10, 0, 0);
  set("rangeNoise", 0.2);
  set("speedNoise", 0.5);
  set("angularNoise", 0.01);
  steps(2);
  for (int i = 0; i < samples; ++i) {
    CHECK(targets() == 1);
    distances[i] = target(0).distance - 10;
    speeds[i] = target(0).speed;
    azimuths[i] = target(0).azimuth;
  }
  check_noise(distances, 0.2);
  check_noise(speeds, 0.5);
  check_noise(azimuths, 0.01);
  /* A reset would leave them as they are set. */
  set("rangeNoise", 0);
  set("speedNoise", 0);
  set("angularNoise", 0);
}

static void ends(void) {
  wb_radar_disable(radar);
  clear();
  steps(2);
  CHECK(wb_radar_get_number_of_targets(radar) == 1); /* the last stays */
  NEAR(target(0).distance, 10, 0.9);
  wb_radar_enable(radar, 4 * STEP);
  wb_supervisor_simulation_reset();
  steps(1); /* sees at once what the world began with */
  CHECK(wb_radar_get_number_of_targets(radar) == 1);
  NEAR(target(0).distance, hypot(15, 2), 1e-9);
  NEAR(target(0).speed, 0, 0);
}

int main(void) {
  wb_robot_init();
  radar = device("radar", WB_NODE_RADAR);
  NEAR(wb_radar_get_min_range(radar), 1, 0);
  NEAR(wb_radar_get_max_range(radar), 50, 0);
  NEAR(wb_radar_get_horizontal_fov(radar), 0.78, 1e-15);
  NEAR(wb_radar_get_vertical_fov(radar), 0.1, 1e-15);
  finds();
  overlooks();
  judges_by_speed();
  merges();
  is_hidden();
  errs();
  ends();
  return finish();
}
