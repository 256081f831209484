// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/bounds.h"

#include <fmt/format.h>

namespace lightsout {

std::string text_of(const Bounds& bounds, const std::string& unit) {
  const std::string of = unit.empty() ? "" : " " + unit;
  const bool has_low = std::isfinite(bounds.low), has_high = std::isfinite(bounds.high);
  // In few digits: 0.3 and a tolerance of 0.1 are 0.2 to 0.4, not 0.19999999999999998.
  if (has_low && has_high && bounds.low == bounds.high) return fmt::format("exactly {:.12g}{}", bounds.low, of);
  if (has_low && has_high) return fmt::format("between {:.12g} and {:.12g}{}", bounds.low, bounds.high, of);
  if (has_high) return fmt::format("at most {:.12g}{}", bounds.high, of);
  if (has_low) return fmt::format("at least {:.12g}{}", bounds.low, of);
  return "any" + of;
}

}  // namespace lightsout
