// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Solves islands in which joints hold bodies in the place of ODE's dense solver: the same problem, in a time that grows
// with the number of joints and not with its cube. dWorldStep calls it by itself: libode takes the function that steps
// an island from the symbol table, where this program's comes first (island_step.cpp).
//
// Rows of joints that have no bounds, or are within them, are solved along the tree of joints (JointTree); contacts,
// stops and motors at their limit are a dense problem beside it (BoundedRows, BoundedProblem). Where the tree finds a
// motor beyond its limit, its row goes over to the others. An island of which no solution is found here, or that is
// better done so, gets ODE's own solver.
#pragma once

#include <string>
#include <vector>

#include "engine/solver/bounded_problem.h"
#include "engine/solver/bounded_rows.h"
#include "engine/solver/elimination.h"
#include "engine/solver/island_counts.h"
#include "engine/solver/island_rows.h"
#include "engine/solver/joint_tree.h"

namespace lightsout {

class IslandSolver {
 public:
  // While alive, dWorldStep of this thread takes this solver. They do not nest.
  class Stepping {
   public:
    explicit Stepping(IslandSolver& solver);
    ~Stepping();
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;
  };

  // Of the islands that are shown to it; all others are ODE's own solver's, and only counted here.
  enum class Takes { Nothing, WhatItIsQuickerAt, AllWithJoints };

  // Empty if this libode lets itself be helped, else why not; found out once per process.
  static const std::string& reason_against();

  // False: the bodies are as they were, and the island is for ODE's own solver.
  bool step(const ode_inside::Call& call);
  void set_takes(Takes takes) { takes_ = takes; }
  // Of the last island that was solved here, with the forces that were found.
  IslandRows& rows() { return rows_; }
  const IslandCounts& counts() const { return counts_; }
  void set_counts(const IslandCounts& counts) { counts_ = counts; }

 private:
  bool takes_it() const;
  bool solve();
  void pose();
  bool is_within_limits();
  Elimination& next_plan();

  Takes takes_ = Takes::WhatItIsQuickerAt;
  IslandCounts counts_;
  std::vector<Elimination> plans_;  // of the islands of the last step, in their order
  std::size_t next_plan_ = 0;
  IslandRows rows_;
  JointTree tree_;
  BoundedRows bounded_;
  BoundedProblem problem_;
};

}  // namespace lightsout
