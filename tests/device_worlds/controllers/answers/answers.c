/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever happens to a robot, the functions of its devices answer what the tree says. Every number, string and table
 * that they answer of a field is a line of a table here. All are set by the supervisor's functions and by the devices'
 * own; after each turn of the world's life they are compared: an edit in place, one that makes the scene anew, both in
 * one turn, a reset, and a controller that is started again. (The test goes on from a snapshot of each of these, too.)
 */
#include <stdlib.h>
#include <webots/accelerometer.h>
#include <webots/brake.h>
#include <webots/camera.h>
#include <webots/compass.h>
#include <webots/connector.h>
#include <webots/display.h>
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/gps.h>
#include <webots/gyro.h>
#include <webots/inertial_unit.h>
#include <webots/led.h>
#include <webots/lidar.h>
#include <webots/light_sensor.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/radar.h>
#include <webots/radio.h>
#include <webots/range_finder.h>
#include <webots/receiver.h>
#include <webots/skin.h>
#include <webots/supervisor.h>
#include <webots/touch_sensor.h>
#include <webots/vacuum_gripper.h>

#include "../check.h"

static WbDeviceTag motor, lift, gps, eye, light, touch, accelerometer, gyro, compass, inertial, emitter, receiver,
    radio, connector, gripper, camera, lidar, finder, display, radar, skin;

static WbFieldRef field(const char* def, const char* name) {
  return wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name);
}

/* Of a field whose words stand for 0, 1, ... */
static int choice(const char* def, const char* name, const char* words) {
  const char* word = wb_supervisor_field_get_sf_string(field(def, name));
  const size_t length = strlen(word);
  int number = 0;
  for (const char* at = words; *at; at += strcspn(at, " "), at += *at == ' ', ++number)
    if (strcspn(at, " ") == length && !strncmp(at, word, length)) return number;
  return -1;
}

/* A field of one number: what is answered of it, and two other values. */
#define NUMBERS                                                                                  \
  NUMBER(MOTOR, minPosition, wb_motor_get_min_position(motor), -2.5, -2)                         \
  NUMBER(MOTOR, maxPosition, wb_motor_get_max_position(motor), 2.5, 2)                           \
  NUMBER(MOTOR, maxVelocity, wb_motor_get_max_velocity(motor), 6, 12)                            \
  NUMBER(MOTOR, maxTorque, wb_motor_get_max_torque(motor), 50, 200)                              \
  NUMBER(MOTOR, acceleration, wb_motor_get_acceleration(motor), 3, 9)                            \
  NUMBER(MOTOR, multiplier, wb_motor_get_multiplier(motor), 2, 0.5)                              \
  NUMBER(LIFT, maxVelocity, wb_motor_get_max_velocity(lift), 1, 3)                               \
  NUMBER(LIFT, maxForce, wb_motor_get_max_force(lift), 20, 40)                                   \
  NUMBER(EYE, aperture, wb_distance_sensor_get_aperture(eye), 0.25, 1)                           \
  NUMBER(INERTIAL, noise, wb_inertial_unit_get_noise(inertial), 0.2, 0.3)                        \
  NUMBER(EMITTER, channel, wb_emitter_get_channel(emitter), 2, 3)                                \
  NUMBER(EMITTER, range, wb_emitter_get_range(emitter), 4, 5)                                    \
  NUMBER(EMITTER, bufferSize, wb_emitter_get_buffer_size(emitter), 25, 50)                       \
  NUMBER(RECEIVER, channel, wb_receiver_get_channel(receiver), 2, 3)                             \
  NUMBER(RADIO, frequency, wb_radio_get_frequency(radio), 9e8, 5e9)                              \
  NUMBER(RADIO, channel, wb_radio_get_channel(radio), 2, 3)                                      \
  NUMBER(RADIO, bitrate, wb_radio_get_bitrate(radio), 1000, 2000)                                \
  NUMBER(RADIO, rxSensitivity, wb_radio_get_rx_sensitivity(radio), -80, -90)                     \
  NUMBER(RADIO, txPower, wb_radio_get_tx_power(radio), 2, 3)                                     \
  NUMBER(CONNECTOR, isLocked, wb_connector_is_locked(connector), true, false)                    \
  NUMBER(GRIPPER, isOn, wb_vacuum_gripper_is_on(gripper), true, false)                           \
  NUMBER(CAMERA, fieldOfView, wb_camera_get_fov(camera), 0.5, 1)                                 \
  NUMBER(CAMERA, width, wb_camera_get_width(camera), 8, 16)                                      \
  NUMBER(CAMERA, height, wb_camera_get_height(camera), 4, 32)                                    \
  NUMBER(CAMERA, near, wb_camera_get_near(camera), 0.125, 0.25)                                  \
  NUMBER(CAMERA, exposure, wb_camera_get_exposure(camera), 2, 0.5)                               \
  NUMBER(FOCUS, focalLength, wb_camera_get_focal_length(camera), 0.25, 0.125)                    \
  NUMBER(FOCUS, focalDistance, wb_camera_get_focal_distance(camera), 2, 3)                       \
  NUMBER(FOCUS, minFocalDistance, wb_camera_get_min_focal_distance(camera), 0.25, 0.125)         \
  NUMBER(FOCUS, maxFocalDistance, wb_camera_get_max_focal_distance(camera), 5, 6)                \
  NUMBER(ZOOM, minFieldOfView, wb_camera_get_min_fov(camera), 0.125, 0.375)                      \
  NUMBER(ZOOM, maxFieldOfView, wb_camera_get_max_fov(camera), 1.25, 2)                           \
  NUMBER(RECOGNITION, segmentation, wb_camera_recognition_has_segmentation(camera), true, false) \
  NUMBER(LIDAR, horizontalResolution, wb_lidar_get_horizontal_resolution(lidar), 64, 128)        \
  NUMBER(LIDAR, numberOfLayers, wb_lidar_get_number_of_layers(lidar), 2, 3)                      \
  NUMBER(LIDAR, minFrequency, wb_lidar_get_min_frequency(lidar), 2, 3)                           \
  NUMBER(LIDAR, maxFrequency, wb_lidar_get_max_frequency(lidar), 30, 40)                         \
  NUMBER(LIDAR, defaultFrequency, wb_lidar_get_frequency(lidar), 11, 12)                         \
  NUMBER(LIDAR, fieldOfView, wb_lidar_get_fov(lidar), 1, 2)                                      \
  NUMBER(LIDAR, verticalFieldOfView, wb_lidar_get_vertical_fov(lidar), 0.25, 0.5)                \
  NUMBER(LIDAR, minRange, wb_lidar_get_min_range(lidar), 0.125, 0.25)                            \
  NUMBER(LIDAR, maxRange, wb_lidar_get_max_range(lidar), 2, 4)                                   \
  NUMBER(FINDER, width, wb_range_finder_get_width(finder), 8, 16)                                \
  NUMBER(FINDER, height, wb_range_finder_get_height(finder), 4, 32)                              \
  NUMBER(FINDER, fieldOfView, wb_range_finder_get_fov(finder), 0.5, 1)                           \
  NUMBER(FINDER, minRange, wb_range_finder_get_min_range(finder), 0.125, 0.25)                   \
  NUMBER(FINDER, maxRange, wb_range_finder_get_max_range(finder), 2, 4)                          \
  NUMBER(DISPLAY, width, wb_display_get_width(display), 8, 16)                                   \
  NUMBER(DISPLAY, height, wb_display_get_height(display), 4, 32)                                 \
  NUMBER(RADAR, minRange, wb_radar_get_min_range(radar), 2, 3)                                   \
  NUMBER(RADAR, maxRange, wb_radar_get_max_range(radar), 20, 30)                                 \
  NUMBER(RADAR, horizontalFieldOfView, wb_radar_get_horizontal_fov(radar), 0.5, 1)               \
  NUMBER(RADAR, verticalFieldOfView, wb_radar_get_vertical_fov(radar), 0.25, 0.5)

/* A field of one word. */
#define CHOICES                                                                                          \
  CHOICE(EYE, type, wb_distance_sensor_get_type(eye), "generic infra-red sonar laser", "sonar", "laser") \
  CHOICE(INFO, gpsCoordinateSystem, wb_gps_get_coordinate_system(gps), "local WGS84", "WGS84", "local")  \
  CHOICE(TOUCH, type, wb_touch_sensor_get_type(touch), "bumper force force-3d", "force", "force-3d")

/* A lookup table. */
#define TABLES                                          \
  TABLE(EYE, wb_distance_sensor, eye)                   \
  TABLE(LIGHT, wb_light_sensor, light)                  \
  TABLE(TOUCH, wb_touch_sensor, touch)                  \
  TABLE(ACCELEROMETER, wb_accelerometer, accelerometer) \
  TABLE(GYRO, wb_gyro, gyro)                            \
  TABLE(COMPASS, wb_compass, compass)

static double number_of(WbFieldRef f) {
  switch (wb_supervisor_field_get_type(f)) {
    case WB_SF_FLOAT:
      return wb_supervisor_field_get_sf_float(f);
    case WB_SF_INT32:
      return wb_supervisor_field_get_sf_int32(f);
    case WB_SF_BOOL:
      return wb_supervisor_field_get_sf_bool(f);
    default:
      return NAN;
  }
}

static void set_number(WbFieldRef f, double value) {
  switch (wb_supervisor_field_get_type(f)) {
    case WB_SF_FLOAT:
      wb_supervisor_field_set_sf_float(f, value);
      break;
    case WB_SF_INT32:
      wb_supervisor_field_set_sf_int32(f, (int)value);
      break;
    case WB_SF_BOOL:
      wb_supervisor_field_set_sf_bool(f, value != 0);
      break;
    default:
      CHECK(false);
  }
}

static void compare_number(const char* def, const char* name, double answered, const char* when) {
  const double expected = number_of(field(def, name));
  if (answered == expected) return;
  ++failures;
  printf("FAILED after %s: %s.%s is answered as %.12g, the tree says %.12g\n", when, def, name, answered, expected);
}

static void compare_table(const char* def, int size, const double* rows, const char* when) {
  const WbFieldRef f = field(def, "lookupTable");
  int wrong = size != wb_supervisor_field_get_count(f);
  for (int i = 0; i < size && !wrong; ++i)
    wrong = memcmp(rows + 3 * i, wb_supervisor_field_get_mf_vec3f(f, i), 3 * sizeof(double));
  if (!wrong) return;
  ++failures;
  printf("FAILED after %s: the lookupTable of %s is not the tree's\n", when, def);
}

/* What follows from several fields. */
static void compare_derived(const char* when) {
  const int rows = wb_supervisor_field_get_count(field("EYE", "lookupTable"));
  double least[2] = {INFINITY, INFINITY}, greatest[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < rows; ++i)
    for (int column = 0; column < 2; ++column) {
      const double value = wb_supervisor_field_get_mf_vec3f(field("EYE", "lookupTable"), i)[column];
      least[column] = fmin(least[column], value);
      greatest[column] = fmax(greatest[column], value);
    }
  const int before = failures;
  CHECK(wb_distance_sensor_get_min_range(eye) == least[0]);
  CHECK(wb_distance_sensor_get_max_range(eye) == greatest[0]);
  CHECK(wb_distance_sensor_get_min_value(eye) == least[1]);
  CHECK(wb_distance_sensor_get_max_value(eye) == greatest[1]);
  CHECK(wb_camera_has_recognition(camera) == (wb_supervisor_field_get_sf_node(field("CAMERA", "recognition")) != NULL));
  SAME(wb_device_get_name(eye), wb_supervisor_field_get_sf_string(field("EYE", "name")));
  SAME(wb_device_get_model(eye), wb_supervisor_field_get_sf_string(field("EYE", "model")));
  SAME(wb_device_get_name(motor), wb_supervisor_field_get_sf_string(field("MOTOR", "name")));
  CHECK(wb_robot_get_device(wb_device_get_name(eye)) == eye);
  SAME(wb_radio_get_address(radio), wb_supervisor_field_get_sf_string(field("RADIO", "address")));
  const int bones = wb_supervisor_field_get_count(field("SKIN", "bones"));
  CHECK(wb_skin_get_bone_count(skin) == bones);
  for (int i = 0; i < bones; ++i)
    SAME(wb_skin_get_bone_name(skin, i), wb_supervisor_field_get_sf_string(wb_supervisor_node_get_field(
                                             wb_supervisor_field_get_mf_node(field("SKIN", "bones"), i), "solidName")));
  if (failures > before) printf("after %s\n", when);
}

static void compare(const char* when) {
#define NUMBER(def, name, answered, a, b) compare_number(#def, #name, answered, when);
  NUMBERS
#undef NUMBER
#define CHOICE(def, name, answered, words, a, b)                                                             \
  if ((int)(answered) != choice(#def, #name, words)) {                                                       \
    ++failures;                                                                                              \
    printf("FAILED after %s: " #def "." #name " is answered as %d, the tree says %d\n", when, (int)answered, \
           choice(#def, #name, words));                                                                      \
  }
  CHOICES
#undef CHOICE
#define TABLE(def, prefix, tag) \
  compare_table(#def, prefix##_get_lookup_table_size(tag), prefix##_get_lookup_table(tag), when);
  TABLES
#undef TABLE
  compare_derived(when);
}

/* The fields as they were before a reset, which must leave them so. */
static double last[64];
static void remember(void) {
  int i = 0;
#define NUMBER(def, name, answered, a, b) last[i++] = number_of(field(#def, #name));
  NUMBERS
#undef NUMBER
}
static void compare_with_last(void) {
  int i = 0;
#define NUMBER(def, name, answered, a, b) CHECK((answered) == last[i++]);
  NUMBERS
#undef NUMBER
}

static void set_all(bool second) {
  wb_supervisor_field_set_sf_string(field("RADIO", "address"), second ? "far" : "a longer address than before");
#define NUMBER(def, name, answered, a, b) set_number(field(#def, #name), second ? (b) : (a));
  NUMBERS
#undef NUMBER
#define CHOICE(def, name, answered, words, a, b) \
  wb_supervisor_field_set_sf_string(field(#def, #name), second ? (b) : (a));
  CHOICES
#undef CHOICE
  const double row[] = {second ? 7 : 8, second ? 70 : 80, 0};
#define TABLE(def, prefix, tag)                                  \
  if (wb_supervisor_field_get_count(field(#def, "lookupTable"))) \
    wb_supervisor_field_set_mf_vec3f(field(#def, "lookupTable"), -1, row);
  TABLES
#undef TABLE
}

/* Lists and names are edited by making the scene anew. */
static void grow_lists(bool second) {
  wb_supervisor_field_set_sf_string(field("EYE", "name"), second ? "a longer name than before" : "look");
  wb_supervisor_field_set_sf_string(field("EYE", "model"), second ? "of another make" : "of some make");
  wb_supervisor_field_set_sf_string(field("MOTOR", "name"), second ? "engine" : "drive");
#define TABLE(def, prefix, tag) \
  wb_supervisor_field_insert_mf_vec3f(field(#def, "lookupTable"), -1, (double[]){9, 90, 0});
  TABLES
#undef TABLE
  wb_supervisor_field_import_mf_node_from_string(field("SKIN", "bones"), -1, "SolidReference { solidName \"lifted\" }");
}

/* A thing that nothing else depends on. */
static void make_scene_anew(void) {
  wb_supervisor_field_import_mf_node_from_string(
      wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children"), -1,
      "Solid { name \"new\" translation 50 0 0 boundingObject Box { } physics Physics { } }");
}

/* The devices' own functions. */
static void command_all(bool second) {
  wb_motor_set_position(motor, second ? 0.5 : 1);
  wb_motor_set_velocity(motor, second ? 1 : 2);
  wb_motor_set_acceleration(motor, second ? 4 : 8);
  wb_motor_set_available_torque(motor, second ? 7 : 9);
  wb_emitter_set_channel(emitter, second ? 5 : 6);
  wb_emitter_set_range(emitter, second ? 1 : 2);
  wb_receiver_set_channel(receiver, second ? 5 : 6);
  wb_radio_set_address(radio, second ? "there" : "nowhere");
  wb_radio_set_frequency(radio, second ? 1e9 : 2e9);
  wb_radio_set_channel(radio, second ? 5 : 6);
  wb_radio_set_bitrate(radio, second ? 10 : 20);
  wb_radio_set_rx_sensitivity(radio, second ? -70 : -60);
  wb_radio_set_tx_power(radio, second ? 4 : 5);
  if (second)
    wb_connector_unlock(connector);
  else
    wb_connector_lock(connector);
  if (second)
    wb_vacuum_gripper_turn_off(gripper);
  else
    wb_vacuum_gripper_turn_on(gripper);
  wb_camera_set_fov(camera, second ? 0.75 : 0.875);
  wb_camera_set_exposure(camera, second ? 3 : 4);
  wb_camera_set_focal_distance(camera, second ? 1.5 : 1.75);
  wb_lidar_set_frequency(lidar, second ? 13 : 14);
}

/* What stands in no field: the motor obeys what was asked of it, until a reset. */
static void compare_asked(bool second) {
  NEAR(wb_motor_get_target_position(motor), second ? 0.5 : 1, 0);
  NEAR(wb_motor_get_velocity(motor), second ? 1 : 2, 0);
  NEAR(wb_motor_get_available_torque(motor), second ? 7 : 9, 0);
}
static void compare_unasked(void) {
  CHECK(wb_motor_get_target_position(motor) == 0);
  CHECK(wb_motor_get_velocity(motor) == wb_motor_get_max_velocity(motor));
  CHECK(wb_motor_get_available_torque(motor) == wb_motor_get_max_torque(motor));
}

static void find_devices(void) {
#define FIND(name) name = wb_robot_get_device(#name)
  motor = wb_robot_get_device(wb_supervisor_field_get_sf_string(field("MOTOR", "name")));
  eye = wb_robot_get_device(wb_supervisor_field_get_sf_string(field("EYE", "name")));
  FIND(lift), FIND(gps), FIND(light), FIND(touch), FIND(accelerometer), FIND(gyro), FIND(compass);
  FIND(inertial), FIND(emitter), FIND(receiver), FIND(radio), FIND(connector), FIND(gripper), FIND(camera), FIND(lidar);
  FIND(finder), FIND(display), FIND(radar), FIND(skin);
#undef FIND
}

/* The life of a controller that was started once; then it asks to be started again. */
static int first_life(void) {
  wb_distance_sensor_enable(eye, STEP);
  compare("the start");
  compare_unasked();
  for (int round = 0; round < 2; ++round) {
    set_all(round);
    steps(1);
    compare("an edit in place");
    grow_lists(round);
    steps(1);
    compare("an edit of lists");
    command_all(round);
    make_scene_anew(); /* while they wait to be taken */
    compare_asked(round);
    steps(1);
    compare("commands");
    compare_asked(round);
    make_scene_anew();
    steps(1);
    compare("a new scene");
    compare_asked(round);
    set_all(!round);
    make_scene_anew();
    steps(1);
    compare("an edit and a new scene");
    remember();
    wb_supervisor_simulation_reset();
    steps(1);
    compare("a reset");
    compare_with_last();
    compare_unasked();
    CHECK(wb_distance_sensor_get_sampling_period(eye) == STEP); /* the controller's own */
    CHECK(!isnan(wb_distance_sensor_get_value(eye)));
  }
  /* Devices beside the motor, which go with the reset. */
  CHECK(wb_motor_get_brake(motor) == 0);
  wb_supervisor_field_import_mf_node_from_string(field("MOTOR_JOINT", "device"), -1, "Brake { }");
  wb_supervisor_field_import_mf_node_from_string(field("MOTOR_JOINT", "device"), -1, "PositionSensor { }");
  steps(1);
  const WbDeviceTag brake = wb_robot_get_device("brake"), angle = wb_robot_get_device("position sensor");
  CHECK(brake && angle);
  CHECK(wb_motor_get_brake(motor) == brake);
  CHECK(wb_motor_get_position_sensor(motor) == angle);
  CHECK(wb_brake_get_motor(brake) == motor);
  CHECK(wb_brake_get_position_sensor(brake) == angle);
  CHECK(wb_position_sensor_get_motor(angle) == motor);
  CHECK(wb_position_sensor_get_brake(angle) == brake);
  wb_supervisor_simulation_reset();
  steps(1);
  CHECK(wb_motor_get_brake(motor) == 0);

  set_number(field("MOTOR", "multiplier"), 1);
  steps(1);
  grow_lists(true);
  set_all(true); /* with the step, so that the commands count with the multiplier of before */
  command_all(false);
  wb_robot_set_custom_data("again");
  steps(1);
  if (failures) return finish();
  wb_supervisor_node_restart_controller(wb_supervisor_node_get_self());
  steps(2);
  CHECK(false); /* it does not come here */
  return finish();
}

static int second_life(void) {
  compare("a new controller");
  compare_asked(false);
  steps(1);
  compare("its first step");
  command_all(true);
  steps(1);
  compare("its commands");
  compare_asked(true);
  wb_supervisor_simulation_reset();
  steps(1);
  compare("a reset of a world with a new controller");
  compare_unasked();
  CHECK(wb_camera_has_recognition(camera));
  wb_supervisor_node_remove(wb_supervisor_node_get_from_def("RECOGNITION"));
  steps(1);
  CHECK(!wb_camera_has_recognition(camera));
  wb_supervisor_simulation_reset();
  steps(1);
  CHECK(!wb_camera_has_recognition(camera)); /* what was removed stays away */
  return finish();
}

int main(void) {
  wb_robot_init();
  find_devices();
  return strcmp(wb_robot_get_custom_data(), "again") ? first_life() : second_life();
}
