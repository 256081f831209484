#include "runs/expectations/metric.h"

#include <cmath>
#include <limits>

namespace lightsout {

FoundMetric metric_of(const Verdict&, const std::string&) {
  return {std::numeric_limits<double>::quiet_NaN(), "no controller gave it"};
}

}  // namespace lightsout
