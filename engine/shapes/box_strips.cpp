// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/box_strips.h"

#include <numeric>

namespace lightsout {

void BoxStrips::sort() {
  sort_along();
  choose_strips();
  fill_strips();
}

// Things move little in a step: each goes down to its place among those before it, and few do. Where many must, all are
// sorted anew; the order is the same.
void BoxStrips::sort_along() {
  const auto before = [this](std::uint32_t a, std::uint32_t b) {
    return boxes_[a].low[0] != boxes_[b].low[0] ? boxes_[a].low[0] < boxes_[b].low[0] : a < b;
  };
  std::size_t moves_left = 8 * boxes_.size();
  if (sorted_.size() != boxes_.size()) {
    sorted_.reserve(boxes_.size());
    sorted_.resize(boxes_.size());
    std::iota(sorted_.begin(), sorted_.end(), 0);
    moves_left = 0;
  }
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    const std::uint32_t box = sorted_[i];
    std::size_t place = i;
    for (; place > 0 && before(box, sorted_[place - 1]); --place) {
      if (moves_left-- == 0) {
        sorted_[place] = box;
        std::sort(sorted_.begin(), sorted_.end(), before);
        return;
      }
      sorted_[place] = sorted_[place - 1];
    }
    sorted_[place] = box;
  }
}

// Strips twice as broad as boxes are in the mean, across the axis that has more of them.
void BoxStrips::choose_strips() {
  constexpr double least_boxes = 8;  // in a strip, in the mean
  struct Spread {
    double low = std::numeric_limits<double>::infinity(), high = -low, sizes = 0;
    double count = 0;
  };
  std::array<Spread, 3> spreads;
  for (const FloatBox& box : boxes_)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double low = box.low[axis], high = box.high[axis];
      if (!box.is_somewhere() || !std::isfinite(high - low)) continue;
      Spread& spread = spreads[axis];
      spread.low = std::min(spread.low, low);
      spread.high = std::max(spread.high, high);
      spread.sizes += high - low;
      ++spread.count;
    }
  const auto strips = [](const Spread& spread) {
    return spread.sizes > 0 ? (spread.high - spread.low) * spread.count / (2 * spread.sizes) : 1;
  };
  across_ = strips(spreads[2]) > strips(spreads[1]) ? 2 : 1;
  const Spread& chosen = spreads[across_];
  const double count = std::floor(std::clamp(strips(chosen), 1.0, std::max(1.0, double(boxes_.size()) / least_boxes)));
  strip_count_ = std::uint32_t(count);
  begin_ = count > 1 ? float(chosen.low) : 0;
  strips_per_m_ = count > 1 ? float(count / (chosen.high - chosen.low)) : 0;

  constexpr double wide = 8;  // times the mean
  const Spread& along = spreads[0];
  const float limit = along.count > 0 ? float(wide * along.sizes / along.count) : 0;
  widest_ = 0;
  wide_.clear();
  for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
    const float size = boxes_[i].high[0] - boxes_[i].low[0];
    if (size > limit)
      wide_.push_back(i);
    else
      widest_ = std::max(widest_, size);
  }
}

// A counting sort that keeps the order along x.
void BoxStrips::fill_strips() {
  starts_.assign(strip_count_ + 1, 0);
  for (const FloatBox& box : boxes_)
    if (box.is_somewhere())
      for (std::uint32_t strip = strip_at(box.low), last = strip_at(box.high); strip <= last; ++strip) ++starts_[strip];
  // Each start is that of the next strip, and goes back as its own is filled from the end.
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  // Room for boxes that come to lie in two strips.
  if (entries_.capacity() < starts_.back()) entries_.reserve(starts_.back() + starts_.back() / 16);
  entries_.resize(starts_.back());
  for (auto i = sorted_.rbegin(); i != sorted_.rend(); ++i) {
    const FloatBox& box = boxes_[*i];
    if (!box.is_somewhere()) continue;
    const bool is_wide = box.high[0] - box.low[0] > widest_;
    for (std::uint32_t strip = strip_at(box.low), last = strip_at(box.high); strip <= last; ++strip)
      entries_[--starts_[strip]] = {*i, is_wide};
  }
}

}  // namespace lightsout
