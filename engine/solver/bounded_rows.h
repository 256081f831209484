// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The rows of an island that have bounds: contacts, stops, motors at their limit. What the joints' tree does is
// eliminated from them, which leaves a small dense problem: its matrix S is the Schur complement of the tree, S = B -
// Y' Y, with Y the columns that join them to the tree, reduced by its factor. A column is zero but on the way from the
// bodies that the row acts on to the tree's root.
#pragma once

#include <span>
#include <vector>

#include "engine/solver/bounded_problem.h"
#include "engine/solver/island_rows.h"
#include "engine/solver/joint_tree.h"
#include "engine/solver/kernels.h"
#include "engine/solver/scratch.h"

namespace lightsout {

class BoundedRows {
 public:
  // Takes the rows that the tree has not.
  void gather(IslandRows& island, JointTree& tree);
  int size() const { return int(rows_.size()); }
  // Makes the dense problem `matrix` x = `rhs` + w, whose rows are in the order of turns: those without a findex come
  // first. Rows of the matrix begin `stride` numbers apart. The tree is factored.
  void reduce(JointTree& tree);
  int stride() const { return stride_; }
  const double* matrix() const { return matrix_.get(); }
  const double* rhs() const { return rhs_.get(); }
  // In the order of turns: how many have no findex, and all rows' bounds.
  int without_findex() const { return without_findex_; }
  void tell(BoundedProblem& problem) const;
  // Forces of the tree's rows, in its nodes, of those of the bounded ones, which are in the order of turns.
  void solve_tree(JointTree& tree, const double* forces);
  // Tells all rows of the island their forces.
  void store(JointTree& tree, const double* forces) const;

 private:
  struct Row {
    JointRows* joint;
    int row;
    int findex;  // the row here whose force scales the bounds of this one; -1: none
    int turn;
    const double* jacobian(int side) const { return joint->jacobian[side].at[row]; }
    const double* weighted(int side) const { return joint->weighted[side].at[row]; }
  };
  // Rows next to each other that act on the same bodies. Their number is made even by a column of zeros. Where they are
  // many on one body of the tree, Y has not a column for each of them but for each axis of that body: what a unit force
  // or torque on it does to the tree.
  struct Group {
    int body[2];
    int first;
    int count = 0, width = 0;
    int axes_of = -1;         // the side whose axes stand for the rows, or -1
    int y_width = 0;          // columns of Y
    std::size_t columns = 0;  // J' and M^-1 J' of both bodies: 6 x width each
    std::size_t packed = 0;   // where axes stand for them: J, `row_width` a row, and J': 6 x packed_width
    int packed_width = 0;
    std::size_t y = 0;              // 6 x y_width at each place that it reaches
    int reach = 0, reach_size = 0;  // of `reach_`
  };
  void read(const Group& group);
  void pack(const Group& group);
  void find_reach(Group& group, const Elimination& plan);
  void reduce(const Group& group, JointTree& tree);
  void reduce_axes(const Group& group, JointTree& tree, double* taken);
  void reduce_rows(const Group& group, JointTree& tree, double* taken);
  void couple(const Group& group, const Group& other);
  void couple_axes(const Group& group, const Group& other);
  void between(const Group& group, const Group& other, Block& result) const;
  void put(const Row& row, const Row& other, double value) {
    matrix_[std::size_t(row.turn) * stride_ + other.turn] = value;
    matrix_[std::size_t(other.turn) * stride_ + row.turn] = value;
  }
  const double* multiply(const Group& group, const Group& other);
  double* packed_rows(const Group& group) const { return packed_.get() + group.packed; }
  double* packed_columns(const Group& group) const { return packed_rows(group) + std::size_t(row_width) * group.count; }
  double* columns(const Group& group, int side, bool weighted) const {
    return columns_.get() + group.columns + std::size_t(2 * side + int(weighted)) * block_size * group.width;
  }
  double* y_at(const Group& group, int number) const {
    return y_.get() + group.y + std::size_t(block_size) * group.y_width * number;
  }
  Block* block_at(const Group& group, int number) const { return reinterpret_cast<Block*>(y_at(group, number)); }

  const Kernels* kernels_ = &kernels();
  std::span<const BodyState> bodies_;
  std::vector<Row> rows_;
  std::vector<Group> groups_;
  std::vector<int> reach_;  // places of the tree, ascending within each group
  std::vector<int> found_;  // by place: its number in the reach of the group at hand, or -1
  Scratch<double> columns_, packed_, y_, product_, row_, axes_, matrix_, rhs_;
  int stride_ = 0, without_findex_ = 0;
};

}  // namespace lightsout
