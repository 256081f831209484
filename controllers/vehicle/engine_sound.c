/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What is heard of a car: engine and blinker. */
#include <math.h>
#include <string.h>
#include <webots/speaker.h>

#include "controllers/vehicle/driver_state.h"

static const char blinker_file[] = "sounds/blinker.wav";

/* How much of the volume follows throttle and rpm. */
static const double throttle_gain = 0.3, rpm_gain = 0.1;

void lo_play_blinker(const lo_driver* driver) {
  if (!driver->engine_speaker) return;
  if (driver->hazard_flashers || driver->indicator != OFF)
    wb_speaker_play_sound(driver->engine_speaker, driver->engine_speaker, blinker_file, 1, 1, 0, true);
  else
    wb_speaker_stop(driver->engine_speaker, blinker_file);
}

/* In speed control there is no engine: its rpm are guessed with the gear that a driver would take, the first that keeps
 * them in the lower third of their range. */
static double guessed_rpm(const lo_car* car) {
  const double mean =
      (car->speeds[FRONT_RIGHT] + car->speeds[FRONT_LEFT] + car->speeds[REAR_RIGHT] + car->speeds[REAR_LEFT]) / 4;
  const double wheel_rpm = mean * 60 / (2 * M_PI);
  if (wheel_rpm < 0) return fabs(wheel_rpm * car->gear_ratios[0]);
  const double enough = (2 * car->engine_min_rpm + car->engine_max_rpm) / 3;
  int gear = 1;
  while (gear + 1 < car->gear_count && fabs(wheel_rpm * car->gear_ratios[gear]) >= enough) ++gear;
  return fabs(wheel_rpm * car->gear_ratios[gear]);
}

void lo_play_engine(const lo_car* car, const lo_driver* driver) {
  if (!driver->engine_speaker || driver->control_mode == UNDEFINED_CONTROL_MODE || !*car->engine_sound ||
      strcmp(car->engine_sound, "none") == 0)
    return;
  double rpm = driver->rpm, throttle = driver->throttle;
  if (driver->control_mode == SPEED) {
    rpm = guessed_rpm(car);
    /* 25 km/h too slow is full throttle. */
    throttle = fmin(1, fmax(0, (driver->cruising_speed - lo_car_speed(car)) / 25));
    if (isnan(rpm)) return; /* the first steps have no speed */
  }
  const double volume =
      (1 - throttle_gain + throttle_gain * throttle) * (1 - rpm_gain + rpm_gain * fmin(1, rpm / car->engine_max_rpm));
  bool silent = false;
  if (car->engine_type == WBU_CAR_POWER_SPLIT_HYBRID_ENGINE || car->engine_type == WBU_CAR_PARALLEL_HYBRID_ENGINE)
    silent = rpm < car->engine_min_rpm;
  if (car->engine_type == WBU_CAR_POWER_SPLIT_HYBRID_ENGINE) rpm = car->hybrid_power_split_rpm;
  if (silent)
    wb_speaker_stop(driver->engine_speaker, car->engine_sound);
  else
    wb_speaker_play_sound(driver->engine_speaker, driver->engine_speaker, car->engine_sound, volume,
                          fmax(rpm, car->engine_min_rpm) / car->engine_sound_rpm, 0, true);
}
