/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Reads keyboard, mouse and joystick at every step and writes what they say into the file that its argument names. The
 * second argument, if there is one, makes it wait for input first, with so many milliseconds of patience. */
#include <stdio.h>
#include <stdlib.h>
#include <webots/joystick.h>
#include <webots/keyboard.h>
#include <webots/mouse.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  FILE* file = fopen(argv[1], "w");
  wb_keyboard_enable(2 * step);
  wb_mouse_enable(step);
  wb_mouse_enable_3d_position();
  wb_joystick_enable(step);
  if (argc > 2) {
    for (int i = 0; i < 3; ++i) {
      const int came = wb_robot_wait_for_user_input_event(WB_EVENT_KEYBOARD | WB_EVENT_MOUSE_CLICK, atoi(argv[2]));
      fprintf(file, "came %d key %d left %d\n", came, wb_keyboard_get_key(), wb_mouse_get_state().left);
    }
  }
  while (wb_robot_step(step) != -1) {
    fprintf(file, "%.3f keys", wb_robot_get_time());
    for (int key; (key = wb_keyboard_get_key()) != -1;)
      fprintf(file, " %s%s%s%d", key & WB_KEYBOARD_SHIFT ? "S" : "", key & WB_KEYBOARD_CONTROL ? "C" : "",
              key & WB_KEYBOARD_ALT ? "A" : "", key & WB_KEYBOARD_KEY);
    const WbMouseState m = wb_mouse_get_state();
    fprintf(file, " mouse %g %g %g %g %g %d%d%d", m.u, m.v, m.x, m.y, m.z, m.left, m.middle, m.right);
    fprintf(file, " joystick %s", wb_joystick_is_connected() ? wb_joystick_get_model() : "none");
    for (int i = 0; i < wb_joystick_get_number_of_axes(); ++i) fprintf(file, " a%d", wb_joystick_get_axis_value(i));
    for (int i = 0; i < wb_joystick_get_number_of_povs(); ++i) fprintf(file, " p%d", wb_joystick_get_pov_value(i));
    for (int button; (button = wb_joystick_get_pressed_button()) != -1;) fprintf(file, " b%d", button);
    fprintf(file, "\n");
  }
  fclose(file);
  wb_robot_cleanup();
  return 0;
}
