#include "app/duration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace lightsout {

std::expected<double, std::string> parse_duration(std::string_view text) {
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
  if (unit == "ms") return number / 1000;
  if (unit == "s" || unit.empty()) return number;
  if (unit == "min") return number * 60;
  if (unit == "h") return number * 3600;
  return wrong();
}

}  // namespace lightsout
