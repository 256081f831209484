// Gyro: the functions of gyro.h.
#include <webots/gyro.h>

#include <webots/Gyro.hpp>

namespace webots {

void Gyro::enable(int samplingPeriod) { wb_gyro_enable(getTag(), samplingPeriod); }
void Gyro::disable() { wb_gyro_disable(getTag()); }
int Gyro::getSamplingPeriod() const { return wb_gyro_get_sampling_period(getTag()); }
const double* Gyro::getValues() const { return wb_gyro_get_values(getTag()); }
int Gyro::getLookupTableSize() const { return wb_gyro_get_lookup_table_size(getTag()); }
const double* Gyro::getLookupTable() const { return wb_gyro_get_lookup_table(getTag()); }

}  // namespace webots
