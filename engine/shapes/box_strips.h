// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Axis-aligned boxes that can be found by where they are: they lie in strips across one axis, sorted along another.
// Most worlds are flat, and a few boxes in a strip are soon looked through. Made for boxes that move a little from step
// to step: sorting them again costs little, and allocates nothing.
//
// Boxes are kept in single precision, rounded outward: what is found is all that overlaps, and now and then two that
// miss each other by the rounding, 2e-7 of their coordinates.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lightsout {

// Along world axes, m. By itself it is nowhere, which overlaps nothing.
struct FloatBox {
  static constexpr float infinity = std::numeric_limits<float>::infinity(),
                         nan = std::numeric_limits<float>::quiet_NaN();
  // The x of what is nowhere can be sorted, its y and z compare with nothing.
  std::array<float, 3> low = {infinity, nan, nan}, high = {-infinity, nan, nan};

  // Between the least and the greatest coordinates, rounded outward; nowhere for NaN, or low above high.
  template <class Vector>
  static FloatBox around(const Vector& low, const Vector& high) {
    constexpr double rounding = std::numeric_limits<float>::epsilon();
    FloatBox box;
    bool is_somewhere = true;
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = float(low[axis] - rounding * std::abs(low[axis]));
      box.high[axis] = float(high[axis] + rounding * std::abs(high[axis]));
      is_somewhere &= box.low[axis] <= box.high[axis];
    }
    return is_somewhere ? box : FloatBox();
  }
  bool is_somewhere() const { return low[0] <= high[0]; }
  void extend(const FloatBox& other) {
    if (!other.is_somewhere()) return;
    if (!is_somewhere()) *this = other;
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], other.low[axis]);
      high[axis] = std::max(high[axis], other.high[axis]);
    }
  }
  // Without branches: one cannot be foretold for each axis.
  bool overlaps(const FloatBox& other) const {
    return bool(int(low[0] <= other.high[0]) & int(other.low[0] <= high[0]) & int(overlaps_across(other)));
  }
  // In y and z.
  bool overlaps_across(const FloatBox& other) const {
    return bool(int(low[1] <= other.high[1]) & int(other.low[1] <= high[1]) & int(low[2] <= other.high[2]) &
                int(other.low[2] <= high[2]));
  }
};

class BoxStrips {
 public:
  // Takes all boxes out, to be added anew.
  void clear(std::size_t expected) {
    boxes_.clear();
    boxes_.reserve(expected);
  }
  // Boxes are numbered from 0.
  void add(const FloatBox& box) { boxes_.push_back(box); }
  // What was added counts from here on.
  void sort();

  // Calls visit(i, j) once for each two boxes that overlap, in no order that means anything.
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (std::uint32_t strip = 0; strip < strip_count_; ++strip) {
      const std::span<const Entry> entries = entries_of(strip);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        const FloatBox& a = boxes_[entries[i].index];
        for (std::size_t j = i + 1; j < entries.size(); ++j) {
          const FloatBox& b = boxes_[entries[j].index];
          if (b.low[0] > a.high[0]) break;
          // In more than one strip both of them, they are seen in the first.
          if (a.overlaps_across(b) && std::max(strip_at(a.low), strip_at(b.low)) == strip)
            visit(std::uint32_t(entries[i].index), std::uint32_t(entries[j].index));
        }
      }
    }
  }

  // Calls visit(i) once for each box that overlaps this one, which is copied: what visit() writes cannot be part of it.
  template <class Visit>
  void for_each_in(const FloatBox box, Visit visit) const {
    const FloatBox* const boxes = boxes_.data();
    for (const std::uint32_t i : wide_)
      if (box.overlaps(boxes[i])) visit(i);
    const std::uint32_t first = strip_at(box.low), last = strip_at(box.high);
    const float begin = box.low[0] - widest_;
    for (std::uint32_t strip = first; strip <= last; ++strip) {
      const std::span<const Entry> entries = entries_of(strip);
      auto entry = std::ranges::lower_bound(entries, begin, {}, [&](const Entry& e) { return boxes[e.index].low[0]; });
      for (; entry != entries.end(); ++entry) {
        const FloatBox& other = boxes[entry->index];
        if (other.low[0] > box.high[0]) break;
        if (box.low[0] <= other.high[0] && !entry->is_wide && box.overlaps_across(other) &&
            std::max(strip_at(other.low), first) == strip)
          visit(std::uint32_t(entry->index));
      }
    }
  }

  // Boxes that for_each_in() looks at wherever it is asked.
  std::size_t wide() const { return wide_.size(); }

 private:
  struct Entry {
    std::uint32_t index : 31;  // in boxes_
    std::uint32_t is_wide : 1;
  };

  std::uint32_t strip_at(const std::array<float, 3>& point) const {
    const float place = (point[across_] - begin_) * strips_per_m_;
    return place > 0 ? std::uint32_t(std::min(place, float(strip_count_ - 1))) : 0;
  }
  std::span<const Entry> entries_of(std::uint32_t strip) const {
    return std::span(entries_).subspan(starts_[strip], starts_[strip + 1] - starts_[strip]);
  }
  void sort_along();
  void choose_strips();
  void fill_strips();

  std::vector<FloatBox> boxes_;
  std::vector<std::uint32_t> sorted_;  // by where they begin on the x axis; kept for the next time
  std::size_t across_ = 1;             // the axis that the strips follow each other on
  float begin_ = 0, strips_per_m_ = 0;
  std::uint32_t strip_count_ = 1;
  std::vector<Entry> entries_;                  // of all strips, each sorted along x
  std::vector<std::uint32_t> starts_ = {0, 0};  // in entries_
  float widest_ = 0;                            // along x, of those that are not in wide_
  std::vector<std::uint32_t> wide_;
};

}  // namespace lightsout
