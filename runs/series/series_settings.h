// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lightsout {

// Numbers of some things, sampled, for goldens of tests: see series.h.
struct SeriesSettings {
  std::string path;             // "" for none
  std::vector<std::string> of;  // "solid:BALL", "joint:HINGE"
  double every = 0;             // simulated s between two samples; 0: every step
};

}  // namespace lightsout
