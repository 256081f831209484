// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/sampled_device.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include "controllers/wire/sensor.h"
#include "engine/robots/components/lookup_table.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/robot.h"
#include "engine/state/clock.h"
#include "engine/state/state.h"

namespace lightsout {

void SampledDevice::disable() {
  sampling_ = {};
  enables_ = 0;
}

void SampledDevice::take_state(const Clock& clock) {
  const std::uint32_t enables = sensor()->enables;
  if (!sampling_.set_period(period_ms(sensor()->period_ms), clock, enables != std::exchange(enables_, enables))) return;
  if (Release(surroundings().world()).first_sample_is_at_once()) sampling_.end_period();
  on_enable(clock);
}

void SampledDevice::sense(const Clock& clock) {
  if (!sensor() || surroundings().robot().is_off() || !sampling_.is_due(clock.step())) return;
  measure(clock);
  ++sensor()->count;
}

Device::Array SampledDevice::array() {
  if (!table()) return {};
  return {std::as_bytes(table()->numbers()), 3 * sizeof(double)};
}

void SampledDevice::blank_state() {
  std::fill(std::begin(sensor()->values), std::end(sensor()->values), std::numeric_limits<double>::quiet_NaN());
}

Reading SampledDevice::reading() const {
  if (!sensor()) return {};
  return {.count = sensor()->count, .values = sensor()->values};
}

void SampledDevice::visit_state(StateVisitor& state) {
  state.node(path());
  sampling_.visit_state(state);
  state.field("enables", enables_);
  std::array<double, 4> values{};
  if (sensor()) std::copy_n(sensor()->values, 4, values.begin());
  state.field("values", values);
  if (sensor() && state.is_loading()) std::copy_n(values.begin(), 4, sensor()->values);
}

lo_array* SampledDevice::array_in_state() { return &sensor()->lookup_table; }

}  // namespace lightsout
