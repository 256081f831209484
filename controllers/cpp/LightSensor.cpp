// LightSensor: the functions of light_sensor.h.
#include <webots/light_sensor.h>

#include <webots/LightSensor.hpp>

namespace webots {

void LightSensor::enable(int samplingPeriod) { wb_light_sensor_enable(getTag(), samplingPeriod); }
void LightSensor::disable() { wb_light_sensor_disable(getTag()); }
int LightSensor::getSamplingPeriod() const { return wb_light_sensor_get_sampling_period(getTag()); }
double LightSensor::getValue() const { return wb_light_sensor_get_value(getTag()); }
int LightSensor::getLookupTableSize() const { return wb_light_sensor_get_lookup_table_size(getTag()); }
const double* LightSensor::getLookupTable() const { return wb_light_sensor_get_lookup_table(getTag()); }

}  // namespace webots
