// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/metric.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/files/parsed_json.h"

namespace lightsout {
namespace {

constexpr double no_metric = std::numeric_limits<double>::quiet_NaN();

FoundMetric found_metric(const nlohmann::json& value) {
  const std::string text = value.dump();
  if (value.is_boolean()) return {value.get<bool>() ? 1.0 : 0.0, fmt::format("it is {}", text)};
  if (value.is_number()) return {value.get<double>(), fmt::format("it is {}", text)};
  return {no_metric, fmt::format("it is {}, which is no number", text)};
}

// "y.z" of {"y": {"z": 1}}. A key may have dots in it.
const nlohmann::json* member_at(const nlohmann::json& object, std::string_view path) {
  if (!object.is_object()) return nullptr;
  for (const auto& [key, value] : object.items()) {
    if (path == key) return &value;
    if (!path.starts_with(key + ".")) continue;
    if (const auto* found = member_at(value, path.substr(key.size() + 1))) return found;
  }
  return nullptr;
}

}  // namespace

FoundMetric metric_of(const Verdict& verdict, const std::string& name) {
  for (const Metric& metric : verdict.metrics) {
    const auto value = json_or_null<nlohmann::json>(metric.value);
    if (metric.name == name) return found_metric(value);
    if (!name.starts_with(metric.name + ".")) continue;
    if (const auto* member = member_at(value, std::string_view(name).substr(metric.name.size() + 1)))
      return found_metric(*member);
  }
  return {no_metric, "no controller gave it"};
}

}  // namespace lightsout
