// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/island_solver.h"

#include <algorithm>
#include <cstdint>

namespace lightsout {
namespace {

// A smaller problem is solved sooner by the dense solver (tests/bench/solver_bench: a cart-pole has 11 rows of joints
// and takes longer by a half, a robot with two wheels has 12 and takes four fifths of the time, a walker's 72 a
// quarter).
constexpr int least_joint_rows = 12;
// With so many rows of contacts for each of joints it still takes a third, measured with the same robot on 20 points.
constexpr int most_contact_rows = 5;

// Of what ODE takes from its arena, and more: a line of the cache.
constexpr std::size_t arena_alignment = 64;

}  // namespace

IslandBench::Way IslandBench::step(const ode_inside::Call& call, Takes takes, Elimination& plan) {
  rows_.count(call);
  if (takes_it(takes)) {
    rows_.read();
    if (solve(plan)) {
      rows_.finish();
      return Way::Sparse;
    }
    rows_.undo();
  }
  ode_inside::stock_step_island()(reinterpret_cast<const dxStepperProcessingCallContext*>(&call));
  return rows_.all_rows() > 0 ? Way::Dense : Way::Unbound;
}

bool IslandBench::takes_it(Takes takes) const {
  const int joints = rows_.joint_rows(), contacts = rows_.all_rows() - joints;
  switch (takes) {
    case Takes::Nothing:
      return false;
    case Takes::WhatItIsQuickerAt:
      return joints >= least_joint_rows && contacts <= most_contact_rows * joints;
    case Takes::AllWithJoints:
      return joints > 0;
  }
  return false;
}

// Each turn but the last takes rows out of the tree, so it ends. Those that are out of bounds without contacts mostly
// are with them too; where they are not, the dense problem finds them within their bounds.
bool IslandBench::solve(Elimination& plan) {
  tree_.begin(rows_, plan);
  for (;;) {
    if (!tree_.factor()) return false;
    bounded_.gather(rows_, tree_);
    const bool is_alone = bounded_.size() == 0;
    if (is_alone || tree_.has_limits()) {
      tree_.begin_forces();
      tree_.solve_backward();
      if (!tree_.hold_what_is_out_of_bounds()) continue;
    }
    if (!is_alone) {
      pose();
      if (!problem_.solve_first(bounded_.matrix(), bounded_.stride(), bounded_.rhs())) return false;
      if (problem_.has_rest()) {
        if (!is_within_limits()) continue;
        if (!problem_.solve_rest()) return false;
      }
      bounded_.solve_tree(tree_, problem_.forces());
      if (!tree_.hold_what_is_out_of_bounds()) continue;
    }
    bounded_.store(tree_, problem_.forces());
    return true;
  }
}

bool IslandBench::is_within_limits() {
  if (!tree_.has_limits()) return true;
  bounded_.solve_tree(tree_, problem_.forces());
  return tree_.hold_what_is_out_of_bounds();
}

void IslandBench::pose() {
  bounded_.reduce(tree_);
  problem_.begin(bounded_.size(), bounded_.without_findex());
  bounded_.tell(problem_);
}

void IslandSolver::begin(bool puts_off) {
  puts_off_ = puts_off;
  next_ = 0;
  waiting_.clear();
}

Elimination& IslandSolver::plan_of(const ode_inside::Call& call) {
  const auto is_contact = [](ode_inside::Joint* joint) {
    return dJointGetType(reinterpret_cast<dJointID>(joint)) == dJointTypeContact;
  };
  if (std::all_of(call.joints, call.joints + call.joint_count, is_contact)) return none_;
  if (next_ == plans_.size()) plans_.push_back(std::make_unique<Elimination>());
  return *plans_[next_++];
}

void IslandSolver::take(const ode_inside::Call& call) {
  Elimination& plan = plan_of(call);
  if (puts_off_)
    waiting_.push_back({call, &plan});
  else
    count(places_[0]->bench.step(call, takes_, plan));
}

void IslandSolver::count(IslandBench::Way way) {
  counts_.sparse += way == IslandBench::Way::Sparse;
  counts_.dense += way == IslandBench::Way::Dense;
}

void IslandSolver::prepare(std::size_t count) {
  while (places_.size() < count) places_.push_back(std::make_unique<Place>());
  ways_.resize(waiting_.size());
}

void IslandSolver::step(std::size_t island, std::size_t thread) {
  auto [call, plan] = waiting_[island];
  ode_inside::Arena arena = *call.arena;
  if (thread > 0) {
    const auto size = std::size_t(arena.end - arena.begin), room = arena_alignment;
    char* const begin = places_[thread]->memory.take(size + room);
    arena.begin = begin + (room - reinterpret_cast<std::uintptr_t>(begin) % room) % room;
    arena.end = arena.begin + size;
  }
  arena.next = arena.begin;
  call.arena = &arena;
  moves_later = true;
  try {
    ways_[island] = places_[thread]->bench.step(call, takes_, *plan);
  } catch (...) {
    moves_later = false;
    throw;
  }
  moves_later = false;
}

void IslandSolver::move() {
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const ode_inside::Call& call = waiting_[i].call;
    count(ways_[i]);
    for (unsigned k = 0; k < call.body_count; ++k) ode_inside::stock_step_body()(call.bodies[k], call.step);
  }
  waiting_.clear();
}

}  // namespace lightsout
