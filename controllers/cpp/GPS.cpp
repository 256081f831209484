// GPS: the functions of gps.h.
#include <webots/gps.h>

#include <webots/GPS.hpp>

#include "controllers/cpp/text.h"

namespace webots {

void GPS::enable(int samplingPeriod) { wb_gps_enable(getTag(), samplingPeriod); }
void GPS::disable() { wb_gps_disable(getTag()); }
int GPS::getSamplingPeriod() const { return wb_gps_get_sampling_period(getTag()); }
const double* GPS::getValues() const { return wb_gps_get_values(getTag()); }
double GPS::getSpeed() const { return wb_gps_get_speed(getTag()); }
const double* GPS::getSpeedVector() const { return wb_gps_get_speed_vector(getTag()); }
GPS::CoordinateSystem GPS::getCoordinateSystem() const {
  return CoordinateSystem(wb_gps_get_coordinate_system(getTag()));
}
std::string GPS::convertToDegreesMinutesSeconds(double decimalDegree) {
  return owned_text(wb_gps_convert_to_degrees_minutes_seconds(decimalDegree));
}

}  // namespace webots
