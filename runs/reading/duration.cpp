// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reading/duration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace lightsout {

std::expected<double, std::string> parse_duration(std::string_view text, double bare_unit) {
  const auto wrong = [&] {
    return std::unexpected(
        fmt::format("'{}' is no duration: write a number and a unit, as in 10s, 500ms, 2min or 1.5h", text));
  };
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || !std::isfinite(number) || number < 0) return wrong();
  std::string_view unit(rest, std::size_t(end - rest));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit == "ms")
    number /= 1000;
  else if (unit == "min")
    number *= 60;
  else if (unit == "h")
    number *= 3600;
  else if (unit.empty())
    number *= bare_unit;
  else if (unit != "s")
    return wrong();
  if (number > longest_duration)
    return std::unexpected(fmt::format("'{}' is longer than {} s", text, longest_duration));
  return number;
}

}  // namespace lightsout
