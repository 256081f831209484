/* wb_camera_*: cameras come with rendering, which the engine does not have. Every function answers as for a device that
 * the robot has not, after one warning. */
#include "controllers/include/webots/camera.h"

#include <math.h>
#include <stddef.h>

#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void absent(WbDeviceTag tag) {
  lo_warn(tag, "wb_camera",
          "the Camera comes with rendering, which this version does not have; it answers as if absent");
}

void wb_camera_enable(WbDeviceTag tag, int sampling_period) { absent(tag); }
void wb_camera_disable(WbDeviceTag tag) { absent(tag); }
int wb_camera_get_sampling_period(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
const unsigned char* wb_camera_get_image(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
int wb_camera_get_width(WbDeviceTag tag) {
  absent(tag);
  return -1;
}
int wb_camera_get_height(WbDeviceTag tag) {
  absent(tag);
  return -1;
}
int wb_camera_save_image(WbDeviceTag tag, const char* filename, int quality) {
  absent(tag);
  return -1;
}
double wb_camera_get_fov(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_camera_get_min_fov(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_camera_get_max_fov(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
void wb_camera_set_fov(WbDeviceTag tag, double fov) { absent(tag); }
double wb_camera_get_exposure(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
void wb_camera_set_exposure(WbDeviceTag tag, double exposure) { absent(tag); }
double wb_camera_get_focal_length(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_camera_get_focal_distance(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_camera_get_min_focal_distance(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_camera_get_max_focal_distance(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
void wb_camera_set_focal_distance(WbDeviceTag tag, double focal_distance) { absent(tag); }
double wb_camera_get_near(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
bool wb_camera_has_recognition(WbDeviceTag tag) {
  absent(tag);
  return false;
}
void wb_camera_recognition_enable(WbDeviceTag tag, int sampling_period) { absent(tag); }
void wb_camera_recognition_disable(WbDeviceTag tag) { absent(tag); }
int wb_camera_recognition_get_sampling_period(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
int wb_camera_recognition_get_number_of_objects(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
const WbCameraRecognitionObject* wb_camera_recognition_get_objects(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
const WbCameraRecognitionObject* wb_camera_recognition_get_object(WbDeviceTag tag, int index) {
  absent(tag);
  return NULL;
}
bool wb_camera_recognition_has_segmentation(WbDeviceTag tag) {
  absent(tag);
  return false;
}
void wb_camera_recognition_enable_segmentation(WbDeviceTag tag) { absent(tag); }
void wb_camera_recognition_disable_segmentation(WbDeviceTag tag) { absent(tag); }
bool wb_camera_recognition_is_segmentation_enabled(WbDeviceTag tag) {
  absent(tag);
  return false;
}
const unsigned char* wb_camera_recognition_get_segmentation_image(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
int wb_camera_recognition_save_segmentation_image(WbDeviceTag tag, const char* filename, int quality) {
  absent(tag);
  return -1;
}
int wb_camera_get_type(WbDeviceTag tag) {
  absent(tag);
  return WB_CAMERA_COLOR;
}
const float* wb_camera_get_range_image(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
double wb_camera_get_max_range(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
void wb_camera_move_window(WbDeviceTag tag, int x, int y) { absent(tag); }

/* Depths are stored as they are, the planes of the older format no longer matter. */
float wb_camera_range_image_get_value(const float* image, double near, double far, int width, int x, int y) {
  return wb_camera_range_image_get_depth(image, width, x, y);
}
