// Durations as people type them: "10s", "500ms", "2min", "1.5h".
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace lightsout {

// In seconds; a bare number is seconds. Never negative, never infinite.
std::expected<double, std::string> parse_duration(std::string_view text);

}  // namespace lightsout
