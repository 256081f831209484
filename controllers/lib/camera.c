/* wb_camera_*: what the world says of a camera, and what the controller sets of it. Images come with rendering, which
 * the engine does not have: there are none, after one warning. */
#include "controllers/wire/camera.h"

#include <math.h>
#include <stddef.h>

#include "controllers/include/webots/camera.h"
#include "controllers/include/webots/range_finder.h"
#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define CAMERA(tag) LO_STATE(lo_camera_state, tag, CAMERA)

/* A Camera of older releases could be a range finder, which is a device of its own by now: it answers to both names. */
static bool is_range_finder(WbDeviceTag tag) { return lo_peek_state(tag, LO_DEVICE_RANGE_FINDER) != NULL; }

void wb_camera_enable(WbDeviceTag tag, int sampling_period) {
  if (is_range_finder(tag)) {
    wb_range_finder_enable(tag, sampling_period);
    return;
  }
  lo_camera_state* camera = CAMERA(tag);
  if (!camera || !lo_is_period(tag, __func__, sampling_period)) return;
  camera->period_ms = (uint32_t)sampling_period;
  if (sampling_period)
    lo_warn(tag, __func__, "images come with rendering, which this version does not have: there are none");
}

void wb_camera_disable(WbDeviceTag tag) { wb_camera_enable(tag, 0); }

static const void* no_image(WbDeviceTag tag, const char* function) {
  const lo_camera_state* camera = lo_state_of(tag, LO_DEVICE_CAMERA, function);
  if (camera && !camera->period_ms)
    lo_warn(tag, function, "the camera is not enabled; wb_camera_enable() gives it a sampling period");
  return NULL;
}

const unsigned char* wb_camera_get_image(WbDeviceTag tag) {
  return is_range_finder(tag) ? NULL : no_image(tag, __func__);
}

int wb_camera_save_image(WbDeviceTag tag, const char* filename, int quality) {
  if (is_range_finder(tag)) return wb_range_finder_save_image(tag, filename, quality);
  if (CAMERA(tag)) lo_warn(tag, __func__, "there is no image to save");
  return -1;
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

SHARED_GETTER(int, wb_camera_get_sampling_period, camera->period_ms, 0, wb_range_finder_get_sampling_period)
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
  if (sampling_period)
    lo_warn(tag, __func__, "recognition comes with rendering, which this version does not have: nothing is recognized");
}

void wb_camera_recognition_disable(WbDeviceTag tag) { wb_camera_recognition_enable(tag, 0); }

int wb_camera_recognition_get_sampling_period(WbDeviceTag tag) {
  const lo_camera_state* camera = recognizing(tag, __func__);
  return camera ? (int)camera->recognition_period_ms : 0;
}

int wb_camera_recognition_get_number_of_objects(WbDeviceTag tag) {
  enabled_recognition(tag, __func__);
  return 0;
}

const WbCameraRecognitionObject* wb_camera_recognition_get_objects(WbDeviceTag tag) {
  enabled_recognition(tag, __func__);
  return NULL;
}

const WbCameraRecognitionObject* wb_camera_recognition_get_object(WbDeviceTag tag, int index) {
  if (enabled_recognition(tag, __func__)) lo_warn(tag, __func__, "there is no object %d", index);
  return NULL;
}

void wb_camera_recognition_enable_segmentation(WbDeviceTag tag) {
  lo_camera_state* camera = enabled_recognition(tag, __func__);
  if (!camera) return;
  if (camera->has_segmentation)
    camera->segmentation_enabled = 1;
  else
    lo_warn(tag, __func__, "the camera's Recognition has no segmentation; ignored");
}

void wb_camera_recognition_disable_segmentation(WbDeviceTag tag) {
  lo_camera_state* camera = recognizing(tag, __func__);
  if (camera) camera->segmentation_enabled = 0;
}

bool wb_camera_recognition_is_segmentation_enabled(WbDeviceTag tag) {
  const lo_camera_state* camera = recognizing(tag, __func__);
  return camera && camera->has_segmentation && camera->segmentation_enabled;
}

const unsigned char* wb_camera_recognition_get_segmentation_image(WbDeviceTag tag) {
  const lo_camera_state* camera = recognizing(tag, __func__);
  if (camera && camera->has_segmentation && !camera->segmentation_enabled)
    lo_warn(tag, __func__, "segmentation is not enabled; wb_camera_recognition_enable_segmentation() does it");
  return NULL;
}

int wb_camera_recognition_save_segmentation_image(WbDeviceTag tag, const char* filename, int quality) {
  if (CAMERA(tag)) lo_warn(tag, __func__, "there is no image to save");
  return -1;
}

int wb_camera_get_type(WbDeviceTag tag) {
  if (is_range_finder(tag)) return WB_CAMERA_RANGE_FINDER;
  (void)CAMERA(tag);
  return WB_CAMERA_COLOR;
}

const float* wb_camera_get_range_image(WbDeviceTag tag) {
  return is_range_finder(tag) ? wb_range_finder_get_range_image(tag) : no_image(tag, __func__);
}

void wb_camera_move_window(WbDeviceTag tag, int x, int y) {
  if (is_range_finder(tag) || CAMERA(tag)) lo_warn(tag, __func__, "there are no windows; ignored");
}

/* Depths are stored as they are, the planes of the older format no longer matter. */
float wb_camera_range_image_get_value(const float* image, double near, double far, int width, int x, int y) {
  return wb_camera_range_image_get_depth(image, width, x, y);
}
