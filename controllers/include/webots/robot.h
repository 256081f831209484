/* A controller's robot: start, steps, end, its devices, and what it knows about the world that it runs in.
 * Empty parameter lists are meant: controllers of all years call these with and without arguments. */
#ifndef WB_ROBOT_H
#define WB_ROBOT_H

#include "nodes.h"
#include "types.h"

typedef void* WbMutexRef;

typedef enum { WB_MODE_SIMULATION = 0, WB_MODE_CROSS_COMPILATION, WB_MODE_REMOTE_CONTROL } WbRobotMode;

/* May be or-ed, except for the first. */
typedef enum {
  WB_EVENT_QUIT = -1,
  WB_EVENT_NO_EVENT = 0,
  WB_EVENT_MOUSE_CLICK = 1,
  WB_EVENT_MOUSE_MOVE = 2,
  WB_EVENT_KEYBOARD = 4,
  WB_EVENT_JOYSTICK_BUTTON = 8,
  WB_EVENT_JOYSTICK_AXIS = 16,
  WB_EVENT_JOYSTICK_POV = 32
} WbUserInputEvent;

#ifdef __cplusplus
extern "C" {
#endif

/* First call of a controller, wb_robot_cleanup its last. wb_robot_init returns 1. */
int wb_robot_init();
void wb_robot_cleanup();

/* Simulates `duration` ms (a multiple of the basic time step): commands given so far take effect, and readings are
 * those at its end. Returns 0, or -1 when the simulation is over and the controller should end. 0 ms: commands take
 * effect, no time passes. */
int wb_robot_step(int duration);
/* The same in two halves, with time to compute in between; no other function that needs the simulator may be called
 * there. */
int wb_robot_step_begin(int duration);
int wb_robot_step_end();
/* Blocks until one of the events or `timeout` ms. */
WbUserInputEvent wb_robot_wait_for_user_input_event(WbUserInputEvent event_type, int timeout);

double wb_robot_get_time();            /* simulated seconds */
double wb_robot_get_basic_time_step(); /* ms, WorldInfo.basicTimeStep */
WbRobotMode wb_robot_get_mode();
/* Turns a remote-control library on and off; `arg` is passed to it. */
void wb_robot_set_mode(WbRobotMode mode, const char* arg);
bool wb_robot_get_synchronization();
bool wb_robot_get_supervisor();

/* Strings belong to the library; those that can change are valid until the next call of the same function. */
const char* wb_robot_get_name();
const char* wb_robot_get_model();
const char* wb_robot_get_urdf(const char* prefix);
const char* wb_robot_get_custom_data();
void wb_robot_set_custom_data(const char* data);
const char* wb_robot_get_project_path();
const char* wb_robot_get_world_path();

/* 0 and a warning if the robot has no device of that name. */
WbDeviceTag wb_robot_get_device(const char* name);
int wb_robot_get_number_of_devices();
WbDeviceTag wb_robot_get_device_by_index(int index);

/* Robot.battery: energy in J. */
void wb_robot_battery_sensor_enable(int sampling_period);
void wb_robot_battery_sensor_disable();
int wb_robot_battery_sensor_get_sampling_period();
double wb_robot_battery_sensor_get_value();

/* A thread of the controller's own, and locks for it. */
void wb_robot_task_new(void (*task)(void*), void* param);
WbMutexRef wb_robot_mutex_new();
void wb_robot_mutex_lock(WbMutexRef mutex);
void wb_robot_mutex_unlock(WbMutexRef mutex);
void wb_robot_mutex_delete(WbMutexRef mutex);

/* Holds the robot in place by a fixed joint, or lets it go. */
void wb_robot_pin_to_static_environment(bool pin);

/* Names of older releases. */
const char* wb_robot_get_controller_name() WB_DEPRECATED;
const char* wb_robot_get_data() WB_DEPRECATED;
void wb_robot_set_data(const char* data) WB_DEPRECATED;
const char* wb_robot_get_controller_arguments();
WbNodeType wb_robot_get_type();
int wb_robot_get_battery_sampling_period();
double wb_robot_battery_get_value();
void wb_robot_keyboard_enable(int sampling_period);
void wb_robot_keyboard_disable();
int wb_robot_keyboard_get_key();

/* The keys of wb_robot_keyboard_get_key; the same numbers as in keyboard.h. */
enum {
  WB_ROBOT_KEYBOARD_END = 312,
  WB_ROBOT_KEYBOARD_HOME = 313,
  WB_ROBOT_KEYBOARD_LEFT = 314,
  WB_ROBOT_KEYBOARD_UP = 315,
  WB_ROBOT_KEYBOARD_RIGHT = 316,
  WB_ROBOT_KEYBOARD_DOWN = 317,
  WB_ROBOT_KEYBOARD_PAGEUP = 366,
  WB_ROBOT_KEYBOARD_PAGEDOWN = 367,
  WB_ROBOT_KEYBOARD_NUMPAD_HOME = 375,
  WB_ROBOT_KEYBOARD_NUMPAD_LEFT = 376,
  WB_ROBOT_KEYBOARD_NUMPAD_UP = 377,
  WB_ROBOT_KEYBOARD_NUMPAD_RIGHT = 378,
  WB_ROBOT_KEYBOARD_NUMPAD_DOWN = 379,
  WB_ROBOT_KEYBOARD_NUMPAD_END = 382,
  WB_ROBOT_KEYBOARD_KEY = 0x0000ffff,
  WB_ROBOT_KEYBOARD_SHIFT = 0x00010000,
  WB_ROBOT_KEYBOARD_CONTROL = 0x00020000,
  WB_ROBOT_KEYBOARD_ALT = 0x00040000
};

#ifdef __cplusplus
}
#endif

#endif
