// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/bounded_rows.h"

#include <algorithm>

namespace lightsout {
namespace {

// Fewer rows are less work than the six axes of their body, whose loops are of fixed length.
constexpr int least_rows_for_axes = 3;

int even(int count) { return count + count % 2; }

// The next multiple.
std::size_t rounded_up(std::size_t count, int unit) { return (count + unit - 1) / unit * unit; }

// The six rows of b, of `width` numbers each, become u'^-1 b.
void solve_transposed(const Block& u, const double inverse[block_size], double* b, int width) {
  for (int r = 0; r < block_size; ++r) {
    double* __restrict const to = b + r * width;
    for (int k = 0; k < r; ++k) {
      const double part = u.at[k][r];
      const double* from = b + k * width;
      for (int c = 0; c < width; ++c) to[c] -= part * from[c];
    }
    for (int c = 0; c < width; ++c) to[c] *= inverse[r];
  }
}

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
  bodies_ = island.bodies();
  int number = 0;  // of the joint among those of the tree
  for (JointRows& joint : island.joints()) {
    const int first = size();
    if (joint.is_contact) {
      rows_.resize(rows_.size() + std::size_t(joint.count));
      for (int r = 0; r < joint.count; ++r)
        rows_[first + r] = {&joint, r, joint.findex[r] < 0 ? -1 : first + joint.findex[r], -1};
    } else {
      const bool* const is_free = tree.node_of(number++).is_free;
      int row_of[block_size];
      for (int r = 0; r < joint.count; ++r) {
        row_of[r] = is_free[r] ? -1 : size();
        if (row_of[r] >= 0) rows_.push_back({&joint, r, -1, -1});
      }
      if (size() == first) continue;
      for (int r = 0; r < joint.count; ++r)
        if (row_of[r] >= 0 && joint.findex[r] >= 0) rows_[row_of[r]].findex = row_of[joint.findex[r]];
    }
    if (groups_.empty() || groups_.back().body[0] != joint.body[0] || groups_.back().body[1] != joint.body[1])
      groups_.push_back({{joint.body[0], joint.body[1]}, first});
    groups_.back().count += size() - first;
  }
  int turn = 0;
  for (Row& row : rows_)
    if (row.findex < 0) row.turn = turn++;
  without_findex_ = turn;
  for (Row& row : rows_)
    if (row.findex >= 0) row.turn = turn++;
  std::size_t memory = 0;
  for (Group& group : groups_) {
    group.width = even(group.count);
    group.columns = memory;
    memory += std::size_t(4) * block_size * group.width;
  }
  columns_.take(memory);
}

void BoundedRows::tell(BoundedProblem& problem) const {
  for (const Row& row : rows_) {
    const double* const low_high = row.joint->low_high[row.row];
    problem.row(row.turn) = {low_high[0], low_high[1], row.findex < 0 ? -1 : rows_[row.findex].turn,
                             row.joint->expected[row.row]};
  }
}

void BoundedRows::read(const Group& group) {
  for (int side = 0; side < 2; ++side) {
    if (group.body[side] < 0) continue;
    double *plain = columns(group, side, false), *weighted = columns(group, side, true);
    for (int i = 0; i < group.count; ++i) {
      const Row& row = rows_[group.first + i];
      for (int c = 0; c < block_size; ++c) {
        plain[c * group.width + i] = row.jacobian(side)[c];
        weighted[c * group.width + i] = row.weighted(side)[c];
      }
    }
    if (group.count == group.width) continue;
    for (int c = 1; c <= block_size; ++c) plain[c * group.width - 1] = weighted[c * group.width - 1] = 0;
  }
}

void BoundedRows::pack(const Group& group) {
  double* const rows = packed_rows(group);
  double* const columns = packed_columns(group);
  for (int i = 0; i < group.count; ++i) {
    const double* const from = rows_[group.first + i].jacobian(group.axes_of);
    std::copy_n(from, row_width, rows + row_width * i);
    for (int c = 0; c < block_size; ++c) columns[c * group.packed_width + i] = from[c];
  }
  for (int c = 0; c < block_size; ++c)
    std::fill(columns + c * group.packed_width + group.count, columns + (c + 1) * group.packed_width, 0.0);
}

void BoundedRows::reduce(JointTree& tree) {
  reach_.clear();
  found_.assign(tree.nodes().size(), -1);
  std::size_t memory = 0, packed = 0;
  for (Group& group : groups_) {
    find_reach(group, tree.plan());
    group.y = memory;
    memory += rounded_up(std::size_t(block_size) * group.y_width * group.reach_size, row_width);
    if (group.axes_of < 0) continue;
    group.packed = packed;
    group.packed_width = int(rounded_up(group.count, kernels_->lanes));
    packed +=
        rounded_up(std::size_t(row_width) * group.count + std::size_t(block_size) * group.packed_width, row_width);
  }
  y_.take(memory);
  packed_.take(packed);
  for (const Group& group : groups_)
    if (group.axes_of >= 0) pack(group);
  if (std::ranges::any_of(groups_, [](const Group& group) { return group.axes_of < 0; }))
    for (const Group& group : groups_) read(group);
  stride_ = even(size());
  matrix_.take(std::size_t(stride_) * size());
  rhs_.take(rows_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Group& group = groups_[i];
    for (int k = 0; k < group.reach_size; ++k) found_[reach_[group.reach + k]] = k;
    reduce(group, tree);
    for (std::size_t k = 0; k <= i; ++k) couple(group, groups_[k]);
    for (int k = 0; k < group.reach_size; ++k) found_[reach_[group.reach + k]] = -1;
  }
  for (const Row& row : rows_) matrix_[std::size_t(row.turn) * (stride_ + 1)] += row.joint->rhs_cfm[row.row][1];
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
  group.y_width = group.axes_of < 0 ? group.width : row_width;
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
    const double sum = group.axes_of < 0 ? taken[i] : dot_of_six(row.jacobian(group.axes_of), taken);
    rhs_[row.turn] = row.joint->rhs_cfm[row.row][0] - sum;
  }
}

void BoundedRows::reduce_axes(const Group& group, JointTree& tree, double* taken) {
  for (const Elimination::End& end : tree.plan().ends_on(group.body[group.axes_of]))
    *block_at(group, found_[end.place]) = tree.nodes()[end.place].weighted[end.side];
  for (int k = 0; k < group.reach_size; ++k) {
    const int place = reach_[group.reach + k];
    const JointTree::Node& node = tree.nodes()[place];
    Block& here = *block_at(group, k);
    kernels_->solve_transposed(node.diagonal, node.inverse, here);
    kernels_->add_transposed_times(taken, 1, here, node.reduced);
    const std::span<const int> later = tree.plan().after(place);
    for (std::size_t i = 0; i < later.size(); ++i)
      kernels_->subtract_transposed_product(*block_at(group, found_[later[i]]),
                                            tree.above(tree.plan().first_slot(place) + int(i)), here);
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
        add_combination<-1>(y_at(group, found_[later[i]]) + width * c, &block.at[0][c], row_width, here, width, width);
    }
  }
}

// Y' Y of two groups, of which the first is the one at hand.
const double* BoundedRows::multiply(const Group& group, const Group& other) {
  const int width = group.y_width, other_width = other.y_width;
  double* const product = product_.take(std::size_t(width) * other_width);
  std::fill_n(product, std::size_t(width) * other_width, 0.0);
  for (int k = 0; k < other.reach_size; ++k) {
    const int here = found_[reach_[other.reach + k]];
    if (here < 0) continue;
    const double *y = y_at(group, here), *other_y = y_at(other, k);
    for (int i = 0; i < width; ++i)
      add_combination<1>(product + i * other_width, y + i, width, other_y, other_width, other_width);
  }
  return product;
}

// M^-1 - Y' Y of the axes of two groups, of which the first is the one at hand.
void BoundedRows::between(const Group& group, const Group& other, Block& result) const {
  const int body = group.body[group.axes_of];
  result.set_zero();
  for (int k = 0; k < other.reach_size; ++k) {
    const int here = found_[reach_[other.reach + k]];
    if (here >= 0) kernels_->subtract_transposed_product(result, *block_at(group, here), *block_at(other, k));
  }
  if (body != other.body[other.axes_of]) return;
  const BodyState& state = bodies_[body];
  for (int r = 0; r < 3; ++r) {
    result.at[r][r] += state.inverse_mass;
    for (int c = 0; c < 3; ++c) result.at[3 + r][3 + c] += state.inverse_inertia[r][c];
  }
}

// S = J (M^-1 - Y' Y) J', where Y is of the axes of both.
void BoundedRows::couple_axes(const Group& group, const Group& other) {
  Block of_axes;
  between(group, other, of_axes);
  const int width = other.packed_width;
  double* const product = product_.take(std::size_t(width) * group.count);
  kernels_->couple(packed_rows(group), group.count, of_axes, packed_columns(other), width, product);
  const Row *const rows = rows_.data() + group.first, *const others = rows_.data() + other.first;
  const int side = group.axes_of, other_side = other.axes_of;
  const int beside = group.body[1 - side];  // not of the tree
  if (beside >= 0 && beside == other.body[1 - other_side])
    for (int i = 0; i < group.count; ++i)
      for (int k = 0; k < other.count; ++k)
        product[i * width + k] += dot_of_six(rows[i].jacobian(1 - side), others[k].weighted(1 - other_side));
  const bool is_same = &group == &other;
  double* const matrix = matrix_.get();
  const std::size_t stride = std::size_t(stride_);
  for (int i = 0; i < group.count; ++i) {
    const double* const values = product + i * width;
    // Between the rows of a pair the first one's product counts, else the later row's: rounding tells them apart.
    const int needed = !is_same ? other.count : i % 2 == 0 ? std::min(i + 2, group.count) : i - 1;
    const std::size_t turn = std::size_t(rows[i].turn);
    double *const line = matrix + turn * stride, *const column = matrix + turn;
    for (int k = 0; k < needed; ++k) {
      const std::size_t other_turn = std::size_t(others[k].turn);
      line[other_turn] = column[other_turn * stride] = values[k];
    }
    if (is_same && i % 2 == 1) line[turn] = values[i];
  }
}

void BoundedRows::couple(const Group& group, const Group& other) {
  if (group.axes_of >= 0 && other.axes_of >= 0) return couple_axes(group, other);
  const double* product = multiply(group, other);
  double* const to = row_.take(other.width);
  for (int i = 0; i < group.count; ++i) {
    const int needed = &group == &other ? even(i + 1) : other.width;
    std::fill_n(to, needed, 0.0);
    for (int side = 0; side < 2; ++side)
      for (int other_side = 0; other_side < 2; ++other_side)
        if (group.body[side] >= 0 && group.body[side] == other.body[other_side])
          add_combination<1>(to, columns(group, side, false) + i, group.width, columns(other, other_side, true),
                             other.width, needed);
    const double* row = product + i * other.y_width;
    if (group.axes_of >= 0) {
      double* const of_axes = axes_.take(other.y_width);
      std::fill_n(of_axes, other.y_width, 0.0);
      add_combination<1>(of_axes, columns(group, group.axes_of, false) + i, group.width, product, other.y_width,
                         other.y_width);
      row = of_axes;
    }
    if (other.axes_of >= 0)
      add_combination<-1>(to, row, 1, columns(other, other.axes_of, false), other.width, needed);
    else
      for (int k = 0; k < needed; ++k) to[k] -= row[k];
    for (int k = 0; k < std::min(needed, other.count); ++k) put(rows_[group.first + i], rows_[other.first + k], to[k]);
  }
}

void BoundedRows::solve_tree(JointTree& tree, const double* forces) {
  tree.begin_forces();
  JointTree::Node* const nodes = tree.nodes().data();
  for (const Group& group : groups_) {
    const int* const reach = reach_.data() + group.reach;
    double* const of_rows = row_.take(group.count);
    for (int i = 0; i < group.count; ++i) of_rows[i] = forces[rows_[group.first + i].turn];
    if (group.axes_of >= 0) {
      alignas(64) double on_axes[row_width] = {};
      kernels_->add_rows(on_axes, packed_rows(group), group.count, of_rows);
      for (int k = 0; k < group.reach_size; ++k) {
        double* const force = nodes[reach[k]].force;
        const Block& y = *block_at(group, k);
#pragma GCC unroll 6
        for (int r = 0; r < block_size; ++r) force[r] -= dot_of_six(y.at[r], on_axes);
      }
      continue;
    }
    for (int k = 0; k < group.reach_size; ++k) {
      double* const force = nodes[reach[k]].force;
      const double* y = y_at(group, k);
      for (int r = 0; r < block_size; ++r, y += group.y_width)
        for (int i = 0; i < group.count; ++i) force[r] -= y[i] * of_rows[i];
    }
  }
  tree.solve_backward();
}

void BoundedRows::store(JointTree& tree, const double* forces) const {
  for (JointTree::Node& node : tree.nodes())
    for (int r = 0; r < block_size; ++r)
      if (node.is_free[r]) node.rows->force[r] = node.force[r];
  for (const Row& row : rows_) row.joint->force[row.row] = forces[row.turn];
}

}  // namespace lightsout
