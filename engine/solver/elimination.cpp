// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/elimination.h"

#include <algorithm>
#include <limits>

namespace lightsout {

bool Elimination::is_of(int body_count, std::span<const std::array<int, 2>> ends) const {
  return body_count == body_count_ && std::ranges::equal(ends, ends_);
}

void Elimination::plan(int body_count, std::span<const std::array<int, 2>> ends) {
  *this = {};
  body_count_ = body_count;
  ends_.assign(ends.begin(), ends.end());
  std::vector<std::vector<End>> on(body_count);  // their places are joints until these are ordered
  for (int joint = 0; joint < int(ends.size()); ++joint)
    for (int side = 0; side < 2; ++side)
      if (ends[joint][side] >= 0) on[ends[joint][side]].push_back({joint, side});

  std::vector<std::vector<int>> neighbours(ends.size());
  for (const std::vector<End>& met : on)
    for (const End& one : met)
      for (const End& other : met)
        if (one.place != other.place) neighbours[one.place].push_back(other.place);
  for (std::vector<int>& list : neighbours) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }
  order(neighbours);

  for (const std::vector<End>& met : on) {
    first_on_.push_back(int(ends_on_.size()));
    for (const End& end : met) ends_on_.push_back({place_of_[end.place], end.side});
  }
  first_on_.push_back(int(ends_on_.size()));
  for (int body = 0; body < body_count; ++body)
    for (const End& one : ends_on(body))
      for (const End& other : ends_on(body))
        if (one.place < other.place) couplings_.push_back({slot_of(one.place, other.place), one, other});
  for (int place = 0; place < size(); ++place) {
    const std::span<const int> later = after(place);
    for (std::size_t i = 0; i < later.size(); ++i)
      for (std::size_t k = i + 1; k < later.size(); ++k) changed_.push_back(slot_of(later[i], later[k]));
  }
}

// Neighbours are those that are not eliminated; eliminating one makes its neighbours each other's.
void Elimination::order(std::vector<std::vector<int>>& neighbours) {
  const int count = int(neighbours.size());
  place_of_.assign(count, -1);
  std::vector<std::vector<int>> rows;
  for (int place = 0; place < count; ++place) {
    int next = -1;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (int joint = 0; joint < count; ++joint)
      if (place_of_[joint] < 0 && neighbours[joint].size() < fewest) {
        next = joint;
        fewest = neighbours[joint].size();
      }
    place_of_[next] = place;
    joint_at_.push_back(next);
    const std::vector<int> met = std::move(neighbours[next]);
    for (const int one : met) {
      std::vector<int> together;
      std::ranges::set_union(neighbours[one], met, std::back_inserter(together));
      std::erase_if(together, [&](int joint) { return joint == one || joint == next; });
      neighbours[one] = std::move(together);
    }
    rows.push_back(met);
  }
  for (std::vector<int>& row : rows) {
    first_.push_back(int(after_.size()));
    for (int& joint : row) joint = place_of_[joint];
    std::ranges::sort(row);
    after_.insert(after_.end(), row.begin(), row.end());
  }
  first_.push_back(int(after_.size()));
}

int Elimination::slot_of(int row, int column) const {
  const std::span<const int> later = after(row);
  return first_[row] + int(std::ranges::lower_bound(later, column) - later.begin());
}

}  // namespace lightsout
