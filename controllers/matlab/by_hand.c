/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the module for what C answers in structs or takes as memory of any length. */
#include <string.h>
#include <webots/camera.h>
#include <webots/console.h>
#include <webots/display.h>
#include <webots/emitter.h>
#include <webots/lidar.h>
#include <webots/microphone.h>
#include <webots/mouse.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/radar.h>
#include <webots/receiver.h>
#include <webots/robot.h>
#include <webots/supervisor.h>
#include <webots/utils/motion.h>
#include <webots/utils/system.h>

#include "marshal.h"

#define CALL(name) mxArray* call_##name(const mxArray* const* in, int count)

/* A row of structs. */
static mxArray* structs(int count, const char** fields, int field_count) {
  return mxCreateStructMatrix(count > 0 ? 1 : 0, (mwSize)(count > 0 ? count : 0), field_count, fields);
}

static void set(mxArray* array, int index, const char* field, mxArray* value) {
  mxSetField(array, (mwIndex)index, field, value);
}

static mxArray* whole_pair(const int* values) {
  const double numbers[] = {values[0], values[1]};
  return lo_doubles(numbers, 1, 2);
}

static mxArray* bytes(const void* data, int size) {
  const mwSize dimensions[] = {data && size > 0 ? (mwSize)size : 0, data && size > 0 ? 1 : 0};
  mxArray* array = mxCreateNumericArray(2, dimensions, mxUINT8_CLASS, mxREAL);
  if (data && size > 0) memcpy(mxGetData(array), data, (size_t)size);
  return array;
}

CALL(wb_camera_recognition_get_objects) {
  (void)count;
  static const char* fields[] = {
      "id",     "position", "orientation", "size", "position_on_image", "size_on_image", "number_of_colors",
      "colors", "model"};
  const WbDeviceTag tag = lo_tag(in[0], "tag");
  const int objects = wb_camera_recognition_get_number_of_objects(tag);
  const WbCameraRecognitionObject* object = objects > 0 ? wb_camera_recognition_get_objects(tag) : NULL;
  mxArray* array = structs(object ? objects : 0, fields, 9);
  for (int i = 0; object && i < objects; ++i, ++object) {
    set(array, i, "id", mxCreateDoubleScalar(object->id));
    set(array, i, "position", lo_doubles(object->position, 1, 3));
    set(array, i, "orientation", lo_doubles(object->orientation, 1, 4));
    set(array, i, "size", lo_doubles(object->size, 1, 2));
    set(array, i, "position_on_image", whole_pair(object->position_on_image));
    set(array, i, "size_on_image", whole_pair(object->size_on_image));
    set(array, i, "number_of_colors", mxCreateDoubleScalar(object->number_of_colors));
    set(array, i, "colors", lo_doubles(object->colors, 1, 3 * object->number_of_colors));
    set(array, i, "model", lo_string(object->model, false));
  }
  return array;
}

static mxArray* points_of(const WbLidarPoint* point, int points) {
  static const char* fields[] = {"x", "y", "z", "layer_id", "time"};
  mxArray* array = structs(point ? points : 0, fields, 5);
  for (int i = 0; point && i < points; ++i, ++point) {
    set(array, i, "x", mxCreateDoubleScalar(point->x));
    set(array, i, "y", mxCreateDoubleScalar(point->y));
    set(array, i, "z", mxCreateDoubleScalar(point->z));
    set(array, i, "layer_id", mxCreateDoubleScalar(point->layer_id));
    set(array, i, "time", mxCreateDoubleScalar(point->time));
  }
  return array;
}

CALL(wb_lidar_get_point_cloud) {
  (void)count;
  const WbDeviceTag tag = lo_tag(in[0], "tag");
  return points_of(wb_lidar_get_point_cloud(tag), wb_lidar_get_number_of_points(tag));
}

CALL(wb_lidar_get_layer_point_cloud) {
  (void)count;
  const WbDeviceTag tag = lo_tag(in[0], "tag");
  return points_of(wb_lidar_get_layer_point_cloud(tag, lo_whole(in[1], "layer")),
                   wb_lidar_get_horizontal_resolution(tag));
}

CALL(wb_radar_get_targets) {
  (void)count;
  static const char* fields[] = {"distance", "received_power", "speed", "azimuth"};
  const WbDeviceTag tag = lo_tag(in[0], "tag");
  const int targets = wb_radar_get_number_of_targets(tag);
  const WbRadarTarget* target = wb_radar_get_targets(tag);
  mxArray* array = structs(target ? targets : 0, fields, 4);
  for (int i = 0; target && i < targets; ++i, ++target) {
    set(array, i, "distance", mxCreateDoubleScalar(target->distance));
    set(array, i, "received_power", mxCreateDoubleScalar(target->received_power));
    set(array, i, "speed", mxCreateDoubleScalar(target->speed));
    set(array, i, "azimuth", mxCreateDoubleScalar(target->azimuth));
  }
  return array;
}

CALL(wb_supervisor_node_get_contact_points) {
  static const char* fields[] = {"point", "node_id"};
  int points = 0;
  const WbContactPoint* point = wb_supervisor_node_get_contact_points(
      lo_handle(in[0], "node"), count > 1 && lo_truth(in[1], "include_descendants"), &points);
  mxArray* array = structs(point ? points : 0, fields, 2);
  for (int i = 0; point && i < points; ++i, ++point) {
    set(array, i, "point", lo_doubles(point->point, 1, 3));
    set(array, i, "node_id", mxCreateDoubleScalar(point->node_id));
  }
  return array;
}

CALL(wb_mouse_get_state) {
  (void)in, (void)count;
  static const char* fields[] = {"u", "v", "x", "y", "z", "left", "middle", "right"};
  const WbMouseState state = wb_mouse_get_state();
  const double numbers[] = {state.u, state.v, state.x, state.y, state.z};
  const bool buttons[] = {state.left, state.middle, state.right};
  mxArray* array = structs(1, fields, 8);
  for (int i = 0; i < 8; ++i)
    set(array, 0, fields[i], i < 5 ? mxCreateDoubleScalar(numbers[i]) : mxCreateLogicalScalar(buttons[i - 5]));
  return array;
}

CALL(wb_emitter_send) {
  (void)count;
  int size;
  const void* data = lo_bytes(in[1], "data", &size);
  return mxCreateDoubleScalar(wb_emitter_send(lo_tag(in[0], "tag"), data, size));
}

/* A column of bytes. */
CALL(wb_receiver_get_data) {
  (void)count;
  const WbDeviceTag tag = lo_tag(in[0], "tag");
  const void* data = wb_receiver_get_data(tag);
  return bytes(data, data ? wb_receiver_get_data_size(tag) : 0);
}

CALL(wb_microphone_get_sample_data) {
  (void)count;
  const WbDeviceTag tag = lo_tag(in[0], "tag");
  const void* data = wb_microphone_get_sample_data(tag);
  return bytes(data, data ? wb_microphone_get_sample_size(tag) : 0);
}

static mxArray* polygon(const mxArray* const* in, bool fills) {
  int size_x, size_y;
  const int *x = lo_wholes(in[1], "x", &size_x), *y = lo_wholes(in[2], "y", &size_y);
  (fills ? wb_display_fill_polygon : wb_display_draw_polygon)(lo_tag(in[0], "tag"), x, y,
                                                              size_x < size_y ? size_x : size_y);
  return NULL;
}

CALL(wb_display_draw_polygon) { return (void)count, polygon(in, false); }
CALL(wb_display_fill_polygon) { return (void)count, polygon(in, true); }

/* Rows, columns, and the parts of a pixel in the order of the format. Numbers that are no bytes are from 0 to 1. */
CALL(wb_display_image_new) {
  (void)count;
  const mwSize* size = mxGetDimensions(in[1]);
  const size_t parts = mxGetNumberOfDimensions(in[1]) > 2 ? (size_t)size[2] : 1;
  const int format = lo_whole(in[2], "format");
  if (parts != (format == WB_IMAGE_RGB ? 3u : 4u) && !(parts == 3 && mxIsNumeric(in[1])))
    lo_refuse("data", "is no array of rows, columns and parts of pixels");
  if (!mxIsUint8(in[1]) && !mxIsDouble(in[1])) lo_refuse("data", "is neither uint8 nor double");
  const size_t rows = (size_t)size[0], columns = (size_t)size[1], plane = rows * columns;
  const unsigned char* bytes_in = mxIsUint8(in[1]) ? mxGetData(in[1]) : NULL;
  const double* numbers = bytes_in ? NULL : mxGetPr(in[1]);
  unsigned char *pixels = mxMalloc(plane * parts + 1), *to = pixels;
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column)
      for (size_t part = 0; part < parts; ++part) {
        const size_t from = part * plane + column * rows + row;
        *to++ = bytes_in ? bytes_in[from] : (unsigned char)(255 * numbers[from]);
      }
  /* Three parts are red, green and blue, whatever the format: what wb_camera_get_image answers. */
  return lo_reference(
      wb_display_image_new(lo_tag(in[0], "tag"), (int)columns, (int)rows, pixels, parts == 3 ? WB_IMAGE_RGB : format));
}

CALL(wb_console_print) {
  (void)count;
  wb_console_print(lo_text(in[0], "text"), lo_whole(in[1], "stream"));
  return NULL;
}

CALL(wbu_motion_new) { return (void)count, lo_reference(wbu_motion_new(lo_text(in[0], "filename"))); }
CALL(wbu_motion_delete) { return (void)count, wbu_motion_delete(lo_handle(in[0], "motion")), NULL; }

CALL(wb_robot_wwi_send_text) { return (void)count, wb_robot_wwi_send_text(lo_text(in[0], "text")), NULL; }
CALL(wb_robot_wwi_receive_text) { return (void)in, (void)count, lo_string(wb_robot_wwi_receive_text(), false); }

CALL(wbu_system_getenv) { return (void)count, lo_string(wbu_system_getenv(lo_text(in[0], "variable")), false); }
CALL(wbu_system_short_path) { return (void)count, lo_string(wbu_system_short_path(lo_text(in[0], "path")), false); }
CALL(wbu_system_tmpdir) { return (void)in, (void)count, lo_string(wbu_system_tmpdir(), false); }
CALL(wbu_system_webots_instance_path) {
  return lo_string(wbu_system_webots_instance_path(count < 1 || lo_truth(in[0], "refresh")), false);
}
