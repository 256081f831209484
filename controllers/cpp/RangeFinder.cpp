// RangeFinder: the functions of range_finder.h.
#include <webots/range_finder.h>

#include <webots/RangeFinder.hpp>

namespace webots {

void RangeFinder::enable(int samplingPeriod) { wb_range_finder_enable(getTag(), samplingPeriod); }
void RangeFinder::disable() { wb_range_finder_disable(getTag()); }
int RangeFinder::getSamplingPeriod() const { return wb_range_finder_get_sampling_period(getTag()); }
const float* RangeFinder::getRangeImage() const { return wb_range_finder_get_range_image(getTag()); }
int RangeFinder::getWidth() const { return wb_range_finder_get_width(getTag()); }
int RangeFinder::getHeight() const { return wb_range_finder_get_height(getTag()); }
double RangeFinder::getFov() const { return wb_range_finder_get_fov(getTag()); }
double RangeFinder::getMinRange() const { return wb_range_finder_get_min_range(getTag()); }
double RangeFinder::getMaxRange() const { return wb_range_finder_get_max_range(getTag()); }
int RangeFinder::saveImage(const std::string& filename, int quality) const {
  return wb_range_finder_save_image(getTag(), filename.c_str(), quality);
}
float RangeFinder::rangeImageGetDepth(const float* image, int width, int x, int y) {
  return wb_range_finder_image_get_depth(image, width, x, y);
}

}  // namespace webots
