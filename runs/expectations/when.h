// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// When a condition is to hold. Times are simulated seconds of the whole run, resets included.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace lightsout {

struct When {
  enum class Kind : std::uint8_t {
    AtEnd,   // in the last state
    At,      // in the first state at or after `from`
    Always,  // in every state from `from` to `to`
    Never,   // in none of them
    Within,  // in one of them at least
  };
  Kind kind = Kind::AtEnd;
  double from = 0, to = std::numeric_limits<double>::infinity();
};

// "at 2 s", "always from 1 s on", "by 3 s"
std::string text_of(const When& when);

}  // namespace lightsout
