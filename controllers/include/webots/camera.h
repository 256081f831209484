/* Colour cameras. An image is width * height pixels of four bytes B, G, R, A, row by row from the top left. */
#ifndef WB_CAMERA_H
#define WB_CAMERA_H

#include "camera_recognition_object.h"
#include "types.h"

/* Results of wb_camera_get_type of older releases. */
#define WB_CAMERA_COLOR 99
#define WB_CAMERA_RANGE_FINDER 114
#define WB_CAMERA_BOTH 98
#define WB_CAMERA_BLACK_AND_WHITE 103 /* of Webots 6.0: no camera is one */

#ifdef __cplusplus
extern "C" {
#endif

void wb_camera_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_camera_disable(WbDeviceTag tag);
int wb_camera_get_sampling_period(WbDeviceTag tag);
const unsigned char* wb_camera_get_image(WbDeviceTag tag); /* NULL before the first; valid until the next step */
int wb_camera_get_width(WbDeviceTag tag);
int wb_camera_get_height(WbDeviceTag tag);
/* 0 on success, -1 on failure. `quality` 1 to 100 for JPEG. */
int wb_camera_save_image(WbDeviceTag tag, const char* filename, int quality);

double wb_camera_get_fov(WbDeviceTag tag); /* rad, horizontal */
double wb_camera_get_min_fov(WbDeviceTag tag);
double wb_camera_get_max_fov(WbDeviceTag tag);
void wb_camera_set_fov(WbDeviceTag tag, double fov);
double wb_camera_get_exposure(WbDeviceTag tag);
void wb_camera_set_exposure(WbDeviceTag tag, double exposure);
double wb_camera_get_focal_length(WbDeviceTag tag);
double wb_camera_get_focal_distance(WbDeviceTag tag); /* m */
double wb_camera_get_min_focal_distance(WbDeviceTag tag);
double wb_camera_get_max_focal_distance(WbDeviceTag tag);
void wb_camera_set_focal_distance(WbDeviceTag tag, double focal_distance);
double wb_camera_get_near(WbDeviceTag tag); /* m */

/* Recognition and segmentation. */
bool wb_camera_has_recognition(WbDeviceTag tag);
void wb_camera_recognition_enable(WbDeviceTag tag, int sampling_period);
void wb_camera_recognition_disable(WbDeviceTag tag);
int wb_camera_recognition_get_sampling_period(WbDeviceTag tag);
int wb_camera_recognition_get_number_of_objects(WbDeviceTag tag);
const WbCameraRecognitionObject* wb_camera_recognition_get_objects(WbDeviceTag tag);
const WbCameraRecognitionObject* wb_camera_recognition_get_object(WbDeviceTag tag, int index);
bool wb_camera_recognition_has_segmentation(WbDeviceTag tag);
void wb_camera_recognition_enable_segmentation(WbDeviceTag tag);
void wb_camera_recognition_disable_segmentation(WbDeviceTag tag);
bool wb_camera_recognition_is_segmentation_enabled(WbDeviceTag tag);
const unsigned char* wb_camera_recognition_get_segmentation_image(WbDeviceTag tag);
int wb_camera_recognition_save_segmentation_image(WbDeviceTag tag, const char* filename, int quality);

/* Names of older releases, when a camera could also be a range finder: the functions above take the tag of a
 * RangeFinder too. */
int wb_camera_get_type(WbDeviceTag tag);
const float* wb_camera_get_range_image(WbDeviceTag tag);
double wb_camera_get_max_range(WbDeviceTag tag);
double wb_camera_get_far(WbDeviceTag tag); /* m; INFINITY for a camera that takes colours */
float wb_camera_range_image_get_value(const float* image, double near, double far, int width, int x, int y);
void wb_camera_move_window(WbDeviceTag tag, int x, int y);

#ifdef __cplusplus
}
#endif

/* One component of the pixel in column x and row y, 0 to 255. */
#define wb_camera_image_get_red(image, width, x, y) ((image)[4 * ((y) * (width) + (x)) + 2])
#define wb_camera_image_get_green(image, width, x, y) ((image)[4 * ((y) * (width) + (x)) + 1])
#define wb_camera_image_get_blue(image, width, x, y) ((image)[4 * ((y) * (width) + (x))])
#define wb_camera_image_get_gray(image, width, x, y)                                              \
  ((wb_camera_image_get_red(image, width, x, y) + wb_camera_image_get_green(image, width, x, y) + \
    wb_camera_image_get_blue(image, width, x, y)) /                                               \
   3)
#define wb_camera_image_get_grey(image, width, x, y) wb_camera_image_get_gray(image, width, x, y)
#define wb_camera_range_image_get_depth(image, width, x, y) ((image)[(y) * (width) + (x)])

#endif
