// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Simulated time: an integer count of basic steps. Seconds are computed from it, never summed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lightsout {

class Clock {
 public:
  explicit Clock(double basic_time_step_ms = 32) : basic_time_step_ms_(basic_time_step_ms) {}

  std::int64_t step() const { return step_; }
  double basic_time_step_ms() const { return basic_time_step_ms_; }
  // Length of a step in seconds.
  double dt() const { return basic_time_step_ms_ / 1000; }
  double time_ms() const { return double(step_) * basic_time_step_ms_; }
  double time() const { return time_ms() / 1000; }
  void advance() { ++step_; }
  void set_step(std::int64_t step) { step_ = step; }

  // Whole steps that last at least `period_ms`, at least one. The margin keeps 3 x 0.1 from being more than 0.3.
  std::int64_t steps_in(double period_ms) const {
    return std::max<std::int64_t>(1, std::int64_t(std::ceil(period_ms / basic_time_step_ms_ - 1e-9)));
  }

 private:
  double basic_time_step_ms_;
  std::int64_t step_ = 0;
};

}  // namespace lightsout
