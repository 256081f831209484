// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
/* The driver of a car. Internal, not installed. */
#ifndef LIGHTSOUT_VEHICLE_DRIVER_STATE_H
#define LIGHTSOUT_VEHICLE_DRIVER_STATE_H

#include <webots/vehicle/driver.h>

#include "controllers/vehicle/car_state.h"

typedef struct {
  bool ready;
  WbDeviceTag engine_speaker; /* 0: none */
  WbuDriverControlMode control_mode;
  double steering_angle;                      /* rad, of the middle of the front axle, positive to the right */
  double cruising_speed;                      /* km/h */
  double throttle, brake;                     /* 0 to 1 */
  int gear;                                   /* -1: reverse, 0: neutral */
  double rpm;                                 /* of the engine */
  double front_slip, rear_slip, central_slip; /* -1 to 1 */
  WbuDriverWiperMode wiper_mode;
  WbuDriverIndicatorState indicator;
  double indicator_angle; /* furthest steering angle since the indicator was set */
  bool hazard_flashers, dipped_beams;
} lo_driver;

/* drivetrain.c */
/* Which share of the sum of two speeds or torques belongs to the right wheel, or to the front axle, when the car turns.
 */
double lo_front_share(const lo_car* car, const lo_driver* driver);
double lo_rear_share(const lo_car* car, const lo_driver* driver);
double lo_central_share(const lo_car* car, const lo_driver* driver);
/* Wheel speeds from the sensors, and the engine's speed from those. */
void lo_measure_wheels(lo_car* car, int step_ms);
void lo_measure_rpm(const lo_car* car, lo_driver* driver);
/* The engine's torque to the wheels. */
void lo_drive_by_torque(const lo_car* car, lo_driver* driver);
/* The wheels' velocities for the cruising speed. */
void lo_drive_by_speed(const lo_car* car, const lo_driver* driver);
void lo_brake_wheels(const lo_car* car, const lo_driver* driver);
/* km/h, from the driven wheels. */
double lo_car_speed(const lo_car* car);

/* engine_sound.c */
void lo_play_engine(const lo_car* car, const lo_driver* driver);
void lo_play_blinker(const lo_driver* driver);

#endif
