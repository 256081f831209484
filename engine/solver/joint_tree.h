// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The rows of an island's joints that have no bounds, or are taken to lie between them, solved in time that grows with
// their number: block Cholesky (LDL' with the roots of D shared out) of J M^-1 J' + cfm in the order of Elimination.
// Baraff (Linear-time dynamics using Lagrange multipliers, 1996) does the same to the matrix that has bodies in it too;
// here they are eliminated beforehand, which is done by hand, since a body's own block is its mass.
#pragma once

#include <span>
#include <vector>

#include "engine/solver/block.h"
#include "engine/solver/elimination.h"
#include "engine/solver/island_rows.h"
#include "engine/solver/kernels.h"
#include "engine/solver/scratch.h"

namespace lightsout {

class JointTree {
 public:
  struct Node {
    JointRows* rows;
    bool is_free[block_size];  // that the row is solved here; else it is BoundedRows' or none
    // Rows that are not free are zero.
    Block jacobian[2], weighted[2], transposed[2];
    Block diagonal;  // after `factor` its upper factor
    double inverse[block_size];
    alignas(64) double reduced[row_width];  // u'^-1 times the right hand side
    alignas(16) double force[block_size];   // of the free rows
  };

  // Takes the joints of the island, which are numbered by their places in `plan`, a plan of before or none.
  void begin(IslandRows& island, Elimination& plan);
  // False if the rows are not independent of each other. May be called again after `hold`.
  bool factor();
  // Takes a row out of the tree.
  void hold(Node& node, int row);
  // Forces of the free rows: `begin_forces`, then each node's `force` is lessened by what bounded rows take of it, then
  // `solve_backward`.
  void begin_forces();
  void solve_backward();
  bool has_limits() const { return !limited_.empty(); }
  // Whether all free rows are within their bounds; those that are not are held.
  bool hold_what_is_out_of_bounds();

  std::span<Node> nodes() { return {nodes_.get(), std::size_t(plan_->size())}; }
  // Of the n-th joint of the island that is no contact.
  Node& node_of(int joint) { return nodes_[plan_->place_of(joint)]; }
  const Block& above(int slot) const { return above_[slot]; }
  const Elimination& plan() const { return *plan_; }

 private:
  void take(int place, JointRows& rows);
  void assemble();

  const Kernels* kernels_ = &kernels();
  const Elimination* plan_ = nullptr;
  std::vector<std::array<int, 2>> ends_;
  std::vector<JointRows*> joints_;
  struct Limited {
    int place, row;
  };
  std::vector<Limited> limited_;  // free rows that have bounds
  Scratch<Node> nodes_;
  Scratch<Block> above_;  // the diagonal, by slot
};

}  // namespace lightsout
