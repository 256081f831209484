// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What `check` found, in the form that somebody asked for: text for people, JSON for programs, annotations for GitHub,
// SARIF for services that collect findings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "world_format/nodes/assets.h"

namespace lightsout {

struct Diagnostic;

struct CheckedWorld {
  std::string path;
  std::vector<Diagnostic> findings;  // sorted
  int errors = 0, warnings = 0;
  std::vector<AssetUse> assets;
};

class CheckReport {
 public:
  virtual ~CheckReport() = default;
  // One after the other; its assets are listed if they were asked for.
  virtual void add(const CheckedWorld& world, bool lists_assets) = 0;
  // What is printed when all worlds were added.
  virtual std::string end() { return {}; }
};

// "text", "json", "github", "sarif"
extern const std::vector<std::string> check_formats;
std::unique_ptr<CheckReport> make_check_report(const std::string& format);

}  // namespace lightsout
