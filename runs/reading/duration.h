// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Durations as people type them: "10s", "500ms", "2min", "1.5h".
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace lightsout {

// In seconds; a bare number counts `bare_unit` seconds. Never negative, never more than `longest_duration`.
std::expected<double, std::string> parse_duration(std::string_view text, double bare_unit = 1);

// s: some three hundred years. Steps of any length that a world can have are then counted without overflow.
constexpr double longest_duration = 1e10;

}  // namespace lightsout
