// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The keys of one expectation, for whoever reads its condition. What is wrong is thrown, and reported at its place by
// who reads the expectation.
#pragma once

#include <optional>
#include <regex>
#include <string>

#include "engine/state/pose.h"
#include "runs/expectations/bounds.h"
#include "runs/reading/yaml_reader.h"

namespace lightsout {

class ConditionFields : protected YamlReader {
 public:
  ConditionFields(const YAML::Node& node, const Source& source, const std::filesystem::path& folder,
                  Diagnostics& diagnostics)
      : YamlReader(source, diagnostics), node_(node), folder_(folder) {}

  bool has(const std::string& key) const { return node_[key].IsDefined(); }
  // Of a solid, a joint, a robot; required.
  std::string name(const std::string& key) const;
  std::string optional_name(const std::string& key) const { return has(key) ? name(key) : ""; }
  // [x, y, z]
  Vector3d point(const std::string& key) const { return point(node_[key], key); }
  // Two corners.
  std::pair<Vector3d, Vector3d> box(const std::string& key) const;
  int whole(const std::string& key) const { return integer(node_[key], key); }
  // Of what cannot be negative.
  double tolerance(double standard) const;
  // A number, or with "deg" behind it: degrees as rad.
  double angle(const std::string& key) const { return angle(node_[key], key); }
  bool is_true(const std::string& key) const;
  // `key: 1.5` is that number give or take the tolerance (`standard` without one), `key: {min: 1, max: 2}` a range,
  // widened by the tolerance where there is one.
  Bounds bounds(const std::string& key, double standard) const;
  std::regex pattern(const std::string& key) const { return pattern(node_[key], key); }
  std::vector<std::regex> patterns(const std::string& key) const;
  std::filesystem::path file(const std::string& key) const { return path(node_[key], key, folder_); }
  std::string words(const std::string& key) const { return text(node_[key], key); }
  std::vector<std::pair<std::string, double>> numbers(const std::string& key) const;
  [[noreturn]] void refuse(const std::string& key, const std::string& what) const { fail(node_[key], what); }
  [[noreturn]] void refuse(const std::string& what) const { fail(node_, what); }
  // One of some names.
  std::string choice(const std::string& key, const std::vector<std::string_view>& names) const;

 private:
  static Vector3d point(const YAML::Node& node, const std::string& what);
  static double angle(const YAML::Node& node, const std::string& what);
  static std::regex pattern(const YAML::Node& node, const std::string& what);

  const YAML::Node node_;
  const std::filesystem::path& folder_;
};

// Each kind of condition, by the key that says it.
#define CONDITION(key, read, keys) AskedCondition read(const ConditionFields& fields);
#include "runs/expectations/conditions.def"
#undef CONDITION

}  // namespace lightsout
