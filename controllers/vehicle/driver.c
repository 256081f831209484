/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wbu_driver_*: a car as its driver has it. */
#include <math.h>
#include <string.h>
#include <webots/brake.h>
#include <webots/device.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#include "controllers/lib/session.h"
#include "controllers/vehicle/driver_state.h"

/* Steering back by so much ends an indicator, rad. */
static const double indicator_threshold = 0.1;

static lo_driver* driver_memory(void) { return lo_private(0, "driver", sizeof(lo_driver)); }

static lo_driver* driver_of(const char* function) {
  lo_driver* driver = driver_memory();
  if (driver && driver->ready && lo_car_memory()->ready) return driver;
  lo_warn(0, function, "wbu_driver_init() must be called before; ignored");
  return NULL;
}

#define DRIVER() driver_of(__func__)

bool wbu_driver_initialization_is_possible() {
  wb_robot_init();
  return lo_is_car();
}

void wbu_driver_init() {
  wbu_car_init();
  lo_driver* driver = driver_memory();
  if (driver->ready) return;
  *driver = (lo_driver){.ready = true, .control_mode = UNDEFINED_CONTROL_MODE};
  for (int i = 0; i < wb_robot_get_number_of_devices(); ++i) {
    const WbDeviceTag tag = wb_robot_get_device_by_index(i);
    if (strcmp(wb_device_get_name(tag), "engine_speaker") == 0) driver->engine_speaker = tag;
  }
}

void wbu_driver_cleanup() {
  lo_driver* driver = driver_memory();
  if (!driver || !driver->ready) return;
  driver->ready = false;
  wbu_car_cleanup();
}

/* --- A step
 * ------------------------------------------------------------------------------------------------------------ */

static void blink(const lo_car* car, const lo_driver* driver) {
  const bool on = (long)(wb_robot_get_time() / car->indicator_period) % 2 == 0;
  lo_set_light(car, RIGHT_INDICATORS, on && (driver->hazard_flashers || driver->indicator == RIGHT));
  lo_set_light(car, LEFT_INDICATORS, on && (driver->hazard_flashers || driver->indicator == LEFT));
}

static void move_wipers(const lo_car* car, bool up) {
  for (int i = 0; i < SIDE_COUNT; ++i) {
    const WbDeviceTag motor = car->wiper_motors[i];
    wb_motor_set_position(motor, up ? wb_motor_get_max_position(motor) : wb_motor_get_min_position(motor));
  }
}

static bool has_wipers(const lo_car* car) { return car->wiper_motors[RIGHT_SIDE] && car->wiper_motors[LEFT_SIDE]; }

static void wipe(const lo_car* car, const lo_driver* driver) {
  if (!has_wipers(car) || !car->wiper_sensor || driver->wiper_mode == DOWN) return;
  const double position = wb_position_sensor_get_value(car->wiper_sensor);
  /* A slow wiper goes once in four seconds. */
  const bool rests = driver->wiper_mode == SLOW && (long)wb_robot_get_time() % 4 != 0;
  if (position == wb_motor_get_min_position(car->wiper_motors[RIGHT_SIDE])) move_wipers(car, true);
  if (position == wb_motor_get_max_position(car->wiper_motors[RIGHT_SIDE]) || rests) move_wipers(car, false);
}

/* Needles go linearly from 0 to the end of the scale. */
static void point_needle(WbDeviceTag needle, double value, double scale_end) {
  if (needle && !isnan(value))
    wb_motor_set_position(needle, fmin(1, fabs(value) / scale_end) * wb_motor_get_max_position(needle));
}

int wbu_driver_step() {
  lo_driver* driver = DRIVER();
  if (!driver) return 0;
  lo_car* car = lo_car_memory();
  const int step_ms = (int)wb_robot_get_basic_time_step();
  blink(car, driver);
  wipe(car, driver);
  lo_set_light(car, BACKWARDS_LIGHTS,
               (driver->control_mode == TORQUE && driver->gear == -1) ||
                   (driver->control_mode == SPEED && driver->cruising_speed < 0));
  lo_measure_wheels(car, step_ms);
  lo_measure_rpm(car, driver);
  point_needle(car->needles[SPEED_NEEDLE], lo_car_speed(car), 220);
  point_needle(car->needles[RPM_NEEDLE], driver->rpm, 11000);
  if (driver->control_mode == TORQUE) lo_drive_by_torque(car, driver);
  if (driver->brake > 0) lo_brake_wheels(car, driver);
  lo_play_engine(car, driver);
  return wb_robot_step(step_ms);
}

/* --- Steering
 * ---------------------------------------------------------------------------------------------------------- */

static void set_lever(const lo_car* car, WbuDriverIndicatorState state) {
  const WbDeviceTag lever = car->indicator_lever;
  if (!lever) return;
  wb_motor_set_position(lever, state == RIGHT  ? wb_motor_get_max_position(lever)
                               : state == LEFT ? wb_motor_get_min_position(lever)
                                               : 0);
}

/* An indicator ends when the steering wheel comes back from its furthest. */
static void follow_indicator(const lo_car* car, lo_driver* driver) {
  if (!car->indicator_auto_disabling || driver->indicator == OFF) return;
  const double sign = driver->indicator == RIGHT ? 1 : -1;
  const double beyond = sign * (driver->steering_angle - driver->indicator_angle);
  if (beyond > 0)
    driver->indicator_angle = driver->steering_angle;
  else if (beyond <= -indicator_threshold) {
    driver->indicator = OFF;
    set_lever(car, OFF);
    lo_play_blinker(driver);
  }
}

void wbu_driver_set_steering_angle(double steering_angle) {
  lo_driver* driver = DRIVER();
  if (!driver || lo_is_nan(0, __func__, "steering_angle", steering_angle)) return;
  lo_car* car = lo_car_memory();
  if (car->steering_wheel) wb_motor_set_position(car->steering_wheel, 10 * steering_angle);
  driver->steering_angle = steering_angle;
  /* Ackermann: both wheels turn about the point that the middle of the axle turns about; the right one is nearer to it
   * by half a track in a turn to the right. cot(wheel) = cot(middle) -+ track / (2 wheelbase). */
  const double cotangent = 1 / tan(steering_angle), offset = car->track_front / (2 * car->wheelbase);
  wbu_car_set_right_steering_angle(atan(1 / (cotangent - offset)));
  wbu_car_set_left_steering_angle(atan(1 / (cotangent + offset)));
  if (driver->control_mode == SPEED) lo_drive_by_speed(car, driver);
  follow_indicator(car, driver);
}

double wbu_driver_get_steering_angle() {
  return DRIVER() ? (wbu_car_get_right_steering_angle() + wbu_car_get_left_steering_angle()) / 2 : 0;
}

/* --- Speed, throttle, gear, brake
 * -------------------------------------------------------------------------------------- */

void wbu_driver_set_cruising_speed(double speed) {
  lo_driver* driver = DRIVER();
  if (!driver || lo_is_nan(0, __func__, "speed", speed)) return;
  driver->cruising_speed = speed;
  driver->control_mode = SPEED;
  lo_drive_by_speed(lo_car_memory(), driver);
}

double wbu_driver_get_target_cruising_speed() {
  const lo_driver* driver = DRIVER();
  return driver ? driver->cruising_speed : 0;
}

double wbu_driver_get_current_speed() { return DRIVER() ? lo_car_speed(lo_car_memory()) : 0; }

/* The nearer end of 0 to 1, after a warning if it had to be taken. */
static double within_one(double value, const char* what, const char* function) {
  if (value >= 0 && value <= 1) return value;
  lo_warn(0, function, "%s %g is not between 0 and 1; the nearer end is taken", what, value);
  return value < 0 ? 0 : 1;
}

void wbu_driver_set_throttle(double throttle) {
  lo_driver* driver = DRIVER();
  if (!driver || lo_is_nan(0, __func__, "throttle", throttle)) return;
  driver->throttle = within_one(throttle, "throttle", __func__);
  driver->control_mode = TORQUE;
}

double wbu_driver_get_throttle() {
  const lo_driver* driver = DRIVER();
  return driver ? driver->throttle : 0;
}

void wbu_driver_set_brake_intensity(double intensity) {
  lo_driver* driver = DRIVER();
  if (!driver || lo_is_nan(0, __func__, "intensity", intensity)) return;
  const lo_car* car = lo_car_memory();
  driver->brake = within_one(intensity, "brake intensity", __func__);
  lo_set_light(car, BRAKE_LIGHTS, driver->brake > 0);
  for (int i = 0; driver->brake == 0 && i < WHEEL_COUNT; ++i) wb_brake_set_damping_constant(car->brakes[i], 0);
}

double wbu_driver_get_brake_intensity() {
  const lo_driver* driver = DRIVER();
  return driver ? driver->brake : 0;
}

void wbu_driver_set_brake(double brake) { wbu_driver_set_brake_intensity(brake); }
double wbu_driver_get_brake() { return wbu_driver_get_brake_intensity(); }

/* NULL after a warning in speed control, which has no engine. */
static const lo_driver* engine_of(const char* function) {
  const lo_driver* driver = driver_of(function);
  if (!driver || driver->control_mode != SPEED) return driver;
  lo_warn(0, function, "there is no engine in speed control; wbu_driver_set_throttle() changes to torque control");
  return NULL;
}

double wbu_driver_get_rpm() {
  const lo_driver* driver = engine_of(__func__);
  return driver ? driver->rpm : 0;
}

int wbu_driver_get_gear() {
  const lo_driver* driver = engine_of(__func__);
  return driver ? driver->gear : 0;
}

void wbu_driver_set_gear(int gear) {
  lo_driver* driver = DRIVER();
  if (!driver) return;
  const int highest = lo_car_memory()->gear_count - 1; /* the first ratio is the reverse gear's */
  if (gear < -1 || gear > highest) {
    lo_warn(0, __func__, "gear %d is not between -1 and %d; the nearer end is taken", gear, highest);
    gear = gear < -1 ? -1 : highest;
  }
  driver->gear = gear;
}

int wbu_driver_get_gear_number() { return DRIVER() ? lo_car_memory()->gear_count : 0; }

WbuDriverControlMode wbu_driver_get_control_mode() {
  const lo_driver* driver = DRIVER();
  return driver ? driver->control_mode : UNDEFINED_CONTROL_MODE;
}

/* --- Lamps and wipers
 * -------------------------------------------------------------------------------------------------- */

void wbu_driver_set_indicator(WbuDriverIndicatorState state) {
  lo_driver* driver = DRIVER();
  if (!driver) return;
  driver->indicator = state;
  driver->indicator_angle = driver->steering_angle;
  set_lever(lo_car_memory(), state);
  lo_play_blinker(driver);
}

WbuDriverIndicatorState wbu_driver_get_indicator() {
  const lo_driver* driver = DRIVER();
  return driver ? driver->indicator : OFF;
}

void wbu_driver_set_hazard_flashers(bool state) {
  lo_driver* driver = DRIVER();
  if (!driver) return;
  driver->hazard_flashers = state;
  lo_play_blinker(driver);
}

bool wbu_driver_get_hazard_flashers() {
  const lo_driver* driver = DRIVER();
  return driver && driver->hazard_flashers;
}

void wbu_driver_set_dipped_beams(bool state) {
  lo_driver* driver = DRIVER();
  if (!driver) return;
  lo_set_light(lo_car_memory(), FRONT_LIGHTS, state);
  lo_set_light(lo_car_memory(), REAR_LIGHTS, state);
  driver->dipped_beams = state;
}

bool wbu_driver_get_dipped_beams() {
  const lo_driver* driver = DRIVER();
  return driver && driver->dipped_beams;
}

void wbu_driver_set_antifog_lights(bool state) {
  if (DRIVER()) lo_set_light(lo_car_memory(), ANTIFOG_LIGHTS, state);
}

bool wbu_driver_get_antifog_lights() { return DRIVER() && lo_light_is_on(lo_car_memory(), ANTIFOG_LIGHTS); }

void wbu_driver_set_wiper_mode(WbuDriverWiperMode mode) {
  lo_driver* driver = DRIVER();
  if (!driver) return;
  const lo_car* car = lo_car_memory();
  if (!has_wipers(car)) return;
  driver->wiper_mode = mode;
  for (int i = 0; i < SIDE_COUNT; ++i) wb_motor_set_velocity(car->wiper_motors[i], mode == FAST ? 4 : 2);
  if (mode == DOWN) move_wipers(car, false);
}

WbuDriverWiperMode wbu_driver_get_wiper_mode() {
  const lo_driver* driver = DRIVER();
  return driver ? driver->wiper_mode : (WbuDriverWiperMode)-1;
}

void wbu_driver_set_wipers_mode(wbu_wipers_mode mode) { wbu_driver_set_wiper_mode(mode); }
wbu_wipers_mode wbu_driver_get_wipers_mode() { return wbu_driver_get_wiper_mode(); }
