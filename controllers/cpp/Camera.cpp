// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Camera: pixels of images.
#include <webots/camera.h>

#include <webots/Camera.hpp>

namespace webots {

unsigned char Camera::imageGetRed(const unsigned char* image, int width, int x, int y) {
  return static_cast<unsigned char>(wb_camera_image_get_red(image, width, x, y));
}

unsigned char Camera::imageGetGreen(const unsigned char* image, int width, int x, int y) {
  return static_cast<unsigned char>(wb_camera_image_get_green(image, width, x, y));
}

unsigned char Camera::imageGetBlue(const unsigned char* image, int width, int x, int y) {
  return static_cast<unsigned char>(wb_camera_image_get_blue(image, width, x, y));
}

unsigned char Camera::imageGetGray(const unsigned char* image, int width, int x, int y) {
  return static_cast<unsigned char>(wb_camera_image_get_gray(image, width, x, y));
}

unsigned char Camera::imageGetGrey(const unsigned char* image, int width, int x, int y) {
  return static_cast<unsigned char>(wb_camera_image_get_grey(image, width, x, y));
}

float Camera::rangeImageGetDepth(const float* image, int width, int x, int y) {
  return wb_camera_range_image_get_depth(image, width, x, y);
}

}  // namespace webots
