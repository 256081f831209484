/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A remote-control library that reports a reading before it has been asked for anything. */
#include <webots/remote_control.h>

static bool start(const char* argument) {
  (void)argument;
  return true;
}
static void nothing(void) {}
static bool no(void) { return false; }
static int step(int period) {
  (void)period;
  return 0;
}

bool wbr_init(WbrInterface* functions) {
  functions->mandatory.wbr_start = start;
  functions->mandatory.wbr_stop = nothing;
  functions->mandatory.wbr_has_failed = no;
  functions->mandatory.wbr_stop_actuators = nothing;
  functions->mandatory.wbr_robot_step = step;
  wbr_distance_sensor_set_value(1, 7);
  return true;
}

void wbr_cleanup(void) {}
