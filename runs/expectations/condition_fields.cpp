// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/condition_fields.h"

#include <numbers>

#include "world_format/nodes/node.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

std::string ConditionFields::name(const std::string& key) const {
  if (!has(key)) fail(node_, fmt::format("`{}` is missing: of which?", key));
  std::string name = text(node_[key], key);
  if (name.empty()) fail(node_[key], fmt::format("{} is empty", key));
  return name;
}

Vector3d ConditionFields::point(const YAML::Node& node, const std::string& what) {
  if (!node.IsSequence() || node.size() != 3) fail(node, fmt::format("{} is a point [x, y, z] in m", what));
  return {finite(node[0], "x"), finite(node[1], "y"), finite(node[2], "z")};
}

std::pair<Vector3d, Vector3d> ConditionFields::box(const std::string& key) const {
  const YAML::Node& node = node_[key];
  if (!node.IsSequence() || node.size() != 2) fail(node, key + " is a box [[x, y, z], [x, y, z]] by two corners, in m");
  const Vector3d one = point(node[0], "a corner"), other = point(node[1], "a corner");
  return {one.cwiseMin(other), one.cwiseMax(other)};
}

double ConditionFields::tolerance(double standard) const {
  if (!has("tolerance")) return standard;
  const double value = angle(node_["tolerance"], "tolerance");
  if (value < 0) fail(node_["tolerance"], "tolerance must not be negative");
  return value;
}

double ConditionFields::angle(const YAML::Node& node, const std::string& what) {
  if (!node.IsScalar() || !node.Scalar().ends_with("deg")) return number(node, what);
  const std::string degrees = node.Scalar().substr(0, node.Scalar().size() - 3);
  double value = 0;
  if (!YAML::convert<double>::decode(YAML::Node(degrees), value) || !std::isfinite(value))
    fail(node, fmt::format("{} must be a number, or degrees as in 90deg", what));
  return value * std::numbers::pi / 180;
}

bool ConditionFields::is_true(const std::string& key) const {
  bool value = false;
  if (!node_[key].IsScalar() || !YAML::convert<bool>::decode(node_[key], value))
    fail(node_[key], fmt::format("{} must be true or false", key));
  return value;
}

Bounds ConditionFields::bounds(const std::string& key, double standard) const {
  const YAML::Node& node = node_[key];
  if (node.IsScalar()) {
    const double value = angle(node, key), margin = tolerance(standard);
    return {value - margin, value + margin};
  }
  if (!node.IsMap() || node.size() == 0) fail(node, fmt::format("{} is a number or {{min: A, max: B}}", key));
  Bounds bounds;
  const double margin = tolerance(0);
  for (const auto& entry : node) {
    const std::string bound = text(entry.first, "a key");
    if (bound == "min")
      bounds.low = angle(entry.second, "min") - margin;
    else if (bound == "max")
      bounds.high = angle(entry.second, "max") + margin;
    else
      fail(entry.first, fmt::format("{} has no key `{}`; it has min, max", key, bound));
  }
  if (bounds.low > bounds.high) fail(node, "min must not be above max");
  return bounds;
}

std::regex ConditionFields::pattern(const YAML::Node& node, const std::string& what) {
  const std::string expression = text(node, what);
  try {
    return std::regex(expression, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error&) {
    fail(node, fmt::format("{} is no regular expression (ECMAScript): {}", what, expression));
  }
}

std::vector<std::regex> ConditionFields::patterns(const std::string& key) const {
  std::vector<std::regex> patterns;
  if (!has(key)) return patterns;
  if (!node_[key].IsSequence()) return {pattern(key)};
  for (const auto& element : node_[key]) patterns.push_back(pattern(element, key));
  return patterns;
}

std::vector<std::pair<std::string, double>> ConditionFields::numbers(const std::string& key) const {
  std::vector<std::pair<std::string, double>> numbers;
  if (!has(key)) return numbers;
  if (!node_[key].IsMap()) fail(node_[key], fmt::format("{} is a mapping (name: number)", key));
  for (const auto& entry : node_[key]) {
    const std::string name = text(entry.first, "a parameter's name");
    numbers.emplace_back(name, number(entry.second, name));
  }
  return numbers;
}

std::string ConditionFields::choice(const std::string& key, const std::vector<std::string_view>& names) const {
  const std::string name = text(node_[key], key);
  if (std::ranges::find(names, name) != names.end()) return name;
  const std::string_view meant = did_you_mean(name, names);
  fail(node_[key], meant.empty() ? fmt::format("{} is one of {}", key, fmt::join(names, ", "))
                                 : fmt::format("{} is not `{}`; did you mean `{}`?", key, name, meant));
}

}  // namespace lightsout
