// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/metric.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "engine/files/parsed_json.h"

namespace lightsout {
namespace {

constexpr double no_metric = std::numeric_limits<double>::quiet_NaN();

FoundMetric found_metric(const std::string& text) {
  const auto value = json_or_null<nlohmann::json>(text);
  if (value.is_boolean()) return {value.get<bool>() ? 1.0 : 0.0, fmt::format("it is {}", text)};
  if (value.is_number()) return {value.get<double>(), fmt::format("it is {}", text)};
  return {no_metric, fmt::format("it is {}, which is no number", text)};
}

}  // namespace

FoundMetric metric_of(const Verdict& verdict, const std::string& name) {
  for (const Metric& metric : verdict.metrics)
    if (metric.name == name) return found_metric(metric.value);
  return {no_metric, "no controller gave it"};
}

}  // namespace lightsout
