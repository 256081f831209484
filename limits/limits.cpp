// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "limits/limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <expected>
#include <utility>
#include <vector>

namespace lightsout {
namespace {

constexpr std::array descriptions{
#define LIMIT(name, id, value, unit, meaning) LimitDescription{id, value, unit, meaning},
#include "limits/limits.def"
#undef LIMIT
};

std::array<std::int64_t, descriptions.size()> values{
#define LIMIT(name, id, value, unit, meaning) value,
#include "limits/limits.def"
#undef LIMIT
};

std::expected<std::pair<Limit, std::int64_t>, std::string> read_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return std::unexpected("a limit is set by NAME=VALUE");
  const std::string_view name = text.substr(0, equals), number = text.substr(equals + 1);
  const auto known = std::ranges::find(descriptions, name, &LimitDescription::name);
  if (known == descriptions.end()) {
    std::vector<std::string_view> names;
    for (const LimitDescription& description : descriptions) names.push_back(description.name);
    return std::unexpected(fmt::format("there is no limit '{}'; there are {}", name, fmt::join(names, ", ")));
  }
  std::int64_t value = no_limit;
  if (number != "none") {
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || rest != number.data() + number.size() || value < 1)
      return std::unexpected(fmt::format("{}: '{}' is neither a whole number above 0 nor none", name, number));
  }
  return std::pair(Limit(known - descriptions.begin()), value);
}

}  // namespace

std::span<const LimitDescription> limit_descriptions() { return descriptions; }

std::int64_t value_of(Limit limit) { return values[std::size_t(limit)]; }

void set_limit(Limit limit, std::int64_t value) { values[std::size_t(limit)] = value; }

std::optional<std::string> set_limit(std::string_view text) {
  const auto setting = read_setting(text);
  if (!setting) return setting.error();
  set_limit(setting->first, setting->second);
  return std::nullopt;
}

std::optional<std::string> wrong_limit(std::string_view text) {
  const auto setting = read_setting(text);
  return setting ? std::nullopt : std::optional(setting.error());
}

std::string how_to_raise(Limit limit) {
  const LimitDescription& it = descriptions[std::size_t(limit)];
  return fmt::format("the limit is {} {} (--limit {}=N raises it)", value_of(limit), it.unit, it.name);
}

}  // namespace lightsout
