/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Plays motion files: motion_player FILE..., one after the other. Without any, a ROBOTIS OP2 nods for yes and shakes
 * its head for no, in turn. */
#include <math.h>
#include <stdio.h>
#include <webots/motor.h>
#include <webots/robot.h>
#include <webots/utils/motion.h>

static int play(const char* file, int step) {
  const WbMotionRef motion = wbu_motion_new(file);
  if (!motion) {
    fprintf(stderr, "cannot play the motion %s\n", file);
    return 1;
  }
  wbu_motion_play(motion);
  int running = 1;
  do {
    running = wb_robot_step(step) != -1;
  } while (running && !wbu_motion_is_over(motion));
  wbu_motion_delete(motion);
  return running;
}

int main(int argc, char** argv) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  int running = 1;
  for (int i = 1; i < argc && running; ++i) running = play(argv[i], step);
  if (argc > 1) {
    while (running) running = wb_robot_step(step) != -1;
  } else {
    const WbDeviceTag pan = wb_robot_get_device("Neck"), tilt = wb_robot_get_device("Head");
    while (wb_robot_step(step) != -1) {
      const double phase = fmod(wb_robot_get_time(), 8);
      wb_motor_set_position(tilt, phase < 3 ? 0.3 * sin(6 * phase) : 0);
      wb_motor_set_position(pan, phase >= 4 && phase < 7 ? 0.5 * sin(6 * (phase - 4)) : 0);
    }
  }
  wb_robot_cleanup();
  return 0;
}
