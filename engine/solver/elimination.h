// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// In which order the joints of an island are eliminated, and which blocks that fills: a block of the matrix J M^-1 J'
// is there where two joints share a body. From the leaves of a tree to its root nothing is filled but the pairs of
// joints that hang on one body anyway (as in Featherstone, Efficient factorization of the joint-space inertia matrix
// for branched kinematic trees, 2005), so time and memory grow with the number of joints. The rule is that of the
// minimum degree (George and Liu, Computer solution of large sparse positive definite systems, 1981): the joint that
// has fewest neighbours left is next, of equals the first. In a tree that is from leaves to root; a loop of joints
// costs the blocks that close it.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace lightsout {

class Elimination {
 public:
  // The end of a joint on a body: J M^-1 J' gets `weighted` of one end times `jacobian` of the other.
  struct End {
    int place, side;
  };
  // Of joints that share a body: the block is above the diagonal, at the row of the first.
  struct Coupling {
    int slot;
    End first, second;
  };

  // `ends` are the two bodies of each joint, -1 where none is. What follows depends on them alone.
  void plan(int body_count, std::span<const std::array<int, 2>> ends);
  bool is_of(int body_count, std::span<const std::array<int, 2>> ends) const;

  // A joint's place is its turn; it has a block in each place of `after(place)`, in ascending order, at the slots from
  // `first_slot(place)`.
  int size() const { return int(joint_at_.size()); }
  int slots() const { return first_.empty() ? 0 : first_.back(); }
  int joint_at(int place) const { return joint_at_[place]; }
  int place_of(int joint) const { return place_of_[joint]; }
  int first_slot(int place) const { return first_[place]; }
  std::span<const int> after(int place) const {
    return {after_.data() + first_[place], std::size_t(first_[place + 1] - first_[place])};
  }
  // The slots that eliminating changes, place by place: for each pair of different places in after(place).
  std::span<const int> changed() const { return changed_; }
  std::span<const Coupling> couplings() const { return couplings_; }
  std::span<const End> ends_on(int body) const {
    return {ends_on_.data() + first_on_[body], std::size_t(first_on_[body + 1] - first_on_[body])};
  }

 private:
  void order(std::vector<std::vector<int>>& neighbours);
  int slot_of(int row, int column) const;

  int body_count_ = -1;
  std::vector<std::array<int, 2>> ends_;
  std::vector<int> joint_at_, place_of_, first_, after_, changed_, first_on_;
  std::vector<End> ends_on_;
  std::vector<Coupling> couplings_;
};

}  // namespace lightsout
