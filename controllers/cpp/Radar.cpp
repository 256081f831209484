// Radar: the functions of radar.h.
#include <webots/radar.h>

#include <webots/Radar.hpp>

namespace webots {

void Radar::enable(int samplingPeriod) { wb_radar_enable(getTag(), samplingPeriod); }
void Radar::disable() { wb_radar_disable(getTag()); }
int Radar::getSamplingPeriod() const { return wb_radar_get_sampling_period(getTag()); }
int Radar::getNumberOfTargets() const { return wb_radar_get_number_of_targets(getTag()); }
const RadarTarget* Radar::getTargets() const { return wb_radar_get_targets(getTag()); }
double Radar::getMinRange() const { return wb_radar_get_min_range(getTag()); }
double Radar::getMaxRange() const { return wb_radar_get_max_range(getTag()); }
double Radar::getHorizontalFov() const { return wb_radar_get_horizontal_fov(getTag()); }
double Radar::getVerticalFov() const { return wb_radar_get_vertical_fov(getTag()); }

}  // namespace webots
