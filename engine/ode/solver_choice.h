// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which solver the islands of a run are to get, and which they got; islands.h chooses.
#pragma once

#include <cstdint>

#include "engine/solver/island_counts.h"

namespace lightsout {

// Exact: along the tree of joints where there are joints (engine/solver). Dense: by ODE's own exact solver throughout.
enum class SolverChoice : std::uint8_t { Auto, Exact, Dense, Quick };

// Which solver the islands got, over a whole run.
struct SolverUse {
  std::int64_t steps_with_quick = 0;  // in which the iterative one took an island
  int most_quick_islands = 0;         // in one step
  std::int64_t quick_islands = 0;     // of all steps
  IslandCounts exact_islands;         // of all steps
};

}  // namespace lightsout
