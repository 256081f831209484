/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The robot's mode: simulation, or remote control of a real robot through the library that the field remoteControl
 * names. While it is remote, commands go to the library in place of the engine, and the engine's sensors are off: what
 * the library reports (wbr_..., remote_readings.c) is what the controller reads. Emitters, receivers and messages stay
 * simulated. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <webots/remote_control.h>
#include <webots/robot.h>

#include "controllers/lib/remote.h"
#include "controllers/lib/session.h"
#include "controllers/lib/turns.h"
#include "controllers/wire/camera.h"
#include "controllers/wire/differential_wheels.h"
#include "controllers/wire/led.h"
#include "controllers/wire/motor.h"
#include "controllers/wire/pen.h"

typedef struct {
  uint32_t told_period_ms; /* by wbr_set_sampling_period */
  uint32_t kept_period_ms; /* while the engine sees 0 */
} lo_remote_device;

typedef struct {
  void* library;
  WbrInterface functions;
  void (*cleanup)(void);
  bool is_remote;
  bool battery_told;
} lo_remote;

static lo_remote* remote(void) { return lo_private(0, "remote control", sizeof(lo_remote)); }

static lo_remote_device* remote_device(WbDeviceTag tag) {
  return lo_private(tag, "remote device", sizeof(lo_remote_device));
}

static void close_library(void* memory) {
  lo_remote* r = memory;
  if (!r->library) return;
  if (r->is_remote) r->functions.mandatory.wbr_stop();
  if (r->cleanup) r->cleanup();
  dlclose(r->library);
  memset(r, 0, sizeof *r);
}

static void refuse(const char* library, const char* why) {
  fprintf(stderr, "Error: robot \"%s\": remote control library %s: %s.\n", wb_robot_get_name(), library, why);
}

/* By wb_robot_init, where the robot names a library. */
void lo_load_remote_control(const char* file) {
  lo_remote* r = remote();
  if (!*file || r->library) return;
  lo_have_engine_wait(); /* the library may report readings at once */
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    refuse(file, dlerror());
    return;
  }
  bool (*init)(WbrInterface*);
  void (*cleanup)(void);
  *(void**)&init = dlsym(library, "wbr_init");
  *(void**)&cleanup = dlsym(library, "wbr_cleanup");
  const char* why = NULL;
  if (!init || !cleanup)
    why = init      ? "it has no wbr_cleanup()"
          : cleanup ? "it has no wbr_init()"
                    : "it has neither wbr_init() nor wbr_cleanup()";
  else if (!init(&r->functions))
    why = "wbr_init() failed";
  else if (!r->functions.mandatory.wbr_start || !r->functions.mandatory.wbr_stop ||
           !r->functions.mandatory.wbr_has_failed || !r->functions.mandatory.wbr_stop_actuators ||
           !r->functions.mandatory.wbr_robot_step)
    why = "wbr_init() left a mandatory function out";
  if (why) {
    refuse(file, why);
    if (init && cleanup) cleanup();
    memset(&r->functions, 0, sizeof r->functions);
    dlclose(library);
    return;
  }
  r->library = library;
  lo_call_at_step(LO_HOOK_lo_remote_before_step);
  lo_call_at_step(LO_HOOK_lo_remote_after_step);
  r->cleanup = cleanup;
  lo_at_close(close_library, r);
}

void lo_unload_remote_control(void) { close_library(remote()); }

/* A function that the library leaves out although the controller needs it is told once. */
#define CALL(r, tag, function, ...)                                                          \
  do {                                                                                       \
    if ((r)->functions.function)                                                             \
      (r)->functions.function(__VA_ARGS__);                                                  \
    else                                                                                     \
      lo_warn(tag, __func__, "the remote control library has no %s(); left out", #function); \
  } while (0)

static void send_motor(lo_remote* r, WbDeviceTag tag, lo_motor_state* m, uint32_t what) {
  if (what & LO_MOTOR_PID) CALL(r, tag, wbr_motor_set_control_pid, tag, m->pid[0], m->pid[1], m->pid[2]);
  if (what & LO_MOTOR_ACCELERATION) CALL(r, tag, wbr_motor_set_acceleration, tag, m->acceleration);
  if (what & LO_MOTOR_AVAILABLE_FORCE) {
    if (m->linear)
      CALL(r, tag, wbr_motor_set_available_force, tag, m->available_force);
    else
      CALL(r, tag, wbr_motor_set_available_torque, tag, m->available_force);
  }
  if (what & LO_MOTOR_POSITION) CALL(r, tag, wbr_motor_set_position, tag, m->position);
  if (what & LO_MOTOR_VELOCITY) CALL(r, tag, wbr_motor_set_velocity, tag, m->velocity);
  if (what & LO_MOTOR_FORCE) {
    if (m->linear)
      CALL(r, tag, wbr_motor_set_force, tag, m->force);
    else
      CALL(r, tag, wbr_motor_set_torque, tag, m->force);
  }
  if (what & LO_MOTOR_FEEDBACK_PERIOD) {
    if (m->linear)
      CALL(r, tag, wbr_motor_set_force_sampling_period, tag, (int)m->feedback_period_ms);
    else
      CALL(r, tag, wbr_motor_set_torque_sampling_period, tag, (int)m->feedback_period_ms);
  }
}

/* Sensors that a real robot has; emitters, receivers and docks stay simulated. */
static bool is_remote_sensor(int32_t kind) {
  static const bool is_remote[LO_DEVICE_KIND_COUNT] = {
#define REMOTE_SENSOR(kind, name, is_remote) [LO_DEVICE_##kind] = (is_remote),
      LO_DEVICE_KINDS(REMOTE_SENSOR)};
  return (unsigned)kind < LO_DEVICE_KIND_COUNT && is_remote[kind];
}

/* The commands of one device since the last step; `all`: also those of before, at the start of remote control. */
static void send_device(lo_remote* r, WbDeviceTag tag, bool all) {
  const int32_t kind = lo_device_entry(tag)->kind;
  void* state = lo_peek_state(tag, (lo_device_kind)kind);
  if (is_remote_sensor(kind)) {
    lo_sensor_state* sensor = state;
    lo_remote_device* device = remote_device(tag);
    if (sensor->period_ms != device->told_period_ms) {
      if (kind == LO_DEVICE_DIFFERENTIAL_WHEELS)
        CALL(r, tag, wbr_differential_wheels_encoders_set_sampling_period, (int)sensor->period_ms);
      else
        CALL(r, tag, wbr_set_sampling_period, tag, (int)sensor->period_ms);
    }
    device->told_period_ms = device->kept_period_ms = sensor->period_ms;
    sensor->period_ms = 0;
    lo_touch(tag);
  }
  if (kind == LO_DEVICE_CAMERA) {
    lo_camera_state* camera = state;
    if (camera->changed & LO_CAMERA_FOV) CALL(r, tag, wbr_camera_set_fov, tag, camera->fov);
    if (camera->changed & LO_CAMERA_EXPOSURE) CALL(r, tag, wbr_camera_set_exposure, tag, camera->exposure);
    if (camera->changed & LO_CAMERA_FOCAL_DISTANCE)
      CALL(r, tag, wbr_camera_set_focal_distance, tag, camera->focal_distance);
    lo_unmark(&camera->changed, ~0u);
  } else if (kind == LO_DEVICE_DIFFERENTIAL_WHEELS) {
    lo_differential_wheels_state* wheels = state;
    if ((wheels->changed & LO_WHEELS_SPEED) || all)
      CALL(r, tag, wbr_differential_wheels_set_speed, wheels->left_speed, wheels->right_speed);
    if (wheels->changed & LO_WHEELS_ENCODERS)
      CALL(r, tag, wbr_differential_wheels_set_encoders, wheels->left_encoder, wheels->right_encoder);
    lo_unmark(&wheels->changed, ~0u);
  } else if (kind == LO_DEVICE_MOTOR) {
    lo_motor_state* motor = state;
    uint32_t what = motor->changed;
    if (all) what |= LO_MOTOR_POSITION | LO_MOTOR_VELOCITY;
    if (all && motor->feedback_period_ms) what |= LO_MOTOR_FEEDBACK_PERIOD;
    send_motor(r, tag, motor, what);
    lo_unmark(&motor->changed, ~0u);
  } else if (kind == LO_DEVICE_LED) {
    lo_led_state* led = state;
    if (led->changed || (all && led->value)) CALL(r, tag, wbr_led_set, tag, led->value);
    lo_unmark(&led->changed, ~0u);
  } else if (kind == LO_DEVICE_PEN) {
    lo_pen_state* pen = state;
    if ((pen->changed & LO_PEN_INK) || all) CALL(r, tag, wbr_pen_set_ink_color, tag, pen->color, pen->density);
    if ((pen->changed & LO_PEN_WRITE) || all) CALL(r, tag, wbr_pen_write, tag, pen->write != 0);
    lo_unmark(&pen->changed, ~0u);
  }
}

static void send_commands(lo_remote* r, bool all) {
  lo_robot_state* robot = lo_robot();
  if (robot->battery_period_ms && !r->battery_told)
    CALL(r, 0, wbr_robot_battery_set_sampling_period, (int)robot->battery_period_ms);
  r->battery_told = robot->battery_period_ms != 0;
  for (uint32_t tag = 1; tag < lo_device_count(); ++tag) send_device(r, (WbDeviceTag)tag, all);
}

/* Gives the sensors back the periods that the controller set. */
static void restore_periods(void) {
  for (uint32_t tag = 1; tag < lo_device_count(); ++tag) {
    const int32_t kind = lo_device_entry((WbDeviceTag)tag)->kind;
    if (!is_remote_sensor(kind)) continue;
    lo_sensor_state* sensor = lo_peek_state((WbDeviceTag)tag, (lo_device_kind)kind);
    sensor->period_ms = remote_device((WbDeviceTag)tag)->kept_period_ms;
    lo_touch((WbDeviceTag)tag);
  }
}

static lo_remote* active(void) {
  lo_remote* r = remote();
  return r->is_remote ? r : NULL;
}

const WbrInterface* lo_remote_functions(void) {
  const lo_remote* r = active();
  return r ? &r->functions : NULL;
}

void lo_remote_before_step(int duration_ms) {
  lo_remote* r = active();
  if (!r) return;
  send_commands(r, false);
  r->functions.mandatory.wbr_robot_step(duration_ms);
}

void lo_remote_after_step(int duration_ms) {
  (void)duration_ms;
  lo_remote* r = active();
  if (!r) return;
  restore_periods();
  if (r->functions.mandatory.wbr_has_failed()) wb_robot_set_mode(WB_MODE_SIMULATION, NULL);
}

WbRobotMode wb_robot_get_mode() {
  const lo_remote* r = remote();
  return r && r->is_remote ? WB_MODE_REMOTE_CONTROL : WB_MODE_SIMULATION;
}

void wb_robot_set_mode(WbRobotMode mode, const char* arg) {
  lo_remote* r = remote();
  if (mode != WB_MODE_SIMULATION && mode != WB_MODE_REMOTE_CONTROL) {
    lo_warn(0, __func__, "%d is no mode that can be set; ignored", (int)mode);
    return;
  }
  if (!r) return;
  if (mode == WB_MODE_SIMULATION) {
    if (r->is_remote) r->functions.mandatory.wbr_stop();
    r->is_remote = false;
  } else if (!r->library) {
    lo_warn(0, __func__, "the robot has no remote control library (field remoteControl); it stays simulated");
  } else if (!r->is_remote) {
    if (!r->functions.mandatory.wbr_start(arg)) {
      lo_warn(0, __func__, "wbr_start() of the remote control library failed; the robot stays simulated");
      return;
    }
    r->is_remote = true;
    for (uint32_t tag = 1; tag < lo_device_count(); ++tag) remote_device((WbDeviceTag)tag)->told_period_ms = 0;
    send_commands(r, true);
    restore_periods();
  }
}

void* wb_remote_control_custom_function(void* argument) {
  const lo_remote* r = remote();
  return r && r->library && r->functions.wbr_custom_function ? r->functions.wbr_custom_function(argument) : NULL;
}
