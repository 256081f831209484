// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What this process lets inputs take of the machine, see limits.def. One table for the process, as it has one memory:
// set from the command line before anything is read, and only read from then on.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lightsout {

enum class Limit : std::uint8_t {
#define LIMIT(name, id, value, unit, meaning) name,
#include "limits/limits.def"
#undef LIMIT
};

inline constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

struct LimitDescription {
  std::string_view name;  // as on the command line
  std::int64_t standard;  // where nothing is said
  std::string_view unit, meaning;
};
std::span<const LimitDescription> limit_descriptions();

std::int64_t value_of(Limit limit);
void set_limit(Limit limit, std::int64_t value);
// "NAME=VALUE", a whole number above 0 or `none`: set, or what is wrong with it.
std::optional<std::string> set_limit(std::string_view text);
// The same, and nothing is set.
std::optional<std::string> wrong_limit(std::string_view text);

// "the limit is 100000 rays (--limit rays=N raises it)"
std::string how_to_raise(Limit limit);

// While something runs that cannot go on beyond a limit: who makes the step ends the run.
class LimitReached : public std::runtime_error {
 public:
  // `what`: "ROBOT.emitter sends 300000000 bytes in one step".
  LimitReached(Limit limit, const std::string& what) : std::runtime_error(what + ": " + how_to_raise(limit)) {}
};

}  // namespace lightsout
