/* Driving a car by speed or by throttle and gears. Angles in rad (positive to the right), speeds in km/h, brake and
 * throttle 0 to 1. */
#ifndef WBU_DRIVER_H
#define WBU_DRIVER_H

#include "../types.h"

typedef enum { OFF, RIGHT, LEFT } WbuDriverIndicatorState;
typedef enum { UNDEFINED_CONTROL_MODE = -1, SPEED = 0, TORQUE } WbuDriverControlMode;
typedef enum { DOWN, SLOW, NORMAL, FAST } WbuDriverWiperMode;

/* Older names of the types. */
typedef WbuDriverIndicatorState wbu_indicator_state;
typedef WbuDriverControlMode wbu_control_mode;
typedef WbuDriverWiperMode wbu_wipers_mode;

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the robot is a car. */
bool wbu_driver_initialization_is_possible();
/* In place of wb_robot_init and wb_robot_cleanup; wbu_driver_step steps by the basic time step. */
void wbu_driver_init();
void wbu_driver_cleanup();
int wbu_driver_step();

void wbu_driver_set_steering_angle(double steering_angle);
double wbu_driver_get_steering_angle();
/* Speed control: wheels are held at that speed. */
void wbu_driver_set_cruising_speed(double speed);
double wbu_driver_get_target_cruising_speed();
double wbu_driver_get_current_speed();
/* Torque control: the engine's torque by throttle and gear. */
void wbu_driver_set_throttle(double throttle);
double wbu_driver_get_throttle();
void wbu_driver_set_brake_intensity(double intensity);
double wbu_driver_get_brake_intensity();
double wbu_driver_get_rpm();
/* -1 is reverse, 0 neutral. */
int wbu_driver_get_gear();
void wbu_driver_set_gear(int gear);
int wbu_driver_get_gear_number();
WbuDriverControlMode wbu_driver_get_control_mode();

/* Lights and wipers. */
void wbu_driver_set_indicator(WbuDriverIndicatorState state);
WbuDriverIndicatorState wbu_driver_get_indicator();
void wbu_driver_set_hazard_flashers(bool state);
bool wbu_driver_get_hazard_flashers();
void wbu_driver_set_dipped_beams(bool state);
bool wbu_driver_get_dipped_beams();
void wbu_driver_set_antifog_lights(bool state);
bool wbu_driver_get_antifog_lights();
void wbu_driver_set_wiper_mode(WbuDriverWiperMode mode);
WbuDriverWiperMode wbu_driver_get_wiper_mode();

/* Names of older releases. */
void wbu_driver_set_brake(double brake) WB_DEPRECATED;
double wbu_driver_get_brake() WB_DEPRECATED;
void wbu_driver_set_wipers_mode(wbu_wipers_mode mode) WB_DEPRECATED;
wbu_wipers_mode wbu_driver_get_wipers_mode() WB_DEPRECATED;

#ifdef __cplusplus
}
#endif

#endif
