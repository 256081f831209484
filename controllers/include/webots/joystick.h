/* A joystick. */
#ifndef WB_JOYSTICK_H
#define WB_JOYSTICK_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_joystick_enable(int sampling_period); /* ms; 0 disables */
void wb_joystick_disable();
int wb_joystick_get_sampling_period();
bool wb_joystick_is_connected();
const char* wb_joystick_get_model();

int wb_joystick_get_number_of_axes();
int wb_joystick_get_axis_value(int axis); /* -32768 to 32767 */
int wb_joystick_get_number_of_povs();
int wb_joystick_get_pov_value(int pov);
/* The next of the buttons that are down, -1 after the last. */
int wb_joystick_get_pressed_button();

/* Force feedback. */
void wb_joystick_set_constant_force(int level);
void wb_joystick_set_constant_force_duration(double duration); /* s */
void wb_joystick_set_auto_centering_gain(double gain);
void wb_joystick_set_resistance_gain(double gain);
void wb_joystick_set_force_axis(int axis);

/* Older name of wb_joystick_get_pressed_button. */
int wb_joystick_get_key();

#ifdef __cplusplus
}
#endif

#endif
