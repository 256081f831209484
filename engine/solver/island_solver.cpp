// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/island_solver.h"

namespace lightsout {
namespace {

// A smaller problem is solved sooner by the dense solver, and one that is mostly contacts no later
// (tests/bench/solver_bench: a cart-pole has 11 rows of joints and took longer by a half, a robot with two wheels has
// 12 and as many of contacts; a walker's 72 take a quarter of the time).
constexpr int least_joint_rows = 24;

}  // namespace

Elimination& IslandSolver::next_plan() {
  if (next_plan_ == plans_.size()) plans_.emplace_back();
  return plans_[next_plan_++];
}

bool IslandSolver::step(const ode_inside::Call& call) {
  rows_.count(call);
  counts_.dense += rows_.all_rows() > 0;
  if (!takes_it()) return false;
  rows_.read();
  if (!solve()) {
    rows_.undo();
    return false;
  }
  rows_.finish();
  --counts_.dense;
  ++counts_.sparse;
  return true;
}

bool IslandSolver::takes_it() const {
  const int joints = rows_.joint_rows(), contacts = rows_.all_rows() - joints;
  switch (takes_) {
    case Takes::Nothing:
      return false;
    case Takes::WhatItIsQuickerAt:
      return joints >= least_joint_rows && joints > contacts;
    case Takes::AllWithJoints:
      return joints > 0;
  }
  return false;
}

// Each turn but the last takes rows out of the tree, so it ends. Those that are out of bounds without contacts mostly
// are with them too; where they are not, the dense problem finds them within their bounds.
bool IslandSolver::solve() {
  tree_.begin(rows_, next_plan());
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

bool IslandSolver::is_within_limits() {
  if (!tree_.has_limits()) return true;
  bounded_.solve_tree(tree_, problem_.forces());
  return tree_.hold_what_is_out_of_bounds();
}

void IslandSolver::pose() {
  bounded_.reduce(rows_, tree_);
  problem_.begin(bounded_.size());
  for (int i = 0; i < bounded_.size(); ++i) problem_.row(i) = {bounded_.low(i), bounded_.high(i), bounded_.findex(i)};
}

}  // namespace lightsout
