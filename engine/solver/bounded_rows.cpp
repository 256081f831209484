// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/bounded_rows.h"

#include <algorithm>

namespace lightsout {
namespace {

// Fewer rows are less work than the six axes of their body, whose loops are of fixed length.
constexpr int least_rows_for_axes = 3;

int even(int count) { return count + count % 2; }

// to += sign m y, where m are the factors of six rows of y, which lie `skip` numbers apart.
template <int sign>
void add_combination(double* __restrict to, const double* factors, int factor_skip, const double* from, int skip,
                     int width) {
  const double f0 = sign * factors[0], f1 = sign * factors[factor_skip], f2 = sign * factors[2 * factor_skip],
               f3 = sign * factors[3 * factor_skip], f4 = sign * factors[4 * factor_skip],
               f5 = sign * factors[5 * factor_skip];
  const double *y0 = from, *y1 = y0 + skip, *y2 = y1 + skip, *y3 = y2 + skip, *y4 = y3 + skip, *y5 = y4 + skip;
  for (int i = 0; i < width; ++i)
    to[i] += ((f0 * y0[i] + f1 * y1[i]) + (f2 * y2[i] + f3 * y3[i])) + (f4 * y4[i] + f5 * y5[i]);
}

}  // namespace

void BoundedRows::gather(IslandRows& island, JointTree& tree) {
  rows_.clear();
  groups_.clear();
  int number = 0;  // of the joint among those of the tree
  for (JointRows& joint : island.joints()) {
    const bool* is_free = joint.is_contact ? nullptr : tree.node_of(number++).is_free;
    const int first = size();
    int row_of[block_size];
    for (int r = 0; r < joint.count; ++r) {
      row_of[r] = is_free && is_free[r] ? -1 : size();
      if (row_of[r] >= 0) rows_.push_back({&joint, r, -1});
    }
    if (size() == first) continue;
    for (int r = 0; r < joint.count; ++r)
      if (row_of[r] >= 0 && joint.findex[r] >= 0) rows_[row_of[r]].findex = row_of[joint.findex[r]];
    if (groups_.empty() || groups_.back().body[0] != joint.body[0] || groups_.back().body[1] != joint.body[1])
      groups_.push_back({{joint.body[0], joint.body[1]}, first});
    groups_.back().count += size() - first;
  }
  std::size_t memory = 0;
  for (Group& group : groups_) {
    group.width = even(group.count);
    group.columns = memory;
    memory += std::size_t(4) * block_size * group.width;
  }
  columns_.take(memory);
  for (const Group& group : groups_) read(group);
}

void BoundedRows::read(const Group& group) {
  for (int side = 0; side < 2; ++side) {
    if (group.body[side] < 0) continue;
    double *plain = columns(group, side, false), *weighted = columns(group, side, true);
    for (int i = 0; i < group.count; ++i) {
      const Row& row = rows_[group.first + i];
      for (int c = 0; c < block_size; ++c) {
        plain[c * group.width + i] = row.joint->jacobian[side].at[row.row][c];
        weighted[c * group.width + i] = row.joint->weighted[side].at[row.row][c];
      }
    }
    if (group.count == group.width) continue;
    for (int c = 1; c <= block_size; ++c) plain[c * group.width - 1] = weighted[c * group.width - 1] = 0;
  }
}

void BoundedRows::reduce(JointTree& tree) {
  reach_.clear();
  found_.assign(tree.nodes().size(), -1);
  std::size_t memory = 0;
  for (Group& group : groups_) {
    find_reach(group, tree.plan());
    group.y = memory;
    memory += std::size_t(block_size) * group.y_width * group.reach_size;
  }
  y_.take(memory);
  stride_ = even(size()) + 2;  // a group's last column may be beyond the last row's
  matrix_.take(std::size_t(stride_) * size());
  rhs_.take(rows_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Group& group = groups_[i];
    for (int k = 0; k < group.reach_size; ++k) found_[reach_[group.reach + k]] = k;
    reduce(group, tree);
    for (std::size_t k = 0; k <= i; ++k) couple(group, groups_[k]);
    for (int k = 0; k < group.reach_size; ++k) found_[reach_[group.reach + k]] = -1;
  }
  for (int i = 0; i < size(); ++i) matrix_[std::size_t(i) * stride_ + i] += rows_[i].joint->rhs_cfm[rows_[i].row][1];
}

// A place leads to the first that it has a block with.
void BoundedRows::find_reach(Group& group, const Elimination& plan) {
  group.reach = int(reach_.size());
  int sides = 0;
  for (int side = 0; side < 2; ++side) {
    if (group.body[side] < 0 || plan.ends_on(group.body[side]).empty()) continue;
    ++sides;
    group.axes_of = side;
    for (const Elimination::End& end : plan.ends_on(group.body[side]))
      for (int place = end.place; found_[place] < 0; place = plan.after(place).front()) {
        found_[place] = 0;
        reach_.push_back(place);
        if (plan.after(place).empty()) break;
      }
  }
  if (sides != 1 || group.count < least_rows_for_axes) group.axes_of = -1;
  group.y_width = group.axes_of < 0 ? group.width : block_size;
  group.reach_size = int(reach_.size()) - group.reach;
  std::sort(reach_.begin() + group.reach, reach_.end());
  for (int k = 0; k < group.reach_size; ++k) found_[reach_[group.reach + k]] = -1;
}

void BoundedRows::reduce(const Group& group, JointTree& tree) {
  std::fill_n(y_at(group, 0), std::size_t(block_size) * group.y_width * group.reach_size, 0.0);
  double* const taken = product_.take(group.y_width);  // of the right hand side
  std::fill_n(taken, group.y_width, 0.0);
  if (group.axes_of >= 0)
    reduce_axes(group, tree, taken);
  else
    reduce_rows(group, tree, taken);
  for (int i = 0; i < group.count; ++i) {
    const Row& row = rows_[group.first + i];
    const double sum = group.axes_of < 0 ? taken[i] : dot_of_six(row.joint->jacobian[group.axes_of].at[row.row], taken);
    rhs_[group.first + i] = row.joint->rhs_cfm[row.row][0] - sum;
  }
}

void BoundedRows::reduce_axes(const Group& group, JointTree& tree, double* taken) {
  for (const Elimination::End& end : tree.plan().ends_on(group.body[group.axes_of]))
    *block_at(group, found_[end.place]) = tree.nodes()[end.place].weighted[end.side];
  for (int k = 0; k < group.reach_size; ++k) {
    const int place = reach_[group.reach + k];
    const JointTree::Node& node = tree.nodes()[place];
    Block& here = *block_at(group, k);
    solve_transposed(node.diagonal, node.inverse, here);
    for (int r = 0; r < block_size; ++r)
      for (int c = 0; c < block_size; ++c) taken[c] += here.at[r][c] * node.reduced[r];
    const std::span<const int> later = tree.plan().after(place);
    for (std::size_t i = 0; i < later.size(); ++i)
      add_transposed_product<-1>(*block_at(group, found_[later[i]]), tree.above(tree.plan().first_slot(place) + int(i)),
                                 here);
  }
}

void BoundedRows::reduce_rows(const Group& group, JointTree& tree, double* taken) {
  const int width = group.width;
  for (int side = 0; side < 2; ++side) {
    if (group.body[side] < 0) continue;
    for (const Elimination::End& end : tree.plan().ends_on(group.body[side])) {
      const Block& jacobian = tree.nodes()[end.place].jacobian[end.side];
      for (int r = 0; r < block_size; ++r)
        add_combination<1>(y_at(group, found_[end.place]) + width * r, jacobian.at[r], 1, columns(group, side, true),
                           width, width);
    }
  }
  for (int k = 0; k < group.reach_size; ++k) {
    const int place = reach_[group.reach + k];
    const JointTree::Node& node = tree.nodes()[place];
    double* const here = y_at(group, k);
    solve_transposed(node.diagonal, node.inverse, here, width);
    add_combination<1>(taken, node.reduced, 1, here, width, width);
    const std::span<const int> later = tree.plan().after(place);
    for (std::size_t i = 0; i < later.size(); ++i) {
      const Block& block = tree.above(tree.plan().first_slot(place) + int(i));
      for (int c = 0; c < block_size; ++c)
        add_combination<-1>(y_at(group, found_[later[i]]) + width * c, &block.at[0][c], block_size, here, width, width);
    }
  }
}

// Y' Y of two groups, of which the first is the one at hand.
const double* BoundedRows::multiply(const Group& group, const Group& other) {
  const int width = group.y_width, other_width = other.y_width;
  const bool are_blocks = group.axes_of >= 0 && other.axes_of >= 0;
  double* const product = product_.take(std::size_t(width) * other_width);
  std::fill_n(product, std::size_t(width) * other_width, 0.0);
  for (int k = 0; k < other.reach_size; ++k) {
    const int here = found_[reach_[other.reach + k]];
    if (here < 0) continue;
    if (are_blocks) {
      Block& block = *reinterpret_cast<Block*>(product);
      if (&group == &other)
        add_symmetric<1, true>(block, *block_at(group, here), *block_at(other, k));
      else
        add_transposed_product<1>(block, *block_at(group, here), *block_at(other, k));
      continue;
    }
    const double *y = y_at(group, here), *other_y = y_at(other, k);
    for (int i = 0; i < width; ++i)
      add_combination<1>(product + i * other_width, y + i, width, other_y, other_width, other_width);
  }
  if (are_blocks && &group == &other)
    for (int r = 1; r < block_size; ++r)
      for (int c = 0; c < r; ++c) product[r * block_size + c] = product[c * block_size + r];
  return product;
}

// The lower triangle is enough.
void BoundedRows::couple(const Group& group, const Group& other) {
  const double* product = multiply(group, other);
  for (int i = 0; i < group.count; ++i) {
    double* const to = matrix_.get() + std::size_t(group.first + i) * stride_ + other.first;
    const int needed = &group == &other ? even(i + 1) : other.width;
    std::fill_n(to, needed, 0.0);
    for (int side = 0; side < 2; ++side)
      for (int other_side = 0; other_side < 2; ++other_side)
        if (group.body[side] >= 0 && group.body[side] == other.body[other_side])
          add_combination<1>(to, columns(group, side, false) + i, group.width, columns(other, other_side, true),
                             other.width, needed);
    const double* row = product + i * other.y_width;
    if (group.axes_of >= 0) {
      double* const of_axes = row_.take(other.y_width);
      std::fill_n(of_axes, other.y_width, 0.0);
      add_combination<1>(of_axes, columns(group, group.axes_of, false) + i, group.width, product, other.y_width,
                         other.y_width);
      row = of_axes;
    }
    if (other.axes_of >= 0)
      add_combination<-1>(to, row, 1, columns(other, other.axes_of, false), other.width, needed);
    else
      for (int k = 0; k < needed; ++k) to[k] -= row[k];
  }
}

void BoundedRows::solve_tree(JointTree& tree, const double* forces) const {
  tree.begin_forces();
  for (const Group& group : groups_) {
    double on_axes[block_size] = {};
    for (int i = 0; group.axes_of >= 0 && i < group.count; ++i) {
      const Row& row = rows_[group.first + i];
      const double* jacobian = row.joint->jacobian[group.axes_of].at[row.row];
      for (int c = 0; c < block_size; ++c) on_axes[c] += jacobian[c] * forces[group.first + i];
    }
    for (int k = 0; k < group.reach_size; ++k) {
      double* const force = tree.nodes()[reach_[group.reach + k]].force;
      const double* y = y_at(group, k);
      for (int r = 0; r < block_size; ++r, y += group.y_width) {
        if (group.axes_of >= 0) force[r] -= dot_of_six(y, on_axes);
        for (int i = 0; group.axes_of < 0 && i < group.count; ++i) force[r] -= y[i] * forces[group.first + i];
      }
    }
  }
  tree.solve_backward();
}

void BoundedRows::store(JointTree& tree, const double* forces) const {
  for (JointTree::Node& node : tree.nodes())
    for (int r = 0; r < block_size; ++r)
      if (node.is_free[r]) node.rows->force[r] = node.force[r];
  for (int i = 0; i < size(); ++i) rows_[i].joint->force[rows_[i].row] = forces[i];
}

}  // namespace lightsout
