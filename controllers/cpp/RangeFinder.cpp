// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// RangeFinder: pixels of images.
#include <webots/range_finder.h>

#include <webots/RangeFinder.hpp>

namespace webots {

float RangeFinder::rangeImageGetDepth(const float* image, int width, int x, int y) {
  return wb_range_finder_image_get_depth(image, width, x, y);
}

}  // namespace webots
