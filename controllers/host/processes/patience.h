// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// When to say that somebody is waited for: after 5 s, or half of what a turn may last, and each time that it has become
// twice as long.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

namespace lightsout {

class Patience {
 public:
  using Seconds = std::chrono::duration<double>;
  // `most`: what a turn may last.
  explicit Patience(std::optional<Seconds> most = std::nullopt)
      : most_(most.value_or(Seconds::max())), next_(std::clamp(most_ / 2, least, first)) {}
  bool is_over(Seconds spent) {
    if (spent < next_) return false;
    while (next_ <= spent) next_ *= 2;
    // The end of the turn says it by itself.
    if (next_ >= most_) next_ = Seconds::max();
    return true;
  }

 private:
  static constexpr Seconds least{0.001}, first{5};
  Seconds most_, next_;
};

// `ROBOT (controller "x")`
inline std::string title_of(const std::string& robot, const std::string& controller) {
  return robot + " (controller \"" + controller + "\")";
}

}  // namespace lightsout
