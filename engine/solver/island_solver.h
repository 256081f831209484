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

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/solver/bounded_problem.h"
#include "engine/solver/bounded_rows.h"
#include "engine/solver/elimination.h"
#include "engine/solver/island_counts.h"
#include "engine/solver/island_rows.h"
#include "engine/solver/joint_tree.h"

namespace lightsout {

// What solves one island after another. Nothing of an island is left for the next one.
class IslandBench {
 public:
  // By whom an island was solved: along its tree here, or by ODE; Unbound: by ODE too, and it has no rows.
  enum class Way : std::uint8_t { Unbound, Sparse, Dense };
  // Of the islands that are shown to it; all others are ODE's own solver's, and only counted here.
  enum class Takes : std::uint8_t { Nothing, WhatItIsQuickerAt, AllWithJoints };

  // `plan` is of the same island at an earlier step, or any other.
  Way step(const ode_inside::Call& call, Takes takes, Elimination& plan);
  IslandRows& rows() { return rows_; }

 private:
  bool takes_it(Takes takes) const;
  bool solve(Elimination& plan);
  void pose();
  bool is_within_limits();

  IslandRows rows_;
  JointTree tree_;
  BoundedRows bounded_;
  BoundedProblem problem_;
};

class IslandSolver {
 public:
  using Takes = IslandBench::Takes;

  // While alive, dWorldStep of this thread takes this solver. They do not nest. `puts_off`: it does no more than to say
  // which islands there are; they are then solved by step(), in any order and on any threads, and moved by move().
  class Stepping {
   public:
    explicit Stepping(IslandSolver& solver, bool puts_off = false);
    ~Stepping();
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;
  };

  IslandSolver() { prepare(1); }

  // Empty if this libode lets itself be helped, else why not; found out once per process.
  static const std::string& reason_against();

  void set_takes(Takes takes) { takes_ = takes; }
  // Of the last island that was solved here, with the forces that were found.
  IslandRows& rows() { return places_[0]->bench.rows(); }
  const IslandCounts& counts() const { return counts_; }
  void set_counts(const IslandCounts& counts) { counts_ = counts; }

  // How many islands were put off.
  std::size_t waiting() const { return waiting_.size(); }
  // Threads of numbers below `count` are going to solve them.
  void prepare(std::size_t count);
  // Finds the velocities of an island's bodies.
  void step(std::size_t island, std::size_t thread);
  // All are solved: moves the bodies by their velocities, in the order in which ODE would have done it.
  void move();

  // Of dxStepIsland.
  void take(const ode_inside::Call& call);
  // The bodies of this thread are not moved by dxStepBody.
  static thread_local bool moves_later;

 private:
  // A thread's.
  struct Place {
    IslandBench bench;
    Scratch<char> memory;  // in the place of ODE's own arena
  };
  void begin(bool puts_off);
  Elimination& plan_of(const ode_inside::Call& call);
  void count(IslandBench::Way way);

  Takes takes_ = Takes::WhatItIsQuickerAt;
  IslandCounts counts_;
  bool puts_off_ = false;
  std::size_t next_ = 0;
  // Of the islands of the last step that have joints, in their order.
  std::vector<std::unique_ptr<Elimination>> plans_;
  Elimination none_;  // of the others
  struct Waiting {
    ode_inside::Call call;
    Elimination* plan;
  };
  std::vector<Waiting> waiting_;
  std::vector<IslandBench::Way> ways_;
  std::vector<std::unique_ptr<Place>> places_;
};

}  // namespace lightsout
