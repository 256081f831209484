/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* parts <way> [<last wish>...]: the robot "sees" says what has become of what the other one asked for after its last
 * step, which ends in this way. Shared by the tests of processes and of controllers in process. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <webots/emitter.h>
#include <webots/motor.h>
#include <webots/receiver.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

static WbFieldRef field_of(const char* def, const char* name) {
  return wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name);
}

static void see(void) {
  WbDeviceTag receiver = wb_robot_get_device("receiver");
  wb_receiver_enable(receiver, 8);
  for (int i = 0; i < 5; ++i) wb_robot_step(8);
  const double* ball = wb_supervisor_field_get_sf_vec3f(field_of("BALL", "translation"));
  printf("ball %g %g %g, ", ball[0], ball[1], ball[2]);
  printf("data %s, ", wb_supervisor_field_get_sf_string(field_of("ASKS", "customData")));
  printf("packet %s, ",
         wb_receiver_get_queue_length(receiver) > 0 ? (const char*)wb_receiver_get_data(receiver) : "none");
  printf("arm %g\n", wb_supervisor_field_get_sf_float(field_of("ASKS.ARM", "position")));
}

static void ask(void) {
  const double place[3] = {1, 2, 3};
  wb_supervisor_field_set_sf_vec3f(field_of("BALL", "translation"), place);
  wb_robot_set_custom_data("gone");
  wb_emitter_send(wb_robot_get_device("emitter"), "bye", 4);
  WbDeviceTag arm = wb_robot_get_device("arm");
  wb_motor_set_position(arm, INFINITY);
  wb_motor_set_velocity(arm, 1);
}

static void wish(const char* what, const char* of) {
  if (!strcmp(what, "load")) wb_supervisor_world_load(of);
  if (!strcmp(what, "reload")) wb_supervisor_world_reload();
  if (!strcmp(what, "reset")) wb_supervisor_simulation_reset();
  if (!strcmp(what, "save")) wb_supervisor_world_save(of);
  if (!strcmp(what, "quit")) wb_supervisor_simulation_quit(atoi(of));
  if (!strcmp(what, "step")) wb_robot_step(8);
}

static int end(const char* way) {
  if (!strcmp(way, "begun")) {
    wb_robot_step_begin(8);
    ask();
  }
  if (!strcmp(way, "cleanup") || !strcmp(way, "begun")) wb_robot_cleanup();
  if (!strcmp(way, "exit")) exit(0);
  if (!strcmp(way, "exit 3")) exit(3);
  if (!strcmp(way, "_exit")) _exit(0);
  if (!strcmp(way, "forked") && fork() == 0) exit(0);
  if (!strcmp(way, "forked")) {
    sleep(1); /* what the child's exit() does is done */
    _exit(0);
  }
  return 0;
}

int main(int argc, char** argv) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_name(), "sees")) {
    see();
    return 0;
  }
  const char* way = argc > 1 ? argv[1] : "return";
  if (strcmp(way, "at once")) {
    wb_robot_step(8);
    wb_robot_step(8);
  }
  if (strcmp(way, "begun")) ask();
  for (int i = 2; i < argc; i += 2) wish(argv[i], i + 1 < argc ? argv[i + 1] : "");
  return end(way);
}
