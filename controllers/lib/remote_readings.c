/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wbr_*: what a remote-control library reports of the real robot's sensors, written where the simulated readings stand.
 */
#include <stdlib.h>
#include <string.h>
#include <webots/remote_control.h>
#include <webots/touch_sensor.h>

#include "controllers/lib/remote.h"
#include "controllers/lib/session.h"
#include "controllers/wire/camera.h"
#include "controllers/wire/differential_wheels.h"
#include "controllers/wire/gps.h"
#include "controllers/wire/inertial_unit.h"
#include "controllers/wire/motor.h"
#include "controllers/wire/radar.h"
#include "controllers/wire/touch_sensor.h"

void lo_report(WbDeviceTag tag, lo_device_kind kind, const double* values, int count, const char* function) {
  lo_sensor_state* sensor = lo_state_of(tag, kind, function);
  if (!sensor) return;
  memcpy(sensor->values, values, (size_t)count * sizeof *values);
  ++sensor->count;
}

void wbr_robot_battery_sensor_set_value(double value) {
  lo_robot_state* robot = lo_robot();
  if (value < 0)
    lo_warn(0, __func__, "an energy of %g J is negative; ignored", value);
  else if (robot)
    robot->battery_value_j = value;
}

static bool is_touch_sensor(WbDeviceTag tag, bool with_three_values, const char* function) {
  const lo_touch_sensor_state* state = lo_state_of(tag, LO_DEVICE_TOUCH_SENSOR, function);
  if (!state || (state->type == WB_TOUCH_SENSOR_FORCE3D) == with_three_values) return state != NULL;
  lo_warn(tag, function, "the sensor has %s; ignored", with_three_values ? "one value" : "three values");
  return false;
}

void wbr_touch_sensor_set_value(WbDeviceTag tag, double value) {
  if (!is_touch_sensor(tag, false, __func__)) return;
  lo_report(tag, LO_DEVICE_TOUCH_SENSOR, &value, 1, __func__);
}

void wbr_touch_sensor_set_values(WbDeviceTag tag, const double* values) {
  if (!is_touch_sensor(tag, true, __func__)) return;
  lo_report(tag, LO_DEVICE_TOUCH_SENSOR, values, 3, __func__);
}

void wbr_gps_set_speed(WbDeviceTag tag, const double speed) {
  lo_gps_state* state = LO_STATE(lo_gps_state, tag, GPS);
  if (state) state->sensor.values[3] = speed;
}

void wbr_gps_set_velocity_vector(WbDeviceTag tag, const double* values) {
  lo_gps_state* state = LO_STATE(lo_gps_state, tag, GPS);
  if (state) memcpy(state->speed_vector, values, sizeof state->speed_vector);
}

/* One number cannot be an orientation; the format's own library has no use for it either. */
void wbr_inertial_unit_set_value(WbDeviceTag tag, double value) {
  (void)value;
  if (LO_STATE(lo_inertial_unit_state, tag, INERTIAL_UNIT))
    lo_warn(tag, __func__, "one value does not say an orientation; ignored");
}

static void report_feedback(WbDeviceTag tag, double value, const char* function) {
  lo_motor_state* motor = lo_state_of(tag, LO_DEVICE_MOTOR, function);
  if (motor) motor->feedback = value;
}

void wbr_motor_set_force_feedback(WbDeviceTag tag, double value) { report_feedback(tag, value, __func__); }
void wbr_motor_set_torque_feedback(WbDeviceTag tag, double value) { report_feedback(tag, value, __func__); }

/* Goes to the position sensor of the motor's joint. */
void wbr_motor_set_position_feedback(WbDeviceTag tag, double value) {
  const lo_motor_state* motor = LO_STATE(lo_motor_state, tag, MOTOR);
  if (motor && motor->position_sensor_tag)
    wbr_position_sensor_set_value((WbDeviceTag)motor->position_sensor_tag, value);
}

void lo_receive_array(WbDeviceTag tag, const void* payload, uint32_t size);

void wbr_radar_set_targets(WbDeviceTag tag, const WbRadarTarget* targets, int target_number) {
  lo_radar_state* radar = LO_STATE(lo_radar_state, tag, RADAR);
  if (!radar || target_number < 0) return;
  lo_receive_array(tag, targets, (uint32_t)((size_t)target_number * sizeof *targets));
  ++radar->sensor.count;
}

void lo_receive_sound(WbDeviceTag tag, const void* payload, uint32_t size);

void wbr_microphone_set_buffer(WbDeviceTag tag, const unsigned char* buffer, int size) {
  if (size >= 0) lo_receive_sound(tag, buffer, (uint32_t)size);
}

void wbr_differential_wheels_set_encoders(double left, double right) {
  const double values[2] = {left, right};
  for (uint32_t tag = 1; tag < lo_device_count(); ++tag)
    if (lo_peek_state((WbDeviceTag)tag, LO_DEVICE_DIFFERENTIAL_WHEELS))
      lo_report((WbDeviceTag)tag, LO_DEVICE_DIFFERENTIAL_WHEELS, values, 2, __func__);
}

/* The size of the image that is reported now. */
static size_t image_size(WbDeviceTag tag, const char* function) {
  const lo_camera_state* camera = lo_state_of(tag, LO_DEVICE_CAMERA, function);
  if (!camera || camera->width < 1 || camera->height < 1) return 0;
  return 4 * (size_t)camera->width * (size_t)camera->height;
}

static const char image_key[] = "reported image", objects_key[] = "reported objects";

unsigned char* lo_reported_image(WbDeviceTag tag) {
  return lo_remote_functions() ? (unsigned char*)lo_kept_text(tag, image_key) : NULL;
}

unsigned char* wbr_camera_get_image_buffer(WbDeviceTag tag) {
  const size_t size = image_size(tag, __func__);
  if (!size) return NULL;
  unsigned char* known = (unsigned char*)lo_kept_text(tag, image_key);
  size_t* known_size = lo_private(tag, "size of the reported image", sizeof *known_size);
  if (known && *known_size == size) return known;
  unsigned char* black = calloc(1, size);
  if (!black) lo_out_of_memory();
  known = (unsigned char*)lo_keep_text(tag, image_key, (const char*)black, size);
  free(black);
  *known_size = size;
  return known;
}

void wbr_camera_set_image(WbDeviceTag tag, const unsigned char* image) {
  unsigned char* buffer = wbr_camera_get_image_buffer(tag);
  if (buffer && image) memcpy(buffer, image, image_size(tag, __func__));
}

void wbr_camera_recognition_set_object(WbDeviceTag tag, const WbCameraRecognitionObject* objects, int object_number) {
  if (!LO_STATE(lo_camera_state, tag, CAMERA) || object_number < 0 || (!objects && object_number)) return;
  lo_keep_text(tag, objects_key, (const char*)objects, (size_t)object_number * sizeof *objects);
  *(int*)lo_private(tag, "number of reported objects", sizeof(int)) = object_number;
}

const WbCameraRecognitionObject* lo_reported_objects(WbDeviceTag tag, int* count) {
  const void* objects = lo_remote_functions() ? lo_kept_text(tag, objects_key) : NULL;
  *count = objects ? *(int*)lo_private(tag, "number of reported objects", sizeof(int)) : 0;
  return objects;
}
