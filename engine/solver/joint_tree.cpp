// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/joint_tree.h"

#include <algorithm>

namespace lightsout {

void JointTree::begin(IslandRows& island, Elimination& plan) {
  joints_.clear();
  ends_.clear();
  const std::span<const BodyState> bodies = island.bodies();
  for (JointRows& rows : island.joints()) {
    if (rows.is_contact) continue;
    joints_.push_back(&rows);
    std::array<int, 2> ends = {rows.body[0], rows.body[1]};
    // What nothing moves joins nothing.
    for (int& end : ends)
      if (end >= 0 && bodies[end].inverse_mass == 0) end = -1;
    ends_.push_back(ends);
  }
  if (!plan.is_of(int(bodies.size()), ends_)) plan.plan(int(bodies.size()), ends_);
  plan_ = &plan;
  nodes_.take(joints_.size());
  above_.take(plan.slots());
  limited_.clear();
  for (int place = 0; place < plan.size(); ++place) take(place, *joints_[plan.joint_at(place)]);
}

void JointTree::take(int place, JointRows& rows) {
  Node& node = nodes_[place];
  node.rows = &rows;
  for (int side = 0; side < 2; ++side) {
    if (rows.body[side] < 0) continue;
    node.jacobian[side] = rows.jacobian[side];
    node.weighted[side] = rows.weighted[side];
    for (int c = 0; c < block_size; ++c) {
      double* const to = node.transposed[side].at[c];
      for (int r = 0; r < block_size; ++r) to[r] = rows.jacobian[side].at[r][c];
      std::fill(to + block_size, to + row_width, 0.0);
    }
  }
  for (int r = 0; r < block_size; ++r) node.is_free[r] = r < rows.count;
  for (int r = 0; r < rows.count; ++r) {
    // A bound at zero is that of a stop, which pushes one way or not at all.
    if (rows.findex[r] >= 0 || !(rows.low_high[r][0] < 0 && rows.low_high[r][1] > 0)) hold(node, r);
    if (rows.findex[r] >= 0) hold(node, rows.findex[r]);
  }
  for (int r = 0; r < rows.count; ++r)
    if (node.is_free[r] && (rows.low_high[r][0] > -dInfinity || rows.low_high[r][1] < dInfinity))
      limited_.push_back({place, r});
}

void JointTree::hold(Node& node, int row) {
  node.is_free[row] = false;
  for (int side = 0; side < 2; ++side) {
    if (node.rows->body[side] < 0) continue;
    for (int c = 0; c < block_size; ++c)
      node.jacobian[side].at[row][c] = node.weighted[side].at[row][c] = node.transposed[side].at[c][row] = 0;
  }
}

void JointTree::assemble() {
  for (Node& node : nodes()) {
    node.diagonal.set_zero();
    for (int side = 0; side < 2; ++side)
      if (node.rows->body[side] >= 0) kernels_->add_product(node.diagonal, node.weighted[side], node.transposed[side]);
    for (int r = 0; r < block_size; ++r) {
      node.diagonal.at[r][r] += node.is_free[r] ? node.rows->rhs_cfm[r][1] : 1;
      node.reduced[r] = node.is_free[r] ? node.rows->rhs_cfm[r][0] : 0;
    }
    std::fill(node.reduced + block_size, std::end(node.reduced), 0.0);
  }
  for (int slot = 0; slot < plan_->slots(); ++slot) above_[slot].set_zero();
  for (const Elimination::Coupling& coupling : plan_->couplings())
    kernels_->add_product(above_[coupling.slot], nodes_[coupling.first.place].weighted[coupling.first.side],
                          nodes_[coupling.second.place].transposed[coupling.second.side]);
}

bool JointTree::factor() {
  assemble();
  const int* changed = plan_->changed().data();
  for (Node& node : nodes())
    for (int r = 0; r < block_size; ++r) node.force[r] = least_pivot * node.diagonal.at[r][r];
  for (int place = 0; place < plan_->size(); ++place) {
    Node& node = nodes_[place];
    if (!kernels_->factor(node.diagonal, node.inverse, node.force)) return false;
    for (int r = 0; r < block_size; ++r) {
      for (int k = 0; k < r; ++k) node.reduced[r] -= node.diagonal.at[k][r] * node.reduced[k];
      node.reduced[r] *= node.inverse[r];
    }
    const std::span<const int> later = plan_->after(place);
    Block* const row = above_.get() + plan_->first_slot(place);
    for (std::size_t i = 0; i < later.size(); ++i) kernels_->solve_transposed(node.diagonal, node.inverse, row[i]);
    for (std::size_t i = 0; i < later.size(); ++i) {
      Node& other = nodes_[later[i]];
      kernels_->subtract_transposed_product(other.diagonal, row[i], row[i]);
      kernels_->add_transposed_times(other.reduced, -1, row[i], node.reduced);
      for (std::size_t k = i + 1; k < later.size(); ++k)
        kernels_->subtract_transposed_product(above_[*changed++], row[i], row[k]);
    }
  }
  return true;
}

void JointTree::begin_forces() {
  for (Node& node : nodes()) std::copy_n(node.reduced, block_size, node.force);
}

void JointTree::solve_backward() {
  for (int place = plan_->size() - 1; place >= 0; --place) {
    Node& node = nodes_[place];
    const std::span<const int> later = plan_->after(place);
    for (std::size_t i = 0; i < later.size(); ++i) {
      const Block& block = above_[plan_->first_slot(place) + i];
      const double* force = nodes_[later[i]].force;
      for (int r = 0; r < block_size; ++r) node.force[r] -= dot_of_six(block.at[r], force);
    }
    for (int r = block_size - 1; r >= 0; --r) {
      for (int c = r + 1; c < block_size; ++c) node.force[r] -= node.diagonal.at[r][c] * node.force[c];
      node.force[r] *= node.inverse[r];
    }
  }
}

bool JointTree::hold_what_is_out_of_bounds() {
  const auto is_out = [&](const Limited& limited) {
    const Node& node = nodes_[limited.place];
    const double* low_high = node.rows->low_high[limited.row];
    return !(low_high[0] <= node.force[limited.row] && node.force[limited.row] <= low_high[1]);
  };
  for (const Limited& limited : limited_)
    if (is_out(limited)) hold(nodes_[limited.place], limited.row);
  return std::erase_if(limited_, [&](const Limited& limited) { return !nodes_[limited.place].is_free[limited.row]; }) ==
         0;
}

}  // namespace lightsout
