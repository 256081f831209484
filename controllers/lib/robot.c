/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_robot_*: start, steps, end, and what a robot knows of itself. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/device.h>
#include <webots/joystick.h>
#include <webots/keyboard.h>
#include <webots/mouse.h>
#include <webots/robot.h>

#include "controllers/lib/crash.h"
#include "controllers/lib/interrupt.h"
#include "controllers/lib/turns.h"

void lo_load_remote_control(const char* file);
void lo_unload_remote_control(void);

static const char model_key[] = "model", custom_data_key[] = "custom data";

int wb_robot_init() {
  if (lo_current && lo_kept_text(0, custom_data_key)) return 1;
  /* Lines arrive as they are printed; what was printed before is not lost. */
  fflush(stdout);
  setvbuf(stdout, NULL, _IOLBF, 4096);
  lo_forget_given_up();
  if (!lo_current && !lo_session_connect()) {
    if (lo_gave_up()) return 0;
    lo_exit(EXIT_FAILURE);
  }
  const lo_robot_state* robot = lo_robot();
  lo_keep_text(0, custom_data_key, lo_text(robot->custom_data), robot->custom_data.count);
  lo_load_remote_control(lo_text(robot->remote_control));
  return 1;
}

/* As an author of a controller without wb_robot_init must learn at once. */
static void need_session(const char* function) {
  if (lo_current && (!lo_is_in_process() || lo_is_own_thread())) return;
  fprintf(stderr,
          lo_current ? "Error: %s(): called in a thread of its own, which a controller can only as a process: without "
                       "--in-process.\n"
                     : "Error: %s(): wb_robot_init() must be called before any other function.\n",
          function);
  lo_exit(EXIT_FAILURE);
}

static void before_step(int duration_ms) {
  const unsigned hooks = lo_step_hooks();
  if (!hooks) return;
#define LO_BEFORE_STEP(function)          \
  if (hooks & 1u << LO_HOOK_##function) { \
    lo_step_hook function;                \
    function(duration_ms);                \
  }
#define LO_AFTER_STEP(function)
#include "controllers/lib/step_hooks.def"
#undef LO_BEFORE_STEP
#undef LO_AFTER_STEP
}

static void after_step(int duration_ms) {
  const unsigned hooks = lo_step_hooks();
  if (!hooks) return;
#define LO_BEFORE_STEP(function)
#define LO_AFTER_STEP(function)           \
  if (hooks & 1u << LO_HOOK_##function) { \
    lo_step_hook function;                \
    function(duration_ms);                \
  }
#include "controllers/lib/step_hooks.def"
#undef LO_BEFORE_STEP
#undef LO_AFTER_STEP
}

/* A handler of a signal has called wb_robot_cleanup() while its thread waited for its turn. */
static bool cleans_up_later;

/* -1 if the simulation is over. */
static int begin(int duration_ms, bool overlaps, const char* function) {
  if (lo_session_phase() == LO_ENDED) {
    lo_unlock();
    lo_await_exit();
    lo_exit(EXIT_SUCCESS);
  }
  if (lo_session_phase() == LO_ENDING) {
    lo_session_set_phase(LO_ENDED);
    return -1;
  }
  if (duration_ms < 0) {
    lo_warn(0, function, "a duration of %d ms is negative; taken as 0", duration_ms);
    duration_ms = 0;
  }
  const double basic = lo_robot()->basic_time_step_ms, steps = duration_ms / basic;
  if (fabs(steps - floor(steps + 0.5)) > 1e-9)
    lo_warn(0, function, "a duration of %d ms is no multiple of the basic time step, %g ms", duration_ms, basic);
  before_step(duration_ms);
  lo_step_begin(duration_ms, overlaps);
  return 0;
}

/* The same; LO_NO_ANSWER: the wait was given up, the step is to be ended again. */
static int end(int duration_ms) {
  const int answer = lo_step_end();
  if (answer == LO_NO_ANSWER) return answer;
  if (answer == LO_ANSWER_TERMINATE) {
    lo_session_set_phase(LO_ENDED);
    return -1;
  }
  after_step(duration_ms);
  if (!cleans_up_later) return 0;
  cleans_up_later = false;
  wb_robot_cleanup();
  return -1;
}

/* What was asked for since the last step goes the way that it goes at a step; there is only no answer. If the turn is
 * the engine's since a wait was given up, the end of the process says goodbye. */
void wb_robot_cleanup() {
  if (!lo_is_session_owner()) return;
  lo_leave();
  if (lo_is_waiting_here()) {
    cleans_up_later = true; /* if the program still runs then */
    lo_leave_in_order();
    return;
  }
  if (!lo_is_in_hurry()) {
    lo_lock();
  } else if (!lo_try_lock()) {
    lo_leave_in_order();
    return;
  }
  /* What was asked for since wb_robot_step_begin() is for the next request. */
  if (lo_stepping() && !lo_is_owed_answer()) end(0);
  const bool is_heard = lo_session_phase() == LO_RUNNING && !lo_is_owed_answer();
  if (is_heard) before_step(0);
  lo_unload_remote_control();
  if (is_heard)
    lo_say_goodbye();
  else if (lo_session_phase() == LO_RUNNING)
    lo_leave_in_order();
  lo_session_set_phase(LO_ENDED);
  lo_unlock();
}

/* Another thread ends the controller; who steps after the end exits (see begin). */
static bool ends_meanwhile(void) { return lo_is_leaving() && lo_session_phase() != LO_ENDED; }

/* What a step answers. A simulation that has gone away without a word takes its controllers along. */
static int answered(int result) {
  if (result == -1) lo_await_exit();
  if (result == -1 && lo_engine_has_vanished() && !lo_is_leaving()) lo_exit(EXIT_FAILURE);
  return result == LO_NO_ANSWER ? 0 : result;
}

/* Ends a step that was begun, before `function` begins the next. */
static int end_last(const char* function) {
  if (!lo_stepping()) return 0;
  if (!lo_is_owed_answer())
    lo_warn(0, function, "called between wb_robot_step_begin() and wb_robot_step_end(), which is called now");
  return end(lo_step_duration());
}

void lo_end_owed_step(void) {
  if (lo_stepping() && lo_is_owed_answer()) end(lo_step_duration());
}

int wb_robot_step(int duration) {
  need_session(__func__);
  if (ends_meanwhile()) return answered(-1);
  lo_lock();
  int result = end_last(__func__);
  if (result == 0) result = begin(duration, false, __func__);
  if (result == 0) result = end(duration);
  lo_unlock();
  return answered(result);
}

int wb_robot_step_begin(int duration) {
  need_session(__func__);
  if (ends_meanwhile()) return answered(-1);
  lo_lock();
  int result = end_last(__func__);
  if (result == 0) result = begin(duration, true, __func__);
  lo_unlock();
  return answered(result);
}

int wb_robot_step_end() {
  need_session(__func__);
  lo_lock();
  int result = -1;
  if (lo_stepping()) {
    result = end(0);
  } else if (lo_session_phase() == LO_RUNNING) {
    lo_warn(0, __func__, "called without wb_robot_step_begin(); ignored");
    result = 0; /* -1 would say that the simulation is over */
  }
  lo_unlock();
  return answered(result);
}

WbUserInputEvent wb_robot_wait_for_user_input_event(WbUserInputEvent event_type, int timeout) {
  need_session(__func__);
  static const struct {
    int events;
    int (*period)(void);
    const char* device;
  } sources[] = {{WB_EVENT_MOUSE_CLICK | WB_EVENT_MOUSE_MOVE, wb_mouse_get_sampling_period, "mouse"},
                 {WB_EVENT_KEYBOARD, wb_keyboard_get_sampling_period, "keyboard"},
                 {WB_EVENT_JOYSTICK_BUTTON | WB_EVENT_JOYSTICK_AXIS | WB_EVENT_JOYSTICK_POV,
                  wb_joystick_get_sampling_period, "joystick"}};
  bool any = event_type == WB_EVENT_NO_EVENT;
  for (size_t i = 0; i < sizeof sources / sizeof *sources; ++i) {
    if (!(event_type & sources[i].events)) continue;
    if (sources[i].period() > 0)
      any = true;
    else
      lo_warn(0, __func__, "the %s is not enabled: nothing can come from it", sources[i].device);
  }
  if (!any) return WB_EVENT_NO_EVENT;
  const int32_t wanted[2] = {event_type, timeout};
  uint32_t size;
  const int32_t* answer = lo_request(LO_MESSAGE_INPUT_EVENT, 0, wanted, sizeof wanted, NULL, 0, &size, __func__);
  if (answer && size >= sizeof *answer) return (WbUserInputEvent)*answer;
  return lo_session_phase() == LO_RUNNING ? WB_EVENT_NO_EVENT : WB_EVENT_QUIT;
}

double wb_robot_get_time() {
  const lo_robot_state* robot = lo_robot();
  return robot ? robot->time_s : 0;
}

double wb_robot_get_basic_time_step() {
  const lo_robot_state* robot = lo_robot();
  return robot ? robot->basic_time_step_ms : 0;
}

bool wb_robot_get_synchronization() {
  const lo_robot_state* robot = lo_robot();
  return robot && robot->synchronization;
}

bool wb_robot_get_supervisor() {
  const lo_robot_state* robot = lo_robot();
  return robot && robot->supervisor;
}

const char* wb_robot_get_name() {
  const lo_robot_state* robot = lo_robot();
  return robot ? lo_text(robot->name) : "";
}

const char* wb_robot_get_model() {
  const char* kept = lo_kept_text(0, model_key);
  const lo_robot_state* robot = lo_robot();
  return kept ? kept : robot ? lo_text(robot->model) : "";
}

void lo_receive_model(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)tag;
  lo_keep_text(0, model_key, payload, size);
}

const char* wb_robot_get_project_path() {
  const lo_robot_state* robot = lo_robot();
  return robot ? lo_text(robot->project_path) : "";
}

const char* wb_robot_get_world_path() {
  const lo_robot_state* robot = lo_robot();
  return robot ? lo_text(robot->world_path) : "";
}

const char* wb_robot_get_controller_name() {
  const lo_robot_state* robot = lo_robot();
  return robot ? lo_text(robot->controller_name) : "";
}

/* One text, as in the releases that had this function: arguments parted by blanks. */
const char* wb_robot_get_controller_arguments() {
  const lo_robot_state* robot = lo_robot();
  if (!robot) return "";
  const char* kept = lo_kept_text(0, "arguments");
  if (kept) return kept;
  char* text = strdup(lo_text(robot->controller_arguments));
  if (!text) return "";
  for (char* c = text; *c; ++c)
    if (*c == '\n') *c = ' ';
  kept = lo_keep_text(0, "arguments", text, strlen(text));
  free(text);
  return kept;
}

/* Robot, or DifferentialWheels in old worlds; a Supervisor of old worlds is a Robot today. */
WbNodeType wb_robot_get_type() {
  const lo_device* robot = lo_device_entry(0);
  return robot && robot->node_type ? (WbNodeType)robot->node_type : WB_NODE_ROBOT;
}

const char* wb_robot_get_urdf(const char* prefix) {
  need_session(__func__);
  uint32_t size;
  if (!prefix) prefix = "";
  const char* answer = lo_request(LO_MESSAGE_URDF, 0, prefix, (uint32_t)strlen(prefix), NULL, 0, &size, __func__);
  return lo_keep_text(0, "urdf", answer ? answer : "", size);
}

const char* wb_robot_get_custom_data() {
  const char* kept = lo_kept_text(0, custom_data_key);
  return kept ? kept : "";
}

void wb_robot_set_custom_data(const char* data) {
  need_session(__func__);
  if (!data) data = "";
  const size_t size = strlen(data);
  if (size > LO_MESSAGE_MAX_SIZE) {
    lo_warn(0, __func__, "%zu bytes are too many; ignored", size);
    return;
  }
  lo_keep_text(0, custom_data_key, data, size);
  lo_send(LO_MESSAGE_CUSTOM_DATA, 0, data, (uint32_t)size, NULL, 0);
}

void lo_receive_custom_data(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)tag;
  lo_keep_text(0, custom_data_key, payload, size);
}

WbDeviceTag wb_robot_get_device(const char* name) {
  need_session(__func__);
  if (!name || !*name) {
    lo_warn(0, __func__, "called without a name");
    return 0;
  }
  for (uint32_t tag = 1; tag < lo_device_count(); ++tag)
    if (!strcmp(wb_device_get_name((WbDeviceTag)tag), name)) return (WbDeviceTag)tag;
  /* Not lo_warn: each wrong name is told. */
  fprintf(stderr, "Warning: robot \"%s\", %s(): there is no device \"%s\".\n", wb_robot_get_name(), __func__, name);
  return 0;
}

int wb_robot_get_number_of_devices() {
  const uint32_t count = lo_device_count();
  if (count < 2) return 0;
  /* The wheels of a DifferentialWheels node are no device of their own; they stand last. */
  const bool has_wheels = lo_device_entry((WbDeviceTag)(count - 1))->kind == LO_DEVICE_DIFFERENTIAL_WHEELS;
  return (int)count - (has_wheels ? 2 : 1);
}

WbDeviceTag wb_robot_get_device_by_index(int index) {
  if (index >= 0 && index < wb_robot_get_number_of_devices()) return (WbDeviceTag)(index + 1);
  lo_warn(0, __func__, "index %d is out of range, there are %d devices", index, wb_robot_get_number_of_devices());
  return 0;
}

void wb_robot_battery_sensor_enable(int sampling_period) {
  lo_robot_state* robot = lo_robot();
  if (!robot || !lo_is_period(0, __func__, sampling_period)) return;
  robot->battery_period_ms = (uint32_t)sampling_period;
  ++robot->battery_enables;
  if (sampling_period && !robot->battery_enabled)
    lo_warn(0, __func__, "the robot has no battery: its sensor will tell -1");
}

void wb_robot_battery_sensor_disable() { wb_robot_battery_sensor_enable(0); }

int wb_robot_battery_sensor_get_sampling_period() {
  const lo_robot_state* robot = lo_robot();
  return robot ? (int)robot->battery_period_ms : 0;
}

double wb_robot_battery_sensor_get_value() {
  const lo_robot_state* robot = lo_robot();
  if (!robot) return NAN;
  if (!robot->battery_period_ms)
    lo_warn(0, __func__, "the battery sensor is not enabled; wb_robot_battery_sensor_enable() does it");
  return robot->battery_value_j;
}

void wb_robot_pin_to_static_environment(bool pin) {
  const int32_t value = pin;
  lo_send(LO_MESSAGE_PIN, 0, &value, sizeof value, NULL, 0);
}

void wb_robot_task_new(void (*task)(void*), void* param) {
  need_session(__func__);
  pthread_t thread;
  /* The function's result is not looked at: its register holds whatever `task` left there. */
  const int error = pthread_create(&thread, NULL, (void* (*)(void*))(void (*)(void))task, param);
  if (error) {
    fprintf(stderr, "Error: %s(): cannot start a thread: %s.\n", __func__, strerror(error));
    lo_exit(EXIT_FAILURE);
  }
  pthread_detach(thread);
}

WbMutexRef wb_robot_mutex_new() {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  if (!mutex) return NULL;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return mutex;
}

void wb_robot_mutex_lock(WbMutexRef mutex) { pthread_mutex_lock(mutex); }
void wb_robot_mutex_unlock(WbMutexRef mutex) { pthread_mutex_unlock(mutex); }

void wb_robot_mutex_delete(WbMutexRef mutex) {
  pthread_mutex_destroy(mutex);
  free(mutex);
}
