/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A supervisor that does one of several things, named by its first argument; tests/worlds/supervisor_acts_test.cpp has
 * the worlds. */
#include <webots/device.h>
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/gps.h>
#include <webots/led.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/receiver.h>
#include <webots/supervisor.h>

#include "../check.h"

static WbFieldRef translation_of(const char* def) {
  WbNodeRef node = wb_supervisor_node_get_from_def(def);
  CHECK(node);
  return wb_supervisor_node_get_field(node, "translation");
}

static void until_the_end(void) {
  while (wb_robot_step(8) != -1) {
  }
}

/* Two of these set the same field; whose robot stands later in the tree wins, in every step. */
static void sets_x(double mine, double last) {
  WbFieldRef x = translation_of("MARK");
  for (int i = 0; i < 20; ++i) {
    const double position[3] = {mine + i, 0, 5};
    wb_supervisor_field_set_sf_vec3f(x, position);
    CHECK(near(wb_supervisor_field_get_sf_vec3f(x)[0], mine + i)); /* what waits */
    step(1);
    CHECK(near(wb_supervisor_field_get_sf_vec3f(x)[0], last + i));
  }
  if (mine == last) wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* It is there until the end of the step, and then its controller ends as with the end of the simulation. */
static void leaves(void) {
  step(3);
  WbNodeRef self = wb_supervisor_node_get_self();
  wb_supervisor_node_remove(self);
  CHECK(wb_supervisor_node_get_self() == self);
  CHECK(!strcmp(wb_supervisor_node_get_type_name(self), "Robot"));
  CHECK(wb_robot_step(8) == -1);
}

/* What was wrong changes nothing. */
static void errs(void) {
  WbFieldRef translation = translation_of("MARK");
  const double bad[3] = {NAN, 0, 0}, good[4] = {1, 2, 3, 0};
  wb_supervisor_field_set_sf_vec3f(translation, bad);
  wb_supervisor_field_set_sf_float(translation, 4);
  wb_supervisor_field_set_sf_rotation(translation, good);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation)[2], 5));
  CHECK(wb_supervisor_field_get_sf_rotation(translation) == NULL);
  CHECK(wb_supervisor_field_get_sf_float(translation) == 0);
  CHECK(wb_supervisor_field_get_count(translation) == -1 && wb_supervisor_field_get_count(NULL) == -1);
  CHECK(wb_supervisor_field_get_type(NULL) == WB_NO_FIELD);
  CHECK(!strcmp(wb_supervisor_field_get_type_name(NULL), ""));
  CHECK(wb_supervisor_node_get_type(NULL) == WB_NODE_NO_NODE);
  CHECK(!strcmp(wb_supervisor_node_get_type_name(NULL), "") &&
        !strcmp(wb_supervisor_node_get_base_type_name(NULL), ""));
  CHECK(wb_supervisor_node_get_number_of_fields(NULL) == -1);

  WbNodeRef root = wb_supervisor_node_get_root();
  CHECK(wb_supervisor_node_get_type(root) == WB_NODE_GROUP && wb_supervisor_node_get_id(root) == 0);
  CHECK(wb_supervisor_node_get_parent_node(root) == NULL);
  CHECK(wb_supervisor_node_get_from_id(123456) == NULL && wb_supervisor_node_get_from_id(-3) == NULL);
  CHECK(wb_supervisor_node_get_selected() == NULL);
  CHECK(wb_supervisor_node_get_number_of_fields(root) == 1);
  WbFieldRef children = wb_supervisor_node_get_field(root, "children");
  const int count = wb_supervisor_field_get_count(children);
  /* Neither the root nor these two can go. */
  wb_supervisor_node_remove(root);
  for (int i = 0; i < count; ++i) {
    WbNodeRef node = wb_supervisor_field_get_mf_node(children, i);
    CHECK(wb_supervisor_node_get_parent_node(node) == root);
    const WbNodeType type = wb_supervisor_node_get_type(node);
    if (type == WB_NODE_WORLD_INFO || type == WB_NODE_VIEWPOINT) wb_supervisor_field_remove_mf(children, i);
  }
  /* Nor can a second come. */
  wb_supervisor_field_import_mf_node_from_string(children, 0, "WorldInfo { gravity 0 }");
  wb_supervisor_field_import_mf_node_from_string(children, 0, "Viewpoint { }");
  CHECK(wb_supervisor_field_get_count(children) == count);
  CHECK(wb_supervisor_field_get_mf_node(children, -count) == wb_supervisor_field_get_mf_node(children, 0));
  CHECK(wb_supervisor_field_get_mf_node(children, count) == NULL);

  /* No Pose has no pose; no Solid no velocity. */
  CHECK(isnan(wb_supervisor_node_get_position(root)[0]) && isnan(wb_supervisor_node_get_orientation(root)[8]));
  CHECK(isnan(wb_supervisor_node_get_velocity(wb_supervisor_field_get_mf_node(children, 0))[5]));
  /* Without Physics the centre of mass is zero. */
  WbNodeRef mark = wb_supervisor_node_get_from_def("MARK");
  CHECK(wb_supervisor_node_get_center_of_mass(mark)[2] == 0);
  CHECK(!wb_supervisor_node_get_static_balance(mark));
  wb_supervisor_node_set_joint_position(mark, 1, 1);
  wb_supervisor_node_restart_controller(mark);
  CHECK(!wb_supervisor_world_save("saved.txt") && !wb_supervisor_animation_start_recording("animation.mp4"));
  CHECK(!wb_supervisor_animation_stop_recording());
  wb_supervisor_export_image("image.bmp", 90);
  CHECK(!wb_supervisor_virtual_reality_headset_is_used());
  CHECK(isnan(wb_supervisor_virtual_reality_headset_get_position()[0]));

  /* Lists: insertion from both ends, removal, wrong places. */
  WbFieldRef colors = wb_supervisor_node_get_field(mark, "recognitionColors");
  const double red[3] = {1, 0, 0}, green[3] = {0, 1, 0}, blue[3] = {0, 0, 1}, wrong[3] = {0, 2, 0};
  wb_supervisor_field_insert_mf_color(colors, 0, red);
  wb_supervisor_field_insert_mf_color(colors, -1, blue);
  wb_supervisor_field_insert_mf_color(colors, -2, green);
  wb_supervisor_field_insert_mf_color(colors, 4, green);
  wb_supervisor_field_insert_mf_color(colors, 0, wrong);
  CHECK(wb_supervisor_field_get_count(colors) == 3);
  CHECK(wb_supervisor_field_get_mf_color(colors, 0)[0] == 1 && wb_supervisor_field_get_mf_color(colors, 1)[1] == 1);
  CHECK(wb_supervisor_field_get_mf_color(colors, -1)[2] == 1);
  wb_supervisor_field_set_mf_color(colors, -1, green);
  wb_supervisor_field_remove_mf(colors, 0); /* takes the waiting set along */
  CHECK(wb_supervisor_field_get_count(colors) == 2 && wb_supervisor_field_get_mf_color(colors, 1)[1] == 1);
  wb_supervisor_field_remove_mf(colors, 5);
  CHECK(wb_supervisor_field_get_count(colors) == 2);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static void saves(void) {
  step(40);
  CHECK(wb_supervisor_world_save("../../worlds/acts_saved.wbt"));
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static void animates(void) {
  CHECK(wb_supervisor_animation_start_recording("../../worlds/acts_animation.html"));
  CHECK(!wb_supervisor_animation_start_recording("../../worlds/acts_animation_2.html"));
  wb_supervisor_set_label(3, "say \"hello\"", 0.1, 0.2, 0.3, 0xff8000, 0.5, "Arial");
  step(5);
  wb_supervisor_set_label(3, "bye", 0.1, 0.2, 0.3, 0xff8000, 0.5, "Arial");
  step(5);
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF COMER Solid { name \"comer\" translation 1 2 3 }");
  step(2);
  wb_supervisor_node_remove(wb_supervisor_node_get_from_def("COMER"));
  wb_supervisor_node_remove(wb_supervisor_node_get_from_def("MARK"));
  step(2);
  wb_supervisor_simulation_quit(0); /* not stopped: complete all the same */
  until_the_end();
}

/* States by name, joints, and the mode. */
static void moves(void) {
  const double h = 0.008, g = 9.81;
  WbNodeRef ball = wb_supervisor_node_get_from_def("BALL"), stand = wb_supervisor_node_get_from_def("STAND");
  WbNodeRef hinge = wb_supervisor_field_get_mf_node(wb_supervisor_node_get_field(stand, "children"), 0);
  WbFieldRef angle = wb_supervisor_node_get_field(
      wb_supervisor_field_get_sf_node(wb_supervisor_node_get_field(hinge, "jointParameters")), "position");
  step(5);
  const double z = wb_supervisor_node_get_position(ball)[2], a = wb_supervisor_field_get_sf_float(angle);
  CHECK(near(z, 0.3 - g * h * h * 5 * 6 / 2));
  wb_supervisor_node_save_state(ball, "up");
  wb_supervisor_node_save_state(stand, "up");
  step(15); /* not yet on the floor */
  CHECK(fabs(wb_supervisor_field_get_sf_float(angle) - a) > 0.05);
  wb_supervisor_node_load_state(ball, "down"); /* never saved */
  wb_supervisor_node_load_state(ball, "up");
  wb_supervisor_node_load_state(stand, "up");
  CHECK(near(wb_supervisor_field_get_sf_float(angle), a));
  CHECK(near(wb_supervisor_node_get_position(ball)[2], z));
  step(1); /* from rest */
  CHECK(near(wb_supervisor_node_get_position(ball)[2], z - g * h * h));
  CHECK(fabs(wb_supervisor_field_get_sf_float(angle) - a) < 2 * g / 0.5 * h * h);
  wb_supervisor_node_load_state(ball, "__init__");
  wb_supervisor_node_load_state(stand, "__init__");
  CHECK(near(wb_supervisor_field_get_sf_float(angle), 0));
  step(1);
  CHECK(near(wb_supervisor_node_get_position(ball)[2], 0.3 - g * h * h));

  wb_supervisor_node_set_joint_position(hinge, 0.7, 1);
  CHECK(near(wb_supervisor_field_get_sf_float(angle), 0.7));
  /* About y, downwards from x: the bob is 0.5 m away from the stand, at z = 2 - 0.5 sin 0.7. */
  WbNodeRef bob = wb_supervisor_node_get_from_def("BOB");
  CHECK(near(wb_supervisor_node_get_position(bob)[2], 2 - 0.5 * sin(0.7)));

  WbNodeRef mark = wb_supervisor_node_get_from_def("MARK");
  const double velocity[6] = {1, 0, 0, 0, 0, 0.5};
  wb_supervisor_node_set_velocity(mark, velocity);
  CHECK(wb_supervisor_node_get_velocity(mark)[0] == 1);
  step(10);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation_of("MARK"))[0], 10 * h));
  CHECK(near(wb_supervisor_node_get_orientation(mark)[3], sin(0.5 * 10 * h)));
  wb_supervisor_node_reset_physics(mark);
  step(3);
  CHECK(near(wb_supervisor_node_get_position(mark)[0], 10 * h));

  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_FAST);
  wb_supervisor_simulation_set_mode(WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME);
  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static double number_of(const char* def, const char* name) {
  WbFieldRef field = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name);
  CHECK(field);
  return wb_supervisor_field_get_type(field) & WB_MF ? wb_supervisor_field_get_mf_float(field, 0)
                                                     : wb_supervisor_field_get_sf_float(field);
}

/* What a saved state has, and what goes back to the start when it is loaded: the manual's table of resets. */
static void restores(void) {
  const double h = 0.008;
  WbDeviceTag motor = wb_robot_get_device("motor"), belt = wb_robot_get_device("belt");
  WbDeviceTag sensor = wb_robot_get_device("belt position"), led = wb_robot_get_device("led");
  WbDeviceTag ear = wb_robot_get_device("ear");
  WbNodeRef self = wb_supervisor_node_get_self(), charger = wb_supervisor_node_get_from_def("CHARGER");
  WbNodeRef view = wb_supervisor_node_get_from_def("VIEW"), turning = wb_supervisor_node_get_from_def("TURNING");
  WbFieldRef position = wb_supervisor_node_get_field(view, "position");
  WbFieldRef turn = wb_supervisor_node_get_field(turning, "rotation");
  wb_motor_set_position(motor, INFINITY);
  wb_motor_set_velocity(motor, 2);
  wb_motor_set_acceleration(motor, 30);
  wb_motor_set_available_torque(motor, 40);
  wb_motor_set_position(belt, INFINITY);
  wb_motor_set_velocity(belt, 0.5);
  wb_position_sensor_enable(sensor, 8);
  wb_led_set(led, 1);
  wb_receiver_enable(ear, 40);
  step(5);
  const double angle = number_of("PARAMETERS", "position"), energy = number_of("BOSS", "battery");
  const double charge = number_of("CHARGER", "battery"), way = wb_position_sensor_get_value(sensor);
  double before[4];
  memcpy(before, wb_supervisor_field_get_sf_rotation(turn), sizeof before);
  CHECK(angle > 0 && near(way, 5 * h * 0.5));
  CHECK(near(energy, 100 - 5 * h * 10)); /* cpuConsumption */
  CHECK(near(charge, 5 + 5 * h * 1));
  wb_supervisor_node_save_state(self, "then");
  wb_supervisor_node_save_state(charger, "then");
  wb_supervisor_node_save_state(view, "then");
  const double there[3] = {7, 8, 9};
  wb_supervisor_field_set_sf_vec3f(position, there);
  wb_supervisor_set_label(1, "gone with the robot's state", 0, 0, 0.1, 0, 0, "Arial");
  step(8);
  for (; wb_receiver_get_queue_length(ear) > 0; wb_receiver_next_packet(ear)) {
  }
  CHECK(number_of("PARAMETERS", "position") > angle + 0.05 && wb_led_get(led) == 1);
  CHECK(number_of("BOSS", "battery") < energy && number_of("CHARGER", "battery") > charge);
  CHECK(wb_supervisor_field_get_sf_vec3f(position)[2] == 9);
  CHECK(fabs(wb_supervisor_field_get_sf_rotation(turn)[3] - before[3]) > 0.05);

  wb_supervisor_node_load_state(self, "then");
  wb_supervisor_node_load_state(charger, "then");
  wb_supervisor_node_load_state(view, "then");
  CHECK(near(number_of("PARAMETERS", "position"), angle));
  CHECK(near(number_of("BOSS", "battery"), energy) && near(number_of("CHARGER", "battery"), charge));
  CHECK(wb_supervisor_field_get_sf_vec3f(position)[2] == 1);
  step(1);
  /* It stands where it was put, and has forgotten what it was told. */
  CHECK(near(number_of("PARAMETERS", "position"), angle));
  CHECK(near(wb_supervisor_field_get_sf_rotation(turn)[3], before[3]));
  CHECK(near(wb_motor_get_target_position(motor), angle));
  CHECK(wb_motor_get_velocity(motor) == 6);
  CHECK(wb_motor_get_acceleration(motor) == -1);
  CHECK(wb_motor_get_available_torque(motor) == 80);
  CHECK(near(wb_position_sensor_get_value(sensor), way));
  CHECK(wb_led_get(led) == 1); /* what it was told last (manual, wb_led_get), though it is off */
  /* Its period of five steps, of which three had passed, is over, and the packets of those steps are gone. */
  CHECK(wb_receiver_get_queue_length(ear) == 1);
  step(4);
  CHECK(wb_receiver_get_queue_length(ear) == 1);
  step(1);
  CHECK(wb_receiver_get_queue_length(ear) == 6);
  wb_motor_set_position(motor, angle + 1); /* and goes on as ever */
  step(20);
  CHECK(number_of("PARAMETERS", "position") > angle + 0.1);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* Stops what moves and leaves the rest: time and random numbers go on. A motor without bodies keeps its command and
 * comes to its speed anew, with the 80 rad/s^2 of its maxTorque (webots WbMotor::resetPhysics). */
static void calms(int now) {
  const double h = 0.008, g = 9.81;
  WbDeviceTag motor = wb_robot_get_device("motor"), gps = wb_robot_get_device("gps");
  WbNodeRef ball = wb_supervisor_node_get_from_def("BALL"), mark = wb_supervisor_node_get_from_def("MARK");
  wb_gps_enable(gps, 8);
  wb_motor_set_position(motor, INFINITY);
  wb_motor_set_velocity(motor, 2);
  const double drift[6] = {1, 0, 0, 0, 0, 0};
  wb_supervisor_node_set_velocity(mark, drift);
  step(10);
  const double angle = number_of("PARAMETERS", "position");
  if (now) {
    const double z = wb_supervisor_node_get_position(ball)[2];
    wb_supervisor_simulation_reset_physics();
    CHECK(wb_supervisor_node_get_velocity(ball)[2] == 0 && wb_supervisor_node_get_velocity(mark)[0] == 0);
    step(1);
    CHECK(near(wb_supervisor_node_get_position(ball)[2], z - g * h * h));
    CHECK(near(wb_supervisor_node_get_position(mark)[0], 10 * h));
    CHECK(near(wb_robot_get_time(), 11 * h));
  } else {
    step(1);
  }
  CHECK(near(number_of("PARAMETERS", "position"), angle + (now ? 80 * h : 2) * h));
  for (int i = 0; i < 5; ++i) {
    printf("gps %.17g\n", wb_gps_get_values(gps)[0]);
    step(1);
  }
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static void speaks(void) {
  WbDeviceTag mouth = wb_robot_get_device("mouth");
  do wb_emitter_send(mouth, "word", 5);
  while (wb_robot_step(8) != -1);
}

/* A step of no duration does what was set: it is there when the step returns, and no time has passed. */
static void stands_still(void) {
  WbNodeRef mark = wb_supervisor_node_get_from_def("MARK"), bob = wb_supervisor_node_get_from_def("BOB");
  const double there[3] = {7, 8, 9}, size[3] = {1, 1, 1};
  wb_supervisor_field_set_sf_vec3f(translation_of("MARK"), there);
  CHECK(near(wb_supervisor_node_get_position(mark)[0], 0));
  CHECK(wb_robot_step(0) == 0);
  CHECK(near(wb_supervisor_node_get_position(mark)[0], 7) && near(wb_robot_get_time(), 0));
  /* One for which the scene is built anew. */
  WbFieldRef bounding = wb_supervisor_node_get_field(mark, "boundingObject");
  wb_supervisor_field_import_sf_node_from_string(bounding, "Box { }");
  wb_supervisor_field_set_sf_vec3f(wb_supervisor_node_get_field(wb_supervisor_field_get_sf_node(bounding), "size"),
                                   size);
  CHECK(wb_robot_step(0) == 0 && wb_robot_step(0) == 0);
  CHECK(near(wb_supervisor_node_get_position(mark)[1], 8) && near(wb_supervisor_node_get_position(bob)[0], 0.5));
  step(1);
  CHECK(near(wb_robot_get_time(), 0.008));
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* Between the steps in which a tracked value comes, the value of now is answered. */
static void tracks(void) {
  WbNodeRef ball = wb_supervisor_node_get_from_def("BALL");
  WbFieldRef translation = translation_of("BALL");
  const double velocity[6] = {1, 0, 0, 0, 0, 0}, up[3] = {1, 0, 8};
  wb_supervisor_field_set_sf_vec3f(translation, up);
  step(1);
  wb_supervisor_node_set_velocity(ball, velocity);
  wb_supervisor_node_enable_pose_tracking(ball, 32, NULL);
  wb_supervisor_field_enable_sf_tracking(translation, 32);
  for (int i = 1; i <= 12; ++i) {
    step(1);
    CHECK(near(wb_supervisor_node_get_pose(ball, NULL)[3], 1 + i * 0.008));
    CHECK(near(wb_supervisor_field_get_sf_vec3f(translation)[0], 1 + i * 0.008));
  }
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static const char* name_of(const char* def) {
  WbNodeRef node = wb_supervisor_node_get_from_def(def);
  CHECK(node);
  return wb_supervisor_field_get_sf_string(wb_supervisor_node_get_field(node, "name"));
}

/* What comes gets another name than its siblings have; those below another Solid are none. */
static void names(void) {
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  WbFieldRef inside = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def("MARK"), "children");
  wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF A Solid { name \"ball\" }");
  wb_supervisor_field_import_mf_node_from_string(children, 0, "DEF B Solid { name \"ball\" }");
  wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF C Solid { name \"ball(4)\" }");
  wb_supervisor_field_import_mf_node_from_string(children, -1,
                                                 "Group { children [ DEF D Solid { name \"ball(4)\" } ] }");
  wb_supervisor_field_import_mf_node_from_string(inside, -1, "DEF E Solid { name \"ball\" }");
  wb_supervisor_field_import_mf_node_from_string(children, -1,
                                                 "DEF F Robot { name \"r\" controller \"<none>\" children [ "
                                                 "DEF G Solid { name \"s\" } "
                                                 "Pose { children [ DEF H Solid { name \"s\" } ] } ] }");
  CHECK(!strcmp(name_of("BALL"), "ball") && !strcmp(name_of("A"), "ball(1)") && !strcmp(name_of("B"), "ball(2)"));
  CHECK(!strcmp(name_of("C"), "ball(4)") && !strcmp(name_of("D"), "ball(3)") && !strcmp(name_of("E"), "ball"));
  CHECK(!strcmp(name_of("F"), "r") && !strcmp(name_of("G"), "s(1)") && !strcmp(name_of("H"), "s"));
  step(1);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* A handle is one as long as its node is there, whoever took it out and however. */
static void handles(void) {
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  wb_supervisor_field_import_mf_node_from_string(
      children, 0, "DEF TOP Solid { name \"top\" children [ DEF BELOW Pose { children [ DEF LAST Shape { } ] } ] }");
  WbNodeRef top = wb_supervisor_node_get_from_def("TOP"), below = wb_supervisor_node_get_from_def("BELOW");
  WbNodeRef last = wb_supervisor_node_get_from_def("LAST"), ball = wb_supervisor_node_get_from_def("BALL");
  WbFieldRef translation = wb_supervisor_node_get_field(below, "translation");
  CHECK(wb_supervisor_node_get_id(last) > 0 && !strcmp(wb_supervisor_node_get_def(last), "LAST"));
  wb_supervisor_node_remove(below);
  CHECK(wb_supervisor_node_get_id(top) > 0 && wb_supervisor_node_get_id(last) == -1);
  CHECK(wb_supervisor_field_get_type(translation) == WB_NO_FIELD);
  wb_supervisor_field_remove_mf(children, 0);
  CHECK(wb_supervisor_node_get_id(top) == -1 && !strcmp(wb_supervisor_node_get_def(top), ""));
  CHECK(!strcmp(wb_supervisor_node_get_type_name(top), "") && wb_supervisor_node_get_type(top) == WB_NODE_NO_NODE);

  /* The reset leaves what was there at the start its handles, takes what came, and brings back nothing that went. */
  const int id = wb_supervisor_node_get_id(ball);
  WbNodeRef mark = wb_supervisor_node_get_from_def("MARK");
  wb_supervisor_node_remove(mark);
  CHECK(wb_supervisor_node_get_id(mark) == -1);
  wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF EXTRA Solid { name \"extra\" }");
  WbNodeRef extra = wb_supervisor_node_get_from_def("EXTRA");
  wb_supervisor_simulation_reset();
  step(1);
  CHECK(wb_supervisor_node_get_id(extra) == -1);
  CHECK(wb_supervisor_node_get_id(mark) == -1 && !wb_supervisor_node_get_from_def("MARK"));
  CHECK(wb_supervisor_node_get_from_def("BALL") == ball && wb_supervisor_node_get_id(ball) == id);
  CHECK(near(wb_supervisor_node_get_position(ball)[0], 1));

  /* Fields by number: the order of Webots' own type files, hidden ones last. */
  CHECK(wb_supervisor_node_get_number_of_fields(ball) == 17);
  static const char* const fields[] = {"translation", "rotation", "children", "name"};
  for (int i = 0; i < 4; ++i) {
    WbFieldRef field = wb_supervisor_node_get_field_by_index(ball, i);
    CHECK(!strcmp(wb_supervisor_field_get_name(field), fields[i]));
    CHECK(field == wb_supervisor_node_get_field(ball, fields[i]));
  }
  CHECK(near(wb_supervisor_field_get_sf_vec3f(wb_supervisor_node_get_field_by_index(ball, 0))[0], 1));
  CHECK(!strcmp(wb_supervisor_field_get_name(wb_supervisor_node_get_field_by_index(ball, 16)), "angularVelocity"));
  CHECK(!wb_supervisor_node_get_field_by_index(ball, 17));
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* Of the program that has started this process. getppid() would make this a controller that runs as a process alone. */
static long resident_pages(void) {
  char path[64];
  int parent = 0;
  long total = 0, resident = 0;
  FILE* file = fopen("/proc/self/stat", "r");
  CHECK(file && fscanf(file, "%*d (%*[^)]) %*c %d", &parent) == 1);
  fclose(file);
  snprintf(path, sizeof path, "/proc/%d/statm", parent);
  file = fopen(path, "r");
  CHECK(file && fscanf(file, "%ld %ld", &total, &resident) == 2);
  fclose(file);
  return resident;
}

/* A thousand times through an edited world and back; the last 30 steps are those of a run that was never reset. */
static void resets(int times) {
  long early = 0;
  for (int i = 0; i < times; ++i) {
    const double position[3] = {i, 0, 5};
    wb_supervisor_field_set_sf_vec3f(translation_of("MARK"), position);
    WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
    wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF EXTRA Solid { name \"extra\" }");
    wb_supervisor_simulation_reset();
    step(2);
    CHECK(near(wb_robot_get_time(), 0.008));
    CHECK(!wb_supervisor_node_get_from_def("EXTRA"));
    if (i == 10) early = resident_pages();
  }
  if (times) {
    wb_supervisor_simulation_reset();
    step(1);
    const long late = resident_pages();
    printf("resident pages: %ld after ten resets, %ld at the end\n", early, late);
    CHECK(late <= early + early / 100);
  }
  step(30);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* What a list holds is known right after it lost a node, by whichever function. */
static void counts(void) {
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  const int count = wb_supervisor_field_get_count(children);
  wb_supervisor_node_remove(wb_supervisor_node_get_from_def("MARK"));
  CHECK(wb_supervisor_field_get_count(children) == count - 1);
  wb_supervisor_field_import_mf_node_from_string(children, count - 1, "DEF LAST Solid { name \"last\" }");
  CHECK(wb_supervisor_field_get_count(children) == count);
  CHECK(wb_supervisor_field_get_mf_node(children, count - 1) == wb_supervisor_node_get_from_def("LAST"));
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* It takes its own rights away; another supervisor gives them back after four steps. */
static void resigns(void) {
  WbNodeRef self = wb_supervisor_node_get_self();
  wb_supervisor_node_enable_pose_tracking(self, 8, NULL);
  wb_supervisor_field_set_sf_bool(wb_supervisor_node_get_field(self, "supervisor"), false);
  CHECK(wb_robot_get_supervisor() && wb_supervisor_node_get_from_def("MARK"));
  for (int i = 0; i < 3; ++i) {
    step(1);
    CHECK(!wb_robot_get_supervisor() && !wb_supervisor_node_get_from_def("MARK"));
    wb_supervisor_simulation_quit(1);
  }
  step(2);
  CHECK(wb_robot_get_supervisor() && wb_supervisor_node_get_from_def("MARK"));
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* Devices that come into its own children are there with the next step, again and again. */
static void equips(void) {
  const int count = wb_robot_get_number_of_devices();
  WbDeviceTag first = 0;
  for (int i = 0; i < 100; ++i) {
    WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_self(), "children");
    wb_supervisor_field_import_mf_node_from_string(children, -1, "GPS { name \"late\" translation 0 0 3 }");
    wb_supervisor_field_import_mf_node_from_string(children, -1,
                                                   "DistanceSensor { name \"later\" lookupTable [ 0 0 0, 1 1000 0 ] }");
    step(1);
    CHECK(wb_robot_get_number_of_devices() == count + 2);
    const WbDeviceTag gps = wb_robot_get_device("late"), eye = wb_robot_get_device("later");
    CHECK(gps && eye && (!first || gps == first));
    first = gps;
    CHECK(wb_device_get_node_type(gps) == WB_NODE_GPS && !strcmp(wb_device_get_name(eye), "later"));
    CHECK(wb_distance_sensor_get_max_value(eye) == 1000 && wb_distance_sensor_get_lookup_table_size(eye) == 2);
    CHECK(wb_gps_get_sampling_period(gps) == 0);
    wb_gps_enable(gps, 8);
    step(2);
    CHECK(near(wb_gps_get_values(gps)[2], 3));
    wb_supervisor_simulation_reset();
    step(1);
  }
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static void appoints(void) {
  step(4);
  WbNodeRef other = wb_supervisor_node_get_from_def("OTHER");
  wb_supervisor_field_set_sf_bool(wb_supervisor_node_get_field(other, "supervisor"), true);
  until_the_end();
}

int main(int argc, char** argv) {
  wb_robot_init();
  CHECK(argc > 1);
  const char* what = argv[1];
  if (!strcmp(what, "first")) sets_x(100, 200);
  if (!strcmp(what, "last")) sets_x(200, 200);
  if (!strcmp(what, "leaves")) leaves();
  if (!strcmp(what, "errs")) errs();
  if (!strcmp(what, "saves")) saves();
  if (!strcmp(what, "moves")) moves();
  if (!strcmp(what, "animates")) animates();
  if (!strcmp(what, "resets")) resets(atoi(argv[2]));
  if (!strcmp(what, "waits")) until_the_end();
  if (!strcmp(what, "counts")) counts();
  if (!strcmp(what, "resigns")) resigns();
  if (!strcmp(what, "equips")) equips();
  if (!strcmp(what, "appoints")) appoints();
  if (!strcmp(what, "restores")) restores();
  if (!strcmp(what, "calms")) calms(atoi(argv[2]));
  if (!strcmp(what, "speaks")) speaks();
  if (!strcmp(what, "stands still")) stands_still();
  if (!strcmp(what, "tracks")) tracks();
  if (!strcmp(what, "names")) names();
  if (!strcmp(what, "handles")) handles();
  if (!strcmp(what, "imports")) {
    step(2);
    WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
    wb_supervisor_field_import_mf_node_from_string(
        children, -1, "Robot { name \"born\" supervisor TRUE controller \"acts\" controllerArgs [ \"quits\" \"5\" ] }");
    until_the_end();
  }
  if (!strcmp(what, "removes")) {
    step(2);
    wb_supervisor_node_remove(wb_supervisor_node_get_from_def("OTHER"));
    CHECK(!wb_supervisor_node_get_from_def("OTHER"));
    step(3);
    wb_supervisor_simulation_quit(6);
    until_the_end();
  }
  if (!strcmp(what, "loads")) {
    step(7);
    wb_supervisor_world_load("../../worlds/acts_other.wbt");
    until_the_end();
  }
  if (!strcmp(what, "quits")) {
    step(3);
    wb_supervisor_simulation_quit(atoi(argv[2]));
    until_the_end();
  }
  wb_robot_cleanup();
  return 0;
}
