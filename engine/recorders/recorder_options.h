// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is asked of a recording, as a value.
#pragma once

#include <string>
#include <vector>

#include "engine/recorders/subject.h"

namespace lightsout {

struct RecorderOptions {
  std::string path;
  // Simulated s between two samples; 0: every step.
  double every = 0;
  // DEF or path of each solid to record, and of other subjects what is of it or below it, or the path of a sensor or
  // motor alone. Empty: robots and bodies that move, and all of the others.
  std::vector<std::string> select;
  std::vector<Subject> what;  // empty: solids
};

}  // namespace lightsout
