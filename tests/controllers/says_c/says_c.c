/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Uses every kind of call of the C API that its siblings says_cpp and says_python use too, and writes what it reads
 * into the file that its argument names. The three files must be equal. */
#include <stdio.h>
#include <string.h>
#include <webots/accelerometer.h>
#include <webots/altimeter.h>
#include <webots/camera.h>
#include <webots/compass.h>
#include <webots/display.h>
#include <webots/distance_sensor.h>
#include <webots/gps.h>
#include <webots/gyro.h>
#include <webots/inertial_unit.h>
#include <webots/led.h>
#include <webots/lidar.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/radar.h>
#include <webots/range_finder.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

static FILE* file;

static void say(const char* what, const double* values, int count) {
  fprintf(file, "%s", what);
  for (int i = 0; i < count; ++i) fprintf(file, " %.17g", values[i]);
  fprintf(file, "\n");
}

static void say_one(const char* what, double value) { say(what, &value, 1); }

static WbDeviceTag camera, finder, lidar, radar, display;

static void enable_eyes(int step) {
  camera = wb_robot_get_device("camera");
  finder = wb_robot_get_device("range-finder");
  lidar = wb_robot_get_device("lidar");
  radar = wb_robot_get_device("radar");
  display = wb_robot_get_device("display");
  wb_camera_enable(camera, 2 * step);
  wb_camera_recognition_enable(camera, step);
  wb_range_finder_enable(finder, step);
  wb_lidar_enable(lidar, step);
  wb_lidar_enable_point_cloud(lidar);
  wb_radar_enable(radar, step);
  const double of_camera[] = {wb_camera_get_width(camera), wb_camera_get_height(camera), wb_camera_get_fov(camera),
                              wb_camera_get_sampling_period(camera)};
  const double of_finder[] = {wb_range_finder_get_width(finder), wb_range_finder_get_height(finder),
                              wb_range_finder_get_max_range(finder), wb_range_finder_get_sampling_period(finder)};
  const double of_lidar[] = {wb_lidar_get_horizontal_resolution(lidar), wb_lidar_get_number_of_layers(lidar),
                             wb_lidar_get_number_of_points(lidar), wb_lidar_get_fov(lidar)};
  const double of_radar[] = {wb_radar_get_max_range(radar), wb_radar_get_sampling_period(radar)};
  const double of_display[] = {wb_display_get_width(display), wb_display_get_height(display)};
  say("camera", of_camera, 4);
  say("range-finder", of_finder, 4);
  say("lidar", of_lidar, 4);
  say("radar", of_radar, 2);
  say("display", of_display, 2);
}

static void look(void) {
  const double images[] = {wb_camera_get_image(camera) != NULL, wb_range_finder_get_range_image(finder) != NULL,
                           wb_lidar_get_point_cloud(lidar) != NULL,
                           wb_camera_recognition_get_number_of_objects(camera)};
  say("images", images, 4);
  const WbRadarTarget* targets = wb_radar_get_targets(radar);
  say_one("targets", wb_radar_get_number_of_targets(radar));
  const double target[] = {targets->distance, targets->received_power, targets->speed, targets->azimuth};
  say("target", target, 4);
  wb_display_set_color(display, 0xff0000);
  wb_display_draw_line(display, 0, 0, 9, 9);
}

int main(int argc, char** argv) {
  wb_robot_init();
  file = fopen(argv[argc - 1], "w");
  const int step = (int)wb_robot_get_basic_time_step();
  fprintf(file, "%s %d %d\n", wb_robot_get_name(), step, wb_robot_get_number_of_devices());

  WbDeviceTag motor = wb_robot_get_device("motor");
  WbDeviceTag position = wb_motor_get_position_sensor(motor);
  WbDeviceTag eye = wb_robot_get_device("eye");
  WbDeviceTag gps = wb_robot_get_device("gps");
  WbDeviceTag accelerometer = wb_robot_get_device("accelerometer");
  WbDeviceTag gyro = wb_robot_get_device("gyro");
  WbDeviceTag compass = wb_robot_get_device("compass");
  WbDeviceTag unit = wb_robot_get_device("unit");
  WbDeviceTag altimeter = wb_robot_get_device("altimeter");
  WbDeviceTag led = wb_robot_get_device("led");
  wb_position_sensor_enable(position, step);
  wb_distance_sensor_enable(eye, 2 * step);
  wb_gps_enable(gps, step);
  wb_accelerometer_enable(accelerometer, step);
  wb_gyro_enable(gyro, step);
  wb_compass_enable(compass, step);
  wb_inertial_unit_enable(unit, step);
  wb_altimeter_enable(altimeter, step);
  wb_motor_set_velocity(motor, 2);
  wb_motor_set_position(motor, 1);
  say_one("max velocity", wb_motor_get_max_velocity(motor));
  say("table", wb_distance_sensor_get_lookup_table(eye), 3 * wb_distance_sensor_get_lookup_table_size(eye));

  enable_eyes(step);

  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  const int count = wb_supervisor_field_get_count(children);
  for (int i = 0; i < 20 && wb_robot_step(step) != -1; ++i) {
    say_one("time", wb_robot_get_time());
    say_one("position", wb_position_sensor_get_value(position));
    say_one("eye", wb_distance_sensor_get_value(eye));
    say("gps", wb_gps_get_values(gps), 3);
    say("accelerometer", wb_accelerometer_get_values(accelerometer), 3);
    say("gyro", wb_gyro_get_values(gyro), 3);
    say("compass", wb_compass_get_values(compass), 3);
    say("unit", wb_inertial_unit_get_roll_pitch_yaw(unit), 3);
    say_one("altimeter", wb_altimeter_get_value(altimeter));
    wb_led_set(led, i % 2);
    say_one("led", wb_led_get(led));
    look();
    say("box", wb_supervisor_field_get_sf_vec3f(translation), 3);
    say("box velocity", wb_supervisor_node_get_velocity(box), 6);
    if (i == 5) {
      const double there[3] = {0, 1, 2};
      wb_supervisor_field_set_sf_vec3f(translation, there);
      say("box to be", wb_supervisor_field_get_sf_vec3f(translation), 3);
    }
    if (i == 8) {
      wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF NEW Solid { translation 3 4 5 name \"new\" }");
      say_one("nodes more", wb_supervisor_field_get_count(children) - count);
      say("new", wb_supervisor_node_get_position(wb_supervisor_node_get_from_def("NEW")), 3);
    }
    if (i == 10) {
      wb_supervisor_node_remove(wb_supervisor_node_get_from_def("NEW"));
      say_one("nodes more", wb_supervisor_field_get_count(children) - count);
    }
  }
  wb_supervisor_simulation_quit(7);
  wb_robot_step(step);
  fclose(file);
  wb_robot_cleanup();
  return 0;
}
