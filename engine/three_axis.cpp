#include "engine/three_axis.h"

#include <limits>

namespace lightsout {

ThreeAxisOutput::ThreeAxisOutput(const Node& node)
    : table_(node.get<MFVec3f>("lookupTable")),
      enabled_{node.get<bool>("xAxis"), node.get<bool>("yAxis"), node.get<bool>("zAxis")},
      resolution_(node.get<double>("resolution")) {}

void ThreeAxisOutput::write(const Vector3d& measured, Noise& noise, double* values) const {
  for (int i = 0; i < 3; ++i)
    values[i] = enabled_[i] ? quantize(table_.value(measured[i], noise), resolution_)
                            : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace lightsout
