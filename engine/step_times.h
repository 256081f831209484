// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How the wall-clock time of a step is spent. Whoever wants to know gives one to the simulation; nothing that is
// simulated depends on it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace lightsout {

class StepTimes {
 public:
  enum Part : std::uint8_t {
    Controllers,  // their turns, what supervisors ask, and what the scene follows of it
    Physics,      // joints, motors, plugins, integration, contacts
    Sensors,      // what devices measure, images among it
    Records,      // recordings, and what is done between two steps: resets, controllers that start
  };
  static constexpr int parts = 4;

  void begin() {
    spent_.fill({});
    last_ = Clock::now();
  }
  // What has passed since the call before belongs to this part.
  void end_of(Part part) {
    const Clock::time_point now = Clock::now();
    spent_[part] += now - last_;
    last_ = now;
  }
  double seconds(Part part) const { return std::chrono::duration<double>(spent_[part]).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  std::array<Clock::duration, parts> spent_{};
  Clock::time_point last_{};
};

}  // namespace lightsout
