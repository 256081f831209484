/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_camera_*: what the world says of a camera, what the controller sets of it, and its images, which lie where the
 * engine has written them. */
#include "controllers/wire/camera.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <webots/camera.h>
#include <webots/range_finder.h>

#include "controllers/lib/remote.h"
#include "controllers/lib/session.h"
#include "controllers/wire/range_finder.h"

#define CAMERA(tag) LO_STATE(lo_camera_state, tag, CAMERA)

/* A Camera of older releases could be a range finder, which is a device of its own by now: that of an older world
   answers to both names. */
static bool is_range_finder(WbDeviceTag tag) {
  const lo_range_finder_state* state = lo_peek_state(tag, LO_DEVICE_RANGE_FINDER);
  return state && state->is_camera;
}

void wb_camera_enable(WbDeviceTag tag, int sampling_period) {
  if (is_range_finder(tag)) {
    wb_range_finder_enable(tag, sampling_period);
    return;
  }
  lo_sensor_enable(tag, LO_DEVICE_CAMERA, sampling_period, __func__);
}

void wb_camera_disable(WbDeviceTag tag) {
  if (is_range_finder(tag))
    wb_range_finder_disable(tag);
  else
    lo_sensor_enable(tag, LO_DEVICE_CAMERA, 0, __func__);
}

static size_t image_size(const lo_camera_state* camera) {
  return camera->width > 0 && camera->height > 0 ? 4 * (size_t)camera->width * (size_t)camera->height : 0;
}

/* Also of a camera that is disabled: its image can be saved, but wb_camera_get_image answers NULL, as in Webots. */
static unsigned char* last_image(WbDeviceTag tag, const lo_camera_state* camera) {
  unsigned char* reported = lo_reported_image(tag);
  return reported ? reported : lo_bulk_data(&camera->image, image_size(camera));
}

static unsigned char* image_of(WbDeviceTag tag, const char* function) {
  const lo_camera_state* camera = lo_state_of(tag, LO_DEVICE_CAMERA, function);
  if (!camera) return NULL;
  if (camera->sensor.period_ms) return last_image(tag, camera);
  lo_warn(tag, function, "the camera is not enabled; wb_camera_enable() gives it a sampling period");
  return NULL;
}

const unsigned char* wb_camera_get_image(WbDeviceTag tag) {
  return is_range_finder(tag) ? NULL : image_of(tag, __func__);
}

static int save(WbDeviceTag tag, const unsigned char* image, const char* filename, int quality, const char* function) {
  const lo_camera_state* camera = lo_peek_state(tag, LO_DEVICE_CAMERA);
  if (!camera) return -1;
  if (image) return lo_save_picture(tag, function, filename, camera->width, camera->height, image, false, quality);
  lo_warn(tag, function, "there is no image to save");
  return -1;
}

int wb_camera_save_image(WbDeviceTag tag, const char* filename, int quality) {
  if (is_range_finder(tag)) return wb_range_finder_save_image(tag, filename, quality);
  const lo_camera_state* camera = CAMERA(tag);
  return camera ? save(tag, last_image(tag, camera), filename, quality, __func__) : -1;
}

#define CAMERA_GETTER(type, function, value, absent) \
  type function(WbDeviceTag tag) {                   \
    const lo_camera_state* camera = CAMERA(tag);     \
    return camera ? (type)(value) : (type)(absent);  \
  }

/* Of a range finder too. */
#define SHARED_GETTER(type, function, value, absent, of_range_finder) \
  type function(WbDeviceTag tag) {                                    \
    if (is_range_finder(tag)) return of_range_finder(tag);            \
    const lo_camera_state* camera = CAMERA(tag);                      \
    return camera ? (type)(value) : (type)(absent);                   \
  }

SHARED_GETTER(int, wb_camera_get_sampling_period, camera->sensor.period_ms, 0, wb_range_finder_get_sampling_period)
SHARED_GETTER(int, wb_camera_get_width, camera->width, -1, wb_range_finder_get_width)
SHARED_GETTER(int, wb_camera_get_height, camera->height, -1, wb_range_finder_get_height)
SHARED_GETTER(double, wb_camera_get_fov, camera->fov, NAN, wb_range_finder_get_fov)
SHARED_GETTER(double, wb_camera_get_near, camera->near, NAN, wb_range_finder_get_min_range)
SHARED_GETTER(double, wb_camera_get_max_range, NAN, NAN, wb_range_finder_get_max_range)
SHARED_GETTER(double, wb_camera_get_far, INFINITY, NAN, wb_range_finder_get_max_range)
CAMERA_GETTER(double, wb_camera_get_min_fov, camera->min_fov, NAN)
CAMERA_GETTER(double, wb_camera_get_max_fov, camera->max_fov, NAN)
CAMERA_GETTER(double, wb_camera_get_exposure, camera->exposure, NAN)
CAMERA_GETTER(double, wb_camera_get_focal_length, camera->focal_length, NAN)
CAMERA_GETTER(double, wb_camera_get_focal_distance, camera->focal_distance, NAN)
CAMERA_GETTER(double, wb_camera_get_min_focal_distance, camera->min_focal_distance, NAN)
CAMERA_GETTER(double, wb_camera_get_max_focal_distance, camera->max_focal_distance, NAN)
CAMERA_GETTER(bool, wb_camera_has_recognition, camera->has_recognition, false)
CAMERA_GETTER(bool, wb_camera_recognition_has_segmentation, camera->has_segmentation, false)

void wb_camera_set_fov(WbDeviceTag tag, double fov) {
  lo_camera_state* camera = CAMERA(tag);
  if (!camera || lo_is_nan(tag, __func__, "fov", fov)) return;
  if (fov < 0 || fov > (camera->planar ? M_PI : 2 * M_PI) || fov < camera->min_fov || fov > camera->max_fov) {
    if (camera->min_fov == camera->max_fov)
      lo_warn(tag, __func__, "the camera has no Zoom; ignored");
    else
      lo_warn(tag, __func__, "the field of view %g is not in the range of the camera's Zoom, [%g, %g]; ignored", fov,
              camera->min_fov, camera->max_fov);
    return;
  }
  camera->fov = fov;
  lo_mark(tag, &camera->changed, LO_CAMERA_FOV);
}

void wb_camera_set_exposure(WbDeviceTag tag, double exposure) {
  lo_camera_state* camera = CAMERA(tag);
  if (!camera || lo_is_nan(tag, __func__, "exposure", exposure)) return;
  if (exposure < 0) {
    lo_warn(tag, __func__, "the exposure %g is negative; ignored", exposure);
    return;
  }
  camera->exposure = exposure;
  lo_mark(tag, &camera->changed, LO_CAMERA_EXPOSURE);
}

void wb_camera_set_focal_distance(WbDeviceTag tag, double focal_distance) {
  lo_camera_state* camera = CAMERA(tag);
  if (!camera || lo_is_nan(tag, __func__, "focal_distance", focal_distance)) return;
  if (!camera->planar) {
    lo_warn(tag, __func__, "the camera's projection is not planar; ignored");
    return;
  }
  if (focal_distance < camera->min_focal_distance || focal_distance > camera->max_focal_distance) {
    if (camera->min_focal_distance == camera->max_focal_distance)
      lo_warn(tag, __func__, "the camera has no Focus; ignored");
    else
      lo_warn(tag, __func__, "the focal distance %g m is not in the range of the camera's Focus, [%g, %g]; ignored",
              focal_distance, camera->min_focal_distance, camera->max_focal_distance);
    return;
  }
  camera->focal_distance = focal_distance;
  lo_mark(tag, &camera->changed, LO_CAMERA_FOCAL_DISTANCE);
}

/* The camera if its node has a Recognition. */
static lo_camera_state* recognizing(WbDeviceTag tag, const char* function) {
  lo_camera_state* camera = lo_state_of(tag, LO_DEVICE_CAMERA, function);
  if (!camera || camera->has_recognition) return camera;
  lo_warn(tag, function, "the camera has no Recognition node; ignored");
  return NULL;
}

/* The same if the controller has enabled it. */
static lo_camera_state* enabled_recognition(WbDeviceTag tag, const char* function) {
  lo_camera_state* camera = recognizing(tag, function);
  if (!camera || camera->recognition_period_ms) return camera;
  lo_warn(tag, function, "recognition is not enabled; wb_camera_recognition_enable() does it");
  return NULL;
}

void wb_camera_recognition_enable(WbDeviceTag tag, int sampling_period) {
  lo_camera_state* camera = recognizing(tag, __func__);
  if (!camera || !lo_is_period(tag, __func__, sampling_period)) return;
  camera->recognition_period_ms = (uint32_t)sampling_period;
  ++camera->recognition_enables;
  if (!sampling_period) camera->segmentation_enabled = 0;
  lo_touch(tag);
}

void wb_camera_recognition_disable(WbDeviceTag tag) { wb_camera_recognition_enable(tag, 0); }

int wb_camera_recognition_get_sampling_period(WbDeviceTag tag) {
  const lo_camera_state* camera = recognizing(tag, __func__);
  return camera ? (int)camera->recognition_period_ms : 0;
}

/* The objects of the last sample, as they are handed out: the array's bytes are kept beside, which they lead into. */
typedef struct {
  const void* bytes; /* that the list was made of */
  uint32_t made_of;  /* samples */
  WbCameraRecognitionObject* list;
  int count;
  bool is_known; /* freed with the session */
} lo_recognized;

static void free_list(void* memory) {
  lo_recognized* recognized = memory;
  free(recognized->list);
  recognized->list = NULL;
}

static int unpack(char* bytes, uint32_t size, WbCameraRecognitionObject* list) {
  int count = 0;
  for (uint32_t at = 0; size - at >= sizeof(lo_recognized_object);) {
    const lo_recognized_object* object = (const lo_recognized_object*)(const void*)(bytes + at);
    const uint64_t colors = at + sizeof *object, model = colors + 3 * sizeof(double) * (uint64_t)object->colors,
                   end = (model + (uint64_t)object->model_size + 1 + 7) / 8 * 8;
    if (end > size) break;
    if (list) {
      WbCameraRecognitionObject* to = list + count;
      memset(to, 0, sizeof *to);
      to->id = object->id;
      memcpy(to->position, object->position, sizeof to->position);
      memcpy(to->orientation, object->orientation, sizeof to->orientation);
      memcpy(to->size, object->size, sizeof to->size);
      memcpy(to->position_on_image, object->position_on_image, sizeof to->position_on_image);
      memcpy(to->size_on_image, object->size_on_image, sizeof to->size_on_image);
      to->number_of_colors = (int)object->colors;
      to->colors = object->colors ? (double*)(void*)(bytes + colors) : NULL;
      to->model = bytes + model;
    }
    ++count;
    at = (uint32_t)end;
  }
  return count;
}

static const lo_recognized* recognized_by(WbDeviceTag tag, const char* function) {
  const lo_camera_state* camera = enabled_recognition(tag, function);
  if (!camera) return NULL;
  lo_recognized* recognized = lo_private(tag, "recognized", sizeof *recognized);
  const lo_array none = {0, 0};
  uint32_t size;
  const void* bytes = lo_current_array(tag, none, 1, &size);
  if (!size) bytes = NULL;
  if (recognized->bytes != bytes || recognized->made_of != camera->recognition_count) {
    if (!recognized->is_known) lo_at_close(free_list, recognized);
    recognized->is_known = true;
    const int count = bytes ? unpack((char*)bytes, size, NULL) : 0;
    WbCameraRecognitionObject* list = realloc(recognized->list, (size_t)(count + 1) * sizeof *list);
    if (!list) lo_out_of_memory();
    recognized->list = list;
    recognized->count = bytes ? unpack((char*)bytes, size, list) : 0;
    recognized->bytes = bytes;
    recognized->made_of = camera->recognition_count;
  }
  return recognized;
}

/* -1: recognition is not there or not enabled. */
static int objects_of(WbDeviceTag tag, const WbCameraRecognitionObject** list, const char* function) {
  const lo_recognized* recognized = recognized_by(tag, function);
  int count;
  *list = lo_reported_objects(tag, &count);
  if (*list || !recognized) return recognized ? count : -1;
  *list = recognized->list;
  return recognized->count;
}

int wb_camera_recognition_get_number_of_objects(WbDeviceTag tag) {
  const WbCameraRecognitionObject* list;
  const int count = objects_of(tag, &list, __func__);
  return count > 0 ? count : 0;
}

const WbCameraRecognitionObject* wb_camera_recognition_get_objects(WbDeviceTag tag) {
  const WbCameraRecognitionObject* list;
  return objects_of(tag, &list, __func__) > 0 ? list : NULL;
}

const WbCameraRecognitionObject* wb_camera_recognition_get_object(WbDeviceTag tag, int index) {
  const WbCameraRecognitionObject* list;
  const int count = objects_of(tag, &list, __func__);
  if (index >= 0 && index < count) return list + index;
  if (count >= 0) lo_warn(tag, __func__, "there is no object %d", index);
  return NULL;
}

static void set_segmentation(WbDeviceTag tag, lo_camera_state* camera, bool enabled) {
  camera->segmentation_enabled = enabled;
  lo_touch(tag);
}

void wb_camera_recognition_enable_segmentation(WbDeviceTag tag) {
  lo_camera_state* camera = enabled_recognition(tag, __func__);
  if (!camera) return;
  if (camera->has_segmentation)
    set_segmentation(tag, camera, true);
  else
    lo_warn(tag, __func__, "the camera's Recognition has no segmentation; ignored");
}

void wb_camera_recognition_disable_segmentation(WbDeviceTag tag) {
  lo_camera_state* camera = recognizing(tag, __func__);
  if (camera) set_segmentation(tag, camera, false);
}

bool wb_camera_recognition_is_segmentation_enabled(WbDeviceTag tag) {
  const lo_camera_state* camera = recognizing(tag, __func__);
  return camera && camera->has_segmentation && camera->segmentation_enabled;
}

static const unsigned char* segmentation_of(WbDeviceTag tag, const char* function) {
  const lo_camera_state* camera = recognizing(tag, function);
  if (!camera || !camera->has_segmentation) return NULL;
  if (camera->segmentation_enabled) return lo_bulk_data(&camera->segmentation, image_size(camera));
  lo_warn(tag, function, "segmentation is not enabled; wb_camera_recognition_enable_segmentation() does it");
  return NULL;
}

const unsigned char* wb_camera_recognition_get_segmentation_image(WbDeviceTag tag) {
  return segmentation_of(tag, __func__);
}

int wb_camera_recognition_save_segmentation_image(WbDeviceTag tag, const char* filename, int quality) {
  return save(tag, segmentation_of(tag, __func__), filename, quality, __func__);
}

/* Of a RangeFinder that is no camera 0, without a warning: the classes of other languages ask by it. */
int wb_camera_get_type(WbDeviceTag tag) {
  if (lo_peek_state(tag, LO_DEVICE_RANGE_FINDER)) return is_range_finder(tag) ? WB_CAMERA_RANGE_FINDER : 0;
  const lo_camera_state* camera = CAMERA(tag);
  return camera && camera->type ? camera->type : WB_CAMERA_COLOR;
}

const float* wb_camera_get_range_image(WbDeviceTag tag) {
  if (is_range_finder(tag)) return wb_range_finder_get_range_image(tag);
  if (CAMERA(tag)) lo_warn(tag, __func__, "the camera takes colours and has no range image");
  return NULL;
}

#pragma GCC diagnostic ignored "-Wunused-parameter"

void wb_camera_move_window(WbDeviceTag tag, int x, int y) {
  if (is_range_finder(tag) || CAMERA(tag)) lo_warn(tag, __func__, "there are no windows; ignored");
}

/* Depths are stored as they are, the planes of the older format no longer matter. */
float wb_camera_range_image_get_value(const float* image, double near, double far, int width, int x, int y) {
  return wb_camera_range_image_get_depth(image, width, x, y);
}
