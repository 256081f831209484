// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a number may be.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "runs/expectations/condition.h"

namespace lightsout {

// Of m, rad and their likes per s: what "is at" means where nobody says.
inline constexpr double standard_tolerance = 0.01;

struct Bounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  Look judge(double number) const {
    if (std::isnan(number)) return {number, false, number};
    const double excess = number > high ? number - high : number < low ? low - number : 0;
    return {number, excess == 0, excess};
  }
};

// "at most 0.1 m", "between 1 and 2 rad", "exactly 3"
std::string text_of(const Bounds& bounds, const std::string& unit);

}  // namespace lightsout
