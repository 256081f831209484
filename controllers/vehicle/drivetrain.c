/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* From engine and brakes to the wheels: differentials, torque, engine speed. */
#include <math.h>
#include <webots/brake.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>

#include "controllers/lib/session.h"
#include "controllers/vehicle/driver_state.h"

static const double rpm_per_rad_per_s = 60 / (2 * M_PI);

/* Wheels that accelerate faster (in the air) get less torque; rad/s^2. */
static const double largest_wheel_acceleration = 50;

/* --- Differentials
 * ----------------------------------------------------------------------------------------------------- Wheels of an
 * axle turn on circles about one point, their speeds go with the radii. With wheelbase L and steering angle d of the
 * middle of the axle, the rear axle's middle is at L / tan(d) from that point and the front's at L / sin(d); a wheel
 * that is itself steered by d_w is at L / sin(d_w). */

double lo_front_share(const lo_car* car, const lo_driver* driver) {
  if (driver->steering_angle == 0) return 0.5;
  const double right = car->wheelbase / sin(car->steering_angles[RIGHT_SIDE]);
  const double left = car->wheelbase / sin(car->steering_angles[LEFT_SIDE]);
  return right / (left + right);
}

double lo_rear_share(const lo_car* car, const lo_driver* driver) {
  if (driver->steering_angle == 0) return 0.5;
  /* A turn to the right (positive) has its centre on the right. */
  const double middle = car->wheelbase / tan(driver->steering_angle);
  return (middle - car->track_rear / 2) / (2 * middle);
}

double lo_central_share(const lo_car* car, const lo_driver* driver) {
  if (driver->steering_angle == 0) return 0.5;
  const double front = car->wheelbase / sin(driver->steering_angle);
  const double rear = car->wheelbase / tan(driver->steering_angle);
  return car->rear_wheel_radius / car->front_wheel_radius * front / (front + rear);
}

static bool drives_front(const lo_car* car) { return car->type != WBU_CAR_PROPULSION; }
static bool drives_rear(const lo_car* car) { return car->type != WBU_CAR_TRACTION; }

/* --- Measuring
 * --------------------------------------------------------------------------------------------------------- */

void lo_measure_wheels(lo_car* car, int step_ms) {
  car->largest_acceleration = 0;
  for (int i = 0; i < WHEEL_COUNT; ++i) {
    double position = NAN;
    if (wb_position_sensor_get_sampling_period(car->sensors[i]))
      position = wb_position_sensor_get_value(car->sensors[i]);
    else
      wb_position_sensor_enable(car->sensors[i], step_ms);
    car->speeds[i] = 1000 * (position - car->previous_positions[i]) / step_ms;
    const double acceleration = 1000 * (car->speeds[i] - car->previous_speeds[i]) / step_ms;
    if (fabs(acceleration) > fabs(car->largest_acceleration)) car->largest_acceleration = acceleration;
    car->previous_positions[i] = position;
    car->previous_speeds[i] = car->speeds[i];
  }
}

static double mean_speed(const lo_car* car) {
  return (car->speeds[FRONT_RIGHT] + car->speeds[FRONT_LEFT] + car->speeds[REAR_RIGHT] + car->speeds[REAR_LEFT]) / 4;
}

/* Ratio of engine to wheel speed: negative in reverse, 0 in neutral. */
static double gear_ratio(const lo_car* car, int gear) {
  if (gear > 0) return car->gear_ratios[gear];
  return gear < 0 ? -fabs(car->gear_ratios[0]) : 0;
}

void lo_measure_rpm(const lo_car* car, lo_driver* driver) {
  const double rpm = fabs(mean_speed(car) * rpm_per_rad_per_s * gear_ratio(car, driver->gear));
  driver->rpm = isnan(rpm) ? 0 : fmin(rpm, car->engine_max_rpm);
}

double lo_car_speed(const lo_car* car) {
  const double front = (car->speeds[FRONT_RIGHT] + car->speeds[FRONT_LEFT]) / 2 * car->front_wheel_radius;
  const double rear = (car->speeds[REAR_RIGHT] + car->speeds[REAR_LEFT]) / 2 * car->rear_wheel_radius;
  const double speed = !drives_rear(car) ? front : !drives_front(car) ? rear : (front + rear) / 2;
  return speed * 3.6;
}

/* --- Torque
 * ------------------------------------------------------------------------------------------------------------ */

static double combustion_torque(const lo_car* car, double rpm) {
  return car->engine_coefficients[0] + car->engine_coefficients[1] * rpm + car->engine_coefficients[2] * rpm * rpm;
}

static double electric_torque(const lo_car* car, double rpm) {
  /* Power is torque times angular speed. */
  return fmin(car->engine_max_torque, car->engine_max_power * rpm_per_rad_per_s / rpm);
}

/* At full throttle. A combustion engine idles at its smallest rpm; in a hybrid it only runs above that. */
static double engine_torque(const lo_car* car, double rpm) {
  const bool runs = rpm >= car->engine_min_rpm;
  switch (car->engine_type) {
    case WBU_CAR_COMBUSTION_ENGINE:
      return combustion_torque(car, fmax(rpm, car->engine_min_rpm));
    case WBU_CAR_ELECTRIC_ENGINE:
      return electric_torque(car, rpm);
    case WBU_CAR_PARALLEL_HYBRID_ENGINE:
      return electric_torque(car, rpm) + (runs ? combustion_torque(car, rpm) : 0);
    case WBU_CAR_POWER_SPLIT_HYBRID_ENGINE:
      return electric_torque(car, rpm) +
             (runs ? (1 - car->hybrid_power_split_ratio) * combustion_torque(car, car->hybrid_power_split_rpm) : 0);
  }
  return 0;
}

static double wheel_torque(const lo_car* car, const lo_driver* driver) {
  if (driver->gear == 0 || driver->rpm >= car->engine_max_rpm) return 0;
  /* The reverse gear's ratio is written with its sign. */
  const double ratio = driver->gear > 0 ? car->gear_ratios[driver->gear] : car->gear_ratios[0];
  double torque = engine_torque(car, driver->rpm) * driver->throttle * ratio;
  const double acceleration = fabs(car->largest_acceleration);
  if (acceleration > largest_wheel_acceleration) torque *= largest_wheel_acceleration / acceleration;
  return torque;
}

/* A limited-slip differential adds up which side turns faster and takes torque from it. */
static double add_up_slip(double slip, double first, double second) {
  slip += 2 * first / (first + second) - 1;
  return isnan(slip) ? 0 : fmin(1, fmax(-1, slip));
}

/* A share that slip has moved; with slip 0 it stays. */
static double slipped(const lo_car* car, double share, double slip) {
  return car->limited_slip_differential ? share * (1 - slip) : share;
}

static void apply_torque(const lo_car* car, int right, int left, double torque, double right_share) {
  wb_motor_set_torque(car->wheels[right], torque * right_share);
  wb_motor_set_torque(car->wheels[left], torque * (1 - right_share));
}

void lo_drive_by_torque(const lo_car* car, lo_driver* driver) {
  const double* speeds = car->speeds;
  if (car->limited_slip_differential) {
    if (drives_front(car))
      driver->front_slip = add_up_slip(driver->front_slip, speeds[FRONT_RIGHT], speeds[FRONT_LEFT]);
    if (drives_rear(car)) driver->rear_slip = add_up_slip(driver->rear_slip, speeds[REAR_RIGHT], speeds[REAR_LEFT]);
    if (drives_front(car) && drives_rear(car))
      driver->central_slip = add_up_slip(driver->central_slip, speeds[FRONT_RIGHT] + speeds[FRONT_LEFT],
                                         speeds[REAR_RIGHT] + speeds[REAR_LEFT]);
  }
  const double torque = wheel_torque(car, driver);
  double front = drives_front(car) ? 1 : 0;
  if (drives_front(car) && drives_rear(car)) front = slipped(car, lo_central_share(car, driver), driver->central_slip);
  if (drives_front(car))
    apply_torque(car, FRONT_RIGHT, FRONT_LEFT, torque * front,
                 slipped(car, lo_front_share(car, driver), driver->front_slip));
  if (drives_rear(car))
    apply_torque(car, REAR_RIGHT, REAR_LEFT, torque * (1 - front),
                 slipped(car, lo_rear_share(car, driver), driver->rear_slip));
}

/* --- Speed
 * ------------------------------------------------------------------------------------------------------------- */

static void apply_speed(const lo_car* car, int right, int left, double speed, double right_share, double radius) {
  if (radius <= 0) {
    lo_warn(0, "wbu_driver_set_cruising_speed", "the radius of the wheels is not known; ignored");
    return;
  }
  const double angular = speed / 3.6 / radius; /* km/h to rad/s */
  wb_motor_set_position(car->wheels[right], INFINITY);
  wb_motor_set_position(car->wheels[left], INFINITY);
  wb_motor_set_velocity(car->wheels[right], 2 * angular * right_share);
  wb_motor_set_velocity(car->wheels[left], 2 * angular * (1 - right_share));
}

void lo_drive_by_speed(const lo_car* car, const lo_driver* driver) {
  const bool all = drives_front(car) && drives_rear(car);
  const double front = all ? 2 * lo_central_share(car, driver) : 1;
  const double rear = all ? 2 * (1 - lo_central_share(car, driver)) : 1;
  if (drives_front(car))
    apply_speed(car, FRONT_RIGHT, FRONT_LEFT, driver->cruising_speed * front, lo_front_share(car, driver),
                car->front_wheel_radius);
  if (drives_rear(car))
    apply_speed(car, REAR_RIGHT, REAR_LEFT, driver->cruising_speed * rear, lo_rear_share(car, driver),
                car->rear_wheel_radius);
}

/* --- Brakes
 * ------------------------------------------------------------------------------------------------------------ */

/* Damping is torque over speed; a brake's torque does not depend on the speed, so its damping goes with 1 / speed. */
void lo_brake_wheels(const lo_car* car, const lo_driver* driver) {
  static const double standing_damping = 1e9; /* of a wheel that does not turn */
  for (int i = 0; i < WHEEL_COUNT; ++i) {
    const double damping = fabs(driver->brake * car->brake_coefficient / car->speeds[i]);
    if (!isnan(damping)) wb_brake_set_damping_constant(car->brakes[i], fmin(damping, standing_damping));
  }
}
