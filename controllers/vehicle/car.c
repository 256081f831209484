/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wbu_car_*: what a car is made of. A car is a robot whose PROTO writes its measures into customData:
 * wheelbase, front and rear track, front and rear wheel radius, brake coefficient, damping, engine (C, E, P or S),
 * largest torque and power, smallest and largest rpm, three torque coefficients, split ratio and rpm of a hybrid, rpm
 * of the engine sound, number of gears, length of the sound's name, the gears' ratios (reverse first), the sound's
 * name. */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/camera.h>
#include <webots/device.h>
#include <webots/display.h>
#include <webots/led.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#include "controllers/lib/turns.h"
#include "controllers/vehicle/car_state.h"

static void close_car(void* memory) {
  lo_car* car = memory;
  free(car->gear_ratios);
  free(car->engine_sound);
  *car = (lo_car){0};
}

lo_car* lo_car_memory(void) { return lo_private(0, "car", sizeof(lo_car)); }

lo_car* lo_car_of(const char* function, const char* needed) {
  lo_car* car = lo_car_memory();
  if (car && car->ready) return car;
  lo_warn(0, function, "%s() must be called before; ignored", needed);
  return NULL;
}

#define CAR() lo_car_of(__func__, "wbu_car_init")

/* --- customData
 * -------------------------------------------------------------------------------------------------------- */

typedef struct {
  const char* next;
  locale_t locale; /* numbers have a point, whatever the controller's locale is */
  bool wrong;
} lo_car_text;

static double number(lo_car_text* text) {
  char* end;
  const double value = strtod_l(text->next, &end, text->locale);
  if (end == text->next) text->wrong = true;
  text->next = end;
  return value;
}

static char letter(lo_car_text* text) {
  text->next += strspn(text->next, " ");
  if (!*text->next) text->wrong = true;
  return text->wrong ? 0 : *text->next++;
}

/* False if it is no car's. */
static bool read_measures(lo_car* car) {
  lo_car_text text = {wb_robot_get_custom_data(), newlocale(LC_ALL_MASK, "C", (locale_t)0), false};
  double* const first[] = {&car->wheelbase,          &car->track_front,       &car->track_rear,
                           &car->front_wheel_radius, &car->rear_wheel_radius, &car->brake_coefficient,
                           &car->default_damping};
  for (size_t i = 0; i < sizeof first / sizeof *first; ++i) *first[i] = number(&text);
  const char engine = letter(&text);
  double* const second[] = {&car->engine_max_torque,      &car->engine_max_power,         &car->engine_min_rpm,
                            &car->engine_max_rpm,         &car->engine_coefficients[0],   &car->engine_coefficients[1],
                            &car->engine_coefficients[2], &car->hybrid_power_split_ratio, &car->hybrid_power_split_rpm,
                            &car->engine_sound_rpm};
  for (size_t i = 0; i < sizeof second / sizeof *second; ++i) *second[i] = number(&text);
  const double gears = number(&text), sound_length = number(&text);
  const bool plausible = !text.wrong && gears >= 2 && gears < 1000 && sound_length >= 0 && sound_length < 10000;
  if (plausible) {
    car->engine_type = engine == 'E'   ? WBU_CAR_ELECTRIC_ENGINE
                       : engine == 'P' ? WBU_CAR_PARALLEL_HYBRID_ENGINE
                       : engine == 'S' ? WBU_CAR_POWER_SPLIT_HYBRID_ENGINE
                                       : WBU_CAR_COMBUSTION_ENGINE;
    car->gear_count = (int)gears;
    free(car->gear_ratios);
    car->gear_ratios = calloc((size_t)car->gear_count, sizeof *car->gear_ratios);
    if (!car->gear_ratios) abort();
    for (int i = 0; i < car->gear_count; ++i) car->gear_ratios[i] = number(&text);
    text.next += strspn(text.next, " ");
    free(car->engine_sound);
    car->engine_sound = strndup(text.next, (size_t)sound_length);
    if (!car->engine_sound) abort();
  }
  freelocale(text.locale);
  return plausible && !text.wrong;
}

bool lo_is_car(void) {
  lo_car probe = {0};
  const bool is_car = read_measures(&probe);
  close_car(&probe);
  return is_car;
}

/* --- Devices
 * ----------------------------------------------------------------------------------------------------------- */

static const char* const wheel_names[] = {"right_front_wheel", "left_front_wheel", "right_rear_wheel",
                                          "left_rear_wheel"};
static const char* const sensor_names[] = {"right_front_sensor", "left_front_sensor", "right_rear_sensor",
                                           "left_rear_sensor"};
static const char* const brake_names[] = {"right_front_brake", "left_front_brake", "right_rear_brake",
                                          "left_rear_brake"};
static const char* const steering_names[] = {"right_steer", "left_steer"};
static const char* const steering_sensor_names[] = {"right_steer_sensor", "left_steer_sensor"};
static const char* const light_names[] = {
    "front_lights",     "antifog_lights", "right_indicators",          "left_indicators",         "rear_lights",
    "backwards_lights", "brake_lights",   "interior_right_indicators", "interior_left_indicators"};
static const char* const display_names[] = {"rear_display", "left_wing_display", "right_wing_display"};
static const char* const camera_names[] = {"rear_camera", "left_wing_camera", "right_wing_camera"};
static const char* const wiper_names[] = {"right_wiper_motor", "left_wiper_motor"};
static const char* const needle_names[] = {"rpm_needle_motor", "speed_needle_motor"};

/* 0, without a word, if there is none. */
static WbDeviceTag find(const char* name) {
  for (int i = 0; i < wb_robot_get_number_of_devices(); ++i) {
    const WbDeviceTag tag = wb_robot_get_device_by_index(i);
    if (strcmp(wb_device_get_name(tag), name) == 0) return tag;
  }
  return 0;
}

static void find_all(WbDeviceTag* tags, const char* const* names, int count) {
  for (int i = 0; i < count; ++i) tags[i] = find(names[i]);
}

static void need(WbDeviceTag tag, const char* name) {
  if (tag) return;
  fprintf(stderr, "Error: wbu_car_init(): robot \"%s\" has no device \"%s\", which a car must have.\n",
          wb_robot_get_name(), name);
  lo_exit(EXIT_FAILURE);
}

static void find_devices(lo_car* car) {
  find_all(car->wheels, wheel_names, WHEEL_COUNT);
  find_all(car->sensors, sensor_names, WHEEL_COUNT);
  find_all(car->brakes, brake_names, WHEEL_COUNT);
  find_all(car->steering_motors, steering_names, SIDE_COUNT);
  find_all(car->steering_sensors, steering_sensor_names, SIDE_COUNT);
  find_all(car->lights, light_names, LIGHT_COUNT);
  find_all(car->displays, display_names, MIRROR_COUNT);
  find_all(car->cameras, camera_names, MIRROR_COUNT);
  find_all(car->wiper_motors, wiper_names, SIDE_COUNT);
  find_all(car->needles, needle_names, NEEDLE_COUNT);
  car->wiper_sensor = find("wiper_sensor");
  car->steering_wheel = find("steering_wheel_motor");
  car->indicator_lever = find("indicator_lever_motor");
  for (int i = 0; i < SIDE_COUNT; ++i) {
    need(car->steering_motors[i], steering_names[i]);
    need(car->steering_sensors[i], steering_sensor_names[i]);
  }
  for (int i = 0; i < WHEEL_COUNT; ++i) {
    need(car->sensors[i], sensor_names[i]);
    need(car->brakes[i], brake_names[i]);
  }
  const bool front = car->wheels[FRONT_RIGHT] && car->wheels[FRONT_LEFT];
  const bool rear = car->wheels[REAR_RIGHT] && car->wheels[REAR_LEFT];
  if (!front && !rear) need(0, "right_front_wheel");
  car->type = front && rear ? WBU_CAR_FOUR_BY_FOUR : front ? WBU_CAR_TRACTION : WBU_CAR_PROPULSION;
}

/* Cameras of mirrors are shown at most 25 times a second. */
static void show_mirrors(const lo_car* car, int step_ms) {
  for (int i = 0; i < MIRROR_COUNT; ++i) {
    if (!car->displays[i] || !car->cameras[i]) continue;
    const int width = wb_display_get_width(car->displays[i]), height = wb_display_get_height(car->displays[i]);
    if (width < 0 || width != wb_camera_get_width(car->cameras[i]) || height != wb_camera_get_height(car->cameras[i]))
      continue;
    wb_camera_enable(car->cameras[i], (40 + step_ms - 1) / step_ms * step_ms);
    wb_display_attach_camera(car->displays[i], car->cameras[i]);
  }
}

void wbu_car_init() {
  wb_robot_init();
  lo_car* car = lo_car_memory();
  if (car->ready) return;
  if (!read_measures(car)) {
    fprintf(stderr, "Error: wbu_car_init(): robot \"%s\" is no car: its customData holds no car's measures.\n",
            wb_robot_get_name());
    lo_exit(EXIT_FAILURE);
  }
  lo_at_close(close_car, car);
  find_devices(car);
  car->indicator_period = 0.34;
  car->limited_slip_differential = true;
  car->indicator_auto_disabling = true;
  const int step_ms = (int)wb_robot_get_basic_time_step();
  for (int i = 0; i < SIDE_COUNT; ++i) wb_position_sensor_enable(car->steering_sensors[i], step_ms);
  if (car->wiper_sensor) wb_position_sensor_enable(car->wiper_sensor, step_ms);
  show_mirrors(car, step_ms);
  for (int i = 0; i < WHEEL_COUNT; ++i)
    if (car->wheels[i]) {
      wb_motor_set_position(car->wheels[i], INFINITY);
      wb_motor_set_velocity(car->wheels[i], 0);
    }
  car->ready = true;
}

void wbu_car_cleanup() {
  lo_car* car = lo_car_memory();
  if (!car || !car->ready) return;
  close_car(car);
  wb_robot_cleanup();
}

/* --- Lamps
 * ------------------------------------------------------------------------------------------------------------- */

void lo_set_light(const lo_car* car, lo_light light, bool on) {
  if (car->lights[light]) wb_led_set(car->lights[light], on);
  if (light == RIGHT_INDICATORS) lo_set_light(car, INTERIOR_RIGHT_INDICATORS, on);
  if (light == LEFT_INDICATORS) lo_set_light(car, INTERIOR_LEFT_INDICATORS, on);
}

bool lo_light_is_on(const lo_car* car, lo_light light) {
  return car->lights[light] && wb_led_get(car->lights[light]) != 0;
}

bool wbu_car_get_backwards_lights() {
  const lo_car* car = CAR();
  return car && lo_light_is_on(car, BACKWARDS_LIGHTS);
}

bool wbu_car_get_brake_lights() {
  const lo_car* car = CAR();
  return car && lo_light_is_on(car, BRAKE_LIGHTS);
}

void wbu_car_set_indicator_period(double period) {
  lo_car* car = CAR();
  if (!car) return;
  if (!(period > 0))
    lo_warn(0, __func__, "a period of %g s is not positive; ignored", period);
  else
    car->indicator_period = period;
}

double wbu_car_get_indicator_period() {
  const lo_car* car = CAR();
  return car ? car->indicator_period : 0;
}

void wbu_car_enable_indicator_auto_disabling(bool enable) {
  lo_car* car = CAR();
  if (car) car->indicator_auto_disabling = enable;
}

/* --- Measures
 * ---------------------------------------------------------------------------------------------------------- */

WbuCarType wbu_car_get_type() {
  const lo_car* car = CAR();
  return car ? car->type : WBU_CAR_TRACTION;
}

WbuCarEngineType wbu_car_get_engine_type() {
  const lo_car* car = CAR();
  return car ? car->engine_type : WBU_CAR_COMBUSTION_ENGINE;
}

double wbu_car_get_track_front() {
  const lo_car* car = CAR();
  return car ? car->track_front : 0;
}

double wbu_car_get_track_rear() {
  const lo_car* car = CAR();
  return car ? car->track_rear : 0;
}

double wbu_car_get_wheelbase() {
  const lo_car* car = CAR();
  return car ? car->wheelbase : 0;
}

double wbu_car_get_front_wheel_radius() {
  const lo_car* car = CAR();
  return car ? car->front_wheel_radius : 0;
}

double wbu_car_get_rear_wheel_radius() {
  const lo_car* car = CAR();
  return car ? car->rear_wheel_radius : 0;
}

/* --- Wheels
 * ------------------------------------------------------------------------------------------------------------ */

static bool good_wheel(WbuCarWheelIndex index, const char* function) {
  if ((int)index >= 0 && index < WBU_CAR_WHEEL_NB) return true;
  lo_warn(0, function, "wheel %d is not between 0 and %d", (int)index, WBU_CAR_WHEEL_NB - 1);
  return false;
}

double wbu_car_get_wheel_encoder(WbuCarWheelIndex wheel_index) {
  const lo_car* car = CAR();
  if (!car || !good_wheel(wheel_index, __func__)) return 0;
  const WbDeviceTag sensor = car->sensors[wheel_index];
  if (!wb_position_sensor_get_sampling_period(sensor))
    wb_position_sensor_enable(sensor, (int)wb_robot_get_basic_time_step());
  return wb_position_sensor_get_value(sensor);
}

double wbu_car_get_wheel_speed(WbuCarWheelIndex wheel_index) {
  const lo_car* car = CAR();
  return car && good_wheel(wheel_index, __func__) ? car->speeds[wheel_index] : 0;
}

static void set_steering(int side, double angle, const char* function) {
  lo_car* car = lo_car_of(function, "wbu_car_init");
  if (!car || lo_is_nan(0, function, "angle", angle)) return;
  car->steering_angles[side] = angle;
  wb_motor_set_position(car->steering_motors[side], angle);
}

void wbu_car_set_right_steering_angle(double angle) { set_steering(RIGHT_SIDE, angle, __func__); }
void wbu_car_set_left_steering_angle(double angle) { set_steering(LEFT_SIDE, angle, __func__); }

double wbu_car_get_right_steering_angle() {
  const lo_car* car = CAR();
  return car ? wb_position_sensor_get_value(car->steering_sensors[RIGHT_SIDE]) : 0;
}

double wbu_car_get_left_steering_angle() {
  const lo_car* car = CAR();
  return car ? wb_position_sensor_get_value(car->steering_sensors[LEFT_SIDE]) : 0;
}

void wbu_car_enable_limited_slip_differential(bool enable) {
  lo_car* car = CAR();
  if (car) car->limited_slip_differential = enable;
}
