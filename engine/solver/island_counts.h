// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How many islands were solved by each way, of all steps of a run.
#pragma once

#include <cstdint>

namespace lightsout {

struct IslandCounts {
  std::int64_t sparse = 0;  // along the tree of their joints
  std::int64_t dense = 0;   // by ODE's own exact solver
};

}  // namespace lightsout
