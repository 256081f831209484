// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A test of a world: a run and what must hold of it. A file (*.test.yaml) is one, or several that differ in some of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runs/reading/placed_error.h"
#include "runs/reports/outcome.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

// A recording that the run is held against.
struct Golden {
  std::string file;
  int line = 0, column = 0;  // where the test names it
  bool exact = false;        // bit by bit
  // How far a number may be from it, by what it is of ("BALL") or by its kind ("position", "rotation", "joint").
  std::map<std::string, double> tolerances;
};

struct WorldTest {
  std::string file;  // as it was named
  int line = 1;      // where it stands there
  std::string name;  // of the case, "" of a file that has one
  RunSettings settings;
  std::vector<std::string> tags;
  std::string xfail;  // why it fails as long as something is not mended; "" if it should pass
  std::optional<Golden> golden;
  double timeout_s = 60;  // wall clock
  std::string wrong;      // why it cannot be run: the file is not right, or cannot be read
  Outcome wrong_as = Outcome::WrongUse;
  std::vector<PlacedError> errors;  // the same, each at its place

  // "tests/ball.test.yaml::seed=3"
  std::string id() const { return name.empty() ? file : file + "::" + name; }
};

}  // namespace lightsout
