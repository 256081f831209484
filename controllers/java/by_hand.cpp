// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Native functions for Java of what C answers in structs or takes as memory of any length.
#include <webots/camera.h>
#include <webots/display.h>
#include <webots/emitter.h>
#include <webots/gps.h>
#include <webots/lidar.h>
#include <webots/mouse.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/radar.h>
#include <webots/receiver.h>
#include <webots/supervisor.h>
#include <webots/utils/motion.h>

#include <vector>

#include "controllers/java/marshal.h"

#define NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_com_cyberbotics_webots_controller_Native_##name

using namespace lightsout::java;

// controllers/lib/interrupt.h. Java's threads that wait for their turn do not hold up its end by a signal.
extern "C" void lo_hurry_by_signals(bool here);
extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM*, void*) {
  lo_hurry_by_signals(false);
  return JNI_VERSION_1_8;
}

NATIVE(jdoubleArray, recognition_1object)(JNIEnv* env, jclass, jint tag, jint index) {
  const int count = wb_camera_recognition_get_number_of_objects(WbDeviceTag(tag));
  if (index < 0 || index >= count) return nullptr;
  const WbCameraRecognitionObject& object = wb_camera_recognition_get_objects(WbDeviceTag(tag))[index];
  std::vector<double> numbers{double(object.id)};
  const auto add = [&numbers](const auto* values, int size) { numbers.insert(numbers.end(), values, values + size); };
  add(object.position, 3);
  add(object.orientation, 4);
  add(object.size, 2);
  add(object.position_on_image, 2);
  add(object.size_on_image, 2);
  add(object.colors, 3 * object.number_of_colors);
  return doubles(env, numbers.data(), jsize(numbers.size()));
}

NATIVE(jbyteArray, recognition_1model)(JNIEnv* env, jclass, jint tag, jint index) {
  const int count = wb_camera_recognition_get_number_of_objects(WbDeviceTag(tag));
  if (index < 0 || index >= count) return nullptr;
  return text(env, wb_camera_recognition_get_objects(WbDeviceTag(tag))[index].model);
}

NATIVE(jfloatArray, lidar_1points)(JNIEnv* env, jclass, jint tag, jint layer) {
  const WbDeviceTag lidar = WbDeviceTag(tag);
  const WbLidarPoint* points =
      layer < 0 ? wb_lidar_get_point_cloud(lidar) : wb_lidar_get_layer_point_cloud(lidar, layer);
  if (!points) return nullptr;
  const int count = layer < 0 ? wb_lidar_get_number_of_points(lidar) : wb_lidar_get_horizontal_resolution(lidar);
  std::vector<float> numbers;
  numbers.reserve(5 * std::size_t(count));
  for (const WbLidarPoint* point = points; point < points + count; ++point)
    numbers.insert(numbers.end(), {point->x, point->y, point->z, float(point->layer_id), point->time});
  return floats(env, numbers.data(), jsize(numbers.size()));
}

extern "C" const double* lo_gps_orientation(WbDeviceTag tag);
NATIVE(jfloatArray, gps_1matrix)(JNIEnv* env, jclass, jint tag) {
  const double* rows = lo_gps_orientation(WbDeviceTag(tag));
  const double* place = wb_gps_get_values(WbDeviceTag(tag));
  if (!rows || !place) return nullptr;
  float matrix[16] = {};
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) matrix[4 * column + row] = float(rows[3 * row + column]);
    matrix[12 + column] = float(place[column]);
  }
  matrix[15] = 1;
  return floats(env, matrix, 16);
}

NATIVE(jdoubleArray, radar_1targets)(JNIEnv* env, jclass, jint tag) {
  const WbRadarTarget* targets = wb_radar_get_targets(WbDeviceTag(tag));
  if (!targets) return nullptr;
  std::vector<double> numbers;
  for (int i = 0; i < wb_radar_get_number_of_targets(WbDeviceTag(tag)); ++i)
    numbers.insert(numbers.end(),
                   {targets[i].distance, targets[i].received_power, targets[i].speed, targets[i].azimuth});
  return doubles(env, numbers.data(), jsize(numbers.size()));
}

NATIVE(jdoubleArray, contact_1points)(JNIEnv* env, jclass, jlong node, jboolean include_descendants) {
  int count = 0;
  const WbContactPoint* points =
      wb_supervisor_node_get_contact_points(pointer<WbNodeRef>(node), include_descendants, &count);
  if (!points) return nullptr;
  std::vector<double> numbers;
  for (const WbContactPoint* at = points; at < points + count; ++at)
    numbers.insert(numbers.end(), {at->point[0], at->point[1], at->point[2], double(at->node_id)});
  return doubles(env, numbers.data(), jsize(numbers.size()));
}

NATIVE(jdoubleArray, mouse_1state)(JNIEnv* env, jclass) {
  const WbMouseState state = wb_mouse_get_state();
  const double numbers[] = {
      state.u, state.v, state.x, state.y, state.z, double(state.left), double(state.middle), double(state.right)};
  return doubles(env, numbers, 8);
}

NATIVE(jint, emitter_1send)(JNIEnv* env, jclass, jint tag, jbyteArray data, jint size) {
  std::vector<jbyte> packet(std::size_t(size > 0 ? size : 0));
  env->GetByteArrayRegion(data, 0, jsize(packet.size()), packet.data());
  if (env->ExceptionCheck()) return 0;
  return wb_emitter_send(WbDeviceTag(tag), packet.data(), size);
}

NATIVE(jbyteArray, receiver_1data)(JNIEnv* env, jclass, jint tag) {
  const void* data = wb_receiver_get_data(WbDeviceTag(tag));
  return data ? bytes(env, data, wb_receiver_get_data_size(WbDeviceTag(tag))) : nullptr;
}

// A number is a pixel, whose highest byte is what the format names first; in memory the lowest byte comes first.
NATIVE(jlong, image_1new)(JNIEnv* env, jclass, jint tag, jint width, jint height, jintArray data, jint format) {
  const std::size_t count = width > 0 && height > 0 ? std::size_t(width) * std::size_t(height) : 0;
  if (std::size_t(env->GetArrayLength(data)) < count) {
    env->ThrowNew(env->FindClass("java/lang/IllegalArgumentException"), "there are fewer pixels than width * height");
    return 0;
  }
  std::vector<jint> pixels(count);
  env->GetIntArrayRegion(data, 0, jsize(count), pixels.data());
  const auto made = [&](const void* memory, int format_of_c) {
    return number(wb_display_image_new(WbDeviceTag(tag), width, height, memory, format_of_c));
  };
  switch (format) {
    case WB_IMAGE_ARGB:
      return made(pixels.data(), WB_IMAGE_BGRA);
    case WB_IMAGE_BGRA:
      return made(pixels.data(), WB_IMAGE_ARGB);
    case WB_IMAGE_RGBA:
      return made(pixels.data(), WB_IMAGE_ABGR);
    case WB_IMAGE_ABGR:
      return made(pixels.data(), WB_IMAGE_RGBA);
    default:
      break;
  }
  std::vector<unsigned char> rgb;
  rgb.reserve(3 * count);
  for (const jint pixel : pixels)
    for (const int shift : {16, 8, 0}) rgb.push_back(static_cast<unsigned char>(pixel >> shift));
  return made(rgb.data(), format);
}

NATIVE(void, polygon)(JNIEnv* env, jclass, jint tag, jintArray x, jintArray y, jint size, jboolean fills) {
  std::vector<jint> corners_x(std::size_t(size > 0 ? size : 0)), corners_y(corners_x.size());
  env->GetIntArrayRegion(x, 0, jsize(corners_x.size()), corners_x.data());
  if (!env->ExceptionCheck()) env->GetIntArrayRegion(y, 0, jsize(corners_y.size()), corners_y.data());
  if (env->ExceptionCheck()) return;
  (fills ? wb_display_fill_polygon : wb_display_draw_polygon)(WbDeviceTag(tag), corners_x.data(), corners_y.data(),
                                                              size);
}

NATIVE(jlong, motion_1new)(JNIEnv* env, jclass, jbyteArray file) { return number(wbu_motion_new(Text(env, file))); }

NATIVE(void, motion_1delete)(JNIEnv*, jclass, jlong motion) { wbu_motion_delete(pointer<WbMotionRef>(motion)); }

NATIVE(void, wwi_1send)(JNIEnv* env, jclass, jbyteArray data) {
  const Text message(env, data);
  if (data) wb_robot_wwi_send(message, env->GetArrayLength(data) + 1);
}

NATIVE(jbyteArray, wwi_1receive_1text)(JNIEnv* env, jclass) { return text(env, wb_robot_wwi_receive_text()); }
