// Altimeter: the functions of altimeter.h.
#include <webots/altimeter.h>

#include <webots/Altimeter.hpp>

namespace webots {

void Altimeter::enable(int samplingPeriod) { wb_altimeter_enable(getTag(), samplingPeriod); }
void Altimeter::disable() { wb_altimeter_disable(getTag()); }
int Altimeter::getSamplingPeriod() const { return wb_altimeter_get_sampling_period(getTag()); }
double Altimeter::getValue() const { return wb_altimeter_get_value(getTag()); }

}  // namespace webots
