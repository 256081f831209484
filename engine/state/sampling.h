// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// When a sensor that is enabled with a period takes its values: the first one period after it was enabled, also when it
// was before, a period below the basic step as the basic step, period 0 never; at once when its robot was reset.
#pragma once

#include <cstdint>

namespace lightsout {

class Clock;
class StateVisitor;

class Sampling {
 public:
  // True if the period begins now: it is another one, or the same was given again.
  bool set_period(std::uint32_t period_ms, const Clock& clock, bool again = false);
  // True once per period; `step`: of the clock.
  bool is_due(std::int64_t step) {
    if (period_steps_ == 0 || std::uint32_t(step) - last_step_ < period_steps_) return false;
    last_step_ = std::uint32_t(step);
    return true;
  }
  // The period that runs is over.
  void end_period() { last_step_ -= period_steps_; }
  std::int64_t period_steps() const { return period_steps_; }  // 0: disabled
  void visit_state(StateVisitor& state);

 private:
  // Modulo 2^32, which no period is longer than.
  std::uint32_t period_ms_ = 0, period_steps_ = 0, last_step_ = 0;
};

}  // namespace lightsout
