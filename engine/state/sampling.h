// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// When a sensor that is enabled with a period takes its values: the first one period after it was enabled, also when it
// was before, a period below the basic step as the basic step, period 0 never; at once when its robot was reset.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/state/clock.h"
#include "engine/state/state.h"

namespace lightsout {

class Sampling {
 public:
  // True if the period begins now: it is another one, or the same was given again.
  bool set_period(std::uint32_t period_ms, const Clock& clock, bool again = false) {
    if (period_ms == period_ms_ && !again) return false;
    period_ms_ = period_ms;
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    period_steps_ = period_ms ? std::uint32_t(std::min(most, clock.steps_in(period_ms))) : 0;
    last_step_ = std::uint32_t(clock.step());
    return true;
  }
  // True once per period.
  bool is_due(const Clock& clock) {
    if (period_steps_ == 0 || std::uint32_t(clock.step()) - last_step_ < period_steps_) return false;
    last_step_ = std::uint32_t(clock.step());
    return true;
  }
  // The period that runs is over.
  void end_period() { last_step_ -= period_steps_; }
  std::int64_t period_steps() const { return period_steps_; }  // 0: disabled
  void visit_state(StateVisitor& state) {
    state.field("period", period_ms_);
    state.field("period in steps", period_steps_);
    state.field("last sample", last_step_);
  }

 private:
  // Modulo 2^32, which no period is longer than.
  std::uint32_t period_ms_ = 0, period_steps_ = 0, last_step_ = 0;
};

}  // namespace lightsout
