// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/three_axis.h"

#include <cmath>
#include <limits>

#include "controllers/wire/sensor.h"
#include "engine/robots/sampled_device.h"

namespace lightsout {

ThreeAxisOutput::ThreeAxisOutput(const Node& node, LookupTable::NoiseKind noise)
    : table_(node.get<MFVec3f>("lookupTable"), noise),
      enabled_{node.get<bool>("xAxis"), node.get<bool>("yAxis"), node.get<bool>("zAxis")},
      resolution_(node.get<double>("resolution")) {}

void ThreeAxisOutput::write(const Vector3d& measured, Noise& noise, double* values) const {
  for (int i = 0; i < 3; ++i)
    values[i] = enabled_[i] && !std::isnan(measured[i]) ? quantize(table_.value(measured[i], noise), resolution_)
                                                        : std::numeric_limits<double>::quiet_NaN();
}

ThreeAxisSensor::ThreeAxisSensor(const DeviceSetup& setup)
    : SampledDevice(setup),
      output_(setup.node, noise_kind(setup.surroundings.world())),
      noise_(setup.surroundings.seed(), path()) {}

bool ThreeAxisSensor::follow(FieldIndex field) {
  output_ = ThreeAxisOutput(node(), noise_kind(surroundings().world()));
  return is_own_field(field);
}

void ThreeAxisSensor::visit_state(StateVisitor& state) {
  SampledDevice::visit_state(state);
  noise_.visit_state(state);
}

void ThreeAxisSensor::measure(const Clock& clock) {
  output_.write(pose().rotation.transpose() * measured(clock), noise_, sensor()->values);
}

}  // namespace lightsout
