// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
/* What car.c and the driver know of a car. Internal, not installed. */
#ifndef LIGHTSOUT_VEHICLE_CAR_STATE_H
#define LIGHTSOUT_VEHICLE_CAR_STATE_H

#include <stdbool.h>
#include <webots/types.h>
#include <webots/vehicle/car.h>

/* Wheels in the order of WbuCarWheelIndex. */
enum { FRONT_RIGHT, FRONT_LEFT, REAR_RIGHT, REAR_LEFT, WHEEL_COUNT };
enum { RIGHT_SIDE, LEFT_SIDE, SIDE_COUNT };
enum { RPM_NEEDLE, SPEED_NEEDLE, NEEDLE_COUNT };
enum { MIRROR_COUNT = 3 };

typedef enum {
  FRONT_LIGHTS,
  ANTIFOG_LIGHTS,
  RIGHT_INDICATORS,
  LEFT_INDICATORS,
  REAR_LIGHTS,
  BACKWARDS_LIGHTS,
  BRAKE_LIGHTS,
  INTERIOR_RIGHT_INDICATORS,
  INTERIOR_LEFT_INDICATORS,
  LIGHT_COUNT
} lo_light;

typedef struct {
  bool ready;
  WbuCarType type;
  WbuCarEngineType engine_type;

  /* devices, 0 where the car has none */
  WbDeviceTag wheels[WHEEL_COUNT], sensors[WHEEL_COUNT], brakes[WHEEL_COUNT];
  WbDeviceTag steering_motors[SIDE_COUNT], steering_sensors[SIDE_COUNT];
  WbDeviceTag lights[LIGHT_COUNT];
  WbDeviceTag displays[MIRROR_COUNT], cameras[MIRROR_COUNT];
  WbDeviceTag wiper_motors[SIDE_COUNT], wiper_sensor;
  WbDeviceTag needles[NEEDLE_COUNT];
  WbDeviceTag steering_wheel, indicator_lever;

  /* from the robot's customData, which the car's PROTO writes */
  double wheelbase, track_front, track_rear;    /* m */
  double front_wheel_radius, rear_wheel_radius; /* m; -1: not known */
  double brake_coefficient;                     /* N m at full brake */
  double default_damping;
  double engine_max_torque; /* N m, electric */
  double engine_max_power;  /* W, electric */
  double engine_min_rpm, engine_max_rpm;
  double engine_coefficients[3]; /* torque of the combustion engine: c0 + c1 rpm + c2 rpm^2 */
  double hybrid_power_split_ratio, hybrid_power_split_rpm;
  double engine_sound_rpm; /* at which the sound file was recorded */
  int gear_count;          /* reverse (the first) included */
  double* gear_ratios;
  char* engine_sound; /* file, or "none" */

  /* set and measured */
  double indicator_period; /* s */
  bool limited_slip_differential, indicator_auto_disabling;
  double steering_angles[SIDE_COUNT]; /* rad, of the wheels, positive to the right */
  double speeds[WHEEL_COUNT];         /* rad/s; NaN in the first two steps */
  double previous_positions[WHEEL_COUNT], previous_speeds[WHEEL_COUNT];
  double largest_acceleration; /* rad/s^2, of the four wheels */
} lo_car;

/* The robot's car; NULL, after a warning that names `needed`, before its initialisation. */
lo_car* lo_car_of(const char* function, const char* needed);
/* Memory of the robot's car, before and after initialisation; NULL before wb_robot_init. */
lo_car* lo_car_memory(void);
/* Whether customData is a car's. */
bool lo_is_car(void);

/* Lamps that the car may not have. Indicators take their lamps inside along. */
void lo_set_light(const lo_car* car, lo_light light, bool on);
bool lo_light_is_on(const lo_car* car, lo_light light);

#endif
