// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/scene/light_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsout {
namespace {

constexpr float cell_parts = 256;  // along a side of a cell
constexpr float too_far = 1e12f;   // m

}  // namespace

bool ParallelShadow::find(const BallTree::Corners& corners, const Eigen::Vector3f& towards_light) {
  const Eigen::Vector3f normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const float of_light = normal.dot(towards_light);
  if (!(std::abs(of_light) > 1e-6f * normal.lpNorm<1>())) return false;
  const float sign = of_light > 0 ? 1.0f : -1.0f;
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3f &from = corners[i], &to = corners[(i + 1) % 3];
    m[i] = sign * towards_light.cross(to - from);
    c[i] = -m[i].dot(from) + 1e-6f * m[i].lpNorm<1>() * from.lpNorm<1>();
  }
  m[3] = -sign * normal;
  plane = sign * normal.dot(corners[0]);
  facing = std::abs(of_light);
  length = normal.norm();
  return true;
}

LightGrid::LightGrid(const std::vector<Eigen::Vector3f>& positions, const std::vector<BallTree::Triangle>& triangles,
                     const std::vector<std::uint32_t>& taken, const Eigen::Vector3f& towards_light)
    : positions_(positions.data()),
      triangles_(triangles.data()),
      u_(towards_light.unitOrthogonal()),
      v_(towards_light.cross(u_)),
      towards_light_(towards_light) {
  struct Seen {
    float u, v, along;
  };
  std::vector<Seen> seen;  // by position
  seen.reserve(positions.size());
  float reach = 0;
  for (const Eigen::Vector3f& p : positions) {
    const float x = p.x(), y = p.y(), z = p.z();
    seen.push_back({u_.x() * x + u_.y() * y + u_.z() * z, v_.x() * x + v_.y() * y + v_.z() * z,
                    towards_light.x() * x + towards_light.y() * y + towards_light.z() * z});
    const float size = std::abs(x) + std::abs(y) + std::abs(z);
    // What is so far away, or no number, has no shadow.
    if (size < too_far && size > reach) reach = size;
  }
  // Rounding of points that are seen from some way off, and what find() allows.
  room_ = 3e-4f * (1 + reach);
  std::vector<Box> boxes;
  std::vector<float> reaches;  // towards the light
  boxes.reserve(taken.size());
  reaches.reserve(taken.size());
  numbers_.reserve(taken.size());
  constexpr float infinite = std::numeric_limits<float>::infinity();
  Box all = {infinite, -infinite, infinite, -infinite};
  for (const std::uint32_t i : taken) {
    const Seen &a = seen[triangles[i][0]], &b = seen[triangles[i][1]], &c = seen[triangles[i][2]];
    const float left = std::min(std::min(a.u, b.u), c.u), right = std::max(std::max(a.u, b.u), c.u),
                top = std::min(std::min(a.v, b.v), c.v), bottom = std::max(std::max(a.v, b.v), c.v);
    if (!(left > -too_far && right < too_far && top > -too_far && bottom < too_far)) continue;
    const Box box = {left - room_, right + room_, top - room_, bottom + room_};
    all = {std::min(all[0], box[0]), std::max(all[1], box[1]), std::min(all[2], box[2]), std::max(all[3], box[3])};
    boxes.push_back(box);
    reaches.push_back(std::max(std::max(a.along, b.along), c.along) + room_);
    numbers_.push_back(i);
  }
  if (boxes.empty()) {
    begins_ = {0};
    return;
  }
  shadows_ = std::make_unique_for_overwrite<ParallelShadow[]>(boxes.size());
  findings_ = std::make_unique<std::atomic<Finding>[]>(boxes.size());
  first_u_ = all[0];
  first_v_ = all[2];
  const float width = all[1] - all[0], height = all[3] - all[2];
  // A cell for every third triangle, about square; fewer where long triangles stand in too many of them.
  constexpr float most_a_side = 1024;
  for (float cell = std::sqrt(3 * width * height / float(boxes.size()));; cell *= 2) {
    columns_ = std::int32_t(std::clamp(width / cell, 1.0f, most_a_side));
    rows_ = std::int32_t(std::clamp(height / cell, 1.0f, most_a_side));
    columns_a_metre_ = float(columns_) / width;
    rows_a_metre_ = float(rows_) / height;
    if (columns_ * rows_ == 1 || entries_of(boxes) <= 6 * boxes.size() + 64) break;
  }
  fill(boxes, reaches);
}

std::size_t LightGrid::entries_of(const std::vector<Box>& boxes) const {
  std::size_t entries = 0;
  for (const Box& box : boxes) {
    const Cells cells = cells_of(box);
    entries += std::size_t((cells.right - cells.left + 1) * (cells.bottom - cells.top + 1));
  }
  return entries;
}

void LightGrid::fill(const std::vector<Box>& boxes, const std::vector<float>& reaches) {
  begins_.assign(std::size_t(columns_ * rows_) + 1, 0);
  for (const Box& box : boxes) {
    const Cells cells = cells_of(box);
    for (std::int32_t row = cells.top; row <= cells.bottom; ++row) {
      std::uint32_t* const of_row = begins_.data() + std::size_t(row * columns_);
      for (std::int32_t column = cells.left; column <= cells.right; ++column) ++of_row[column];
    }
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : begins_) begin = sum += begin;
  entries_.resize(sum);
  // From the last to the first: each cell has them in order.
  for (std::size_t i = boxes.size(); i-- > 0;) {
    const Box& box = boxes[i];
    const Cells cells = cells_of(box);
    const float left = (box[0] - first_u_) * columns_a_metre_, right = (box[1] - first_u_) * columns_a_metre_,
                top = (box[2] - first_v_) * rows_a_metre_, bottom = (box[3] - first_v_) * rows_a_metre_;
    // By one more than it is, for rounding.
    const auto part = [](float place, std::int32_t of_cell, float more) {
      return std::uint8_t(std::clamp((place - float(of_cell)) * cell_parts + more, 0.0f, cell_parts - 1));
    };
    const std::uint8_t last = part(right, cells.right, 1);
    for (std::int32_t row = cells.top; row <= cells.bottom; ++row) {
      const std::uint8_t from_row = part(top, row, -1), to_row = part(bottom, row, 1);
      std::uint32_t* const of_row = begins_.data() + std::size_t(row * columns_);
      // A cell between the first and the last is crossed from end to end.
      Entry entry{std::uint32_t(i), part(left, cells.left, -1), std::uint8_t(cell_parts - 1), from_row, to_row,
                  reaches[i]};
      for (std::int32_t column = cells.left; column < cells.right; ++column) {
        entries_[--of_row[column]] = entry;
        entry.left = 0;
      }
      entry.right = last;
      entries_[--of_row[cells.right]] = entry;
    }
  }
}

const ParallelShadow* LightGrid::find_shadow(std::uint32_t number, ParallelShadow& own) const {
  const BallTree::Triangle& t = triangles_[numbers_[number]];
  const BallTree::Corners corners = {positions_[t[0]], positions_[t[1]], positions_[t[2]]};
  std::atomic<Finding>& finding = findings_[number];
  Finding before = Finding::Unknown;
  const bool is_first = finding.compare_exchange_strong(before, Finding::Begun, std::memory_order_relaxed);
  ParallelShadow& to = is_first ? shadows_[number] : own;
  const bool is_there = to.find(corners, towards_light_);
  if (is_first) finding.store(is_there ? Finding::Found : Finding::None, std::memory_order_release);
  return is_there ? &to : nullptr;
}

LightGrid::Cells LightGrid::cells_of(const Box& box) const {
  const auto column = [&](float u) {
    return std::clamp(std::int32_t((u - first_u_) * columns_a_metre_), 0, columns_ - 1);
  };
  const auto row = [&](float v) { return std::clamp(std::int32_t((v - first_v_) * rows_a_metre_), 0, rows_ - 1); };
  return {column(box[0]), column(box[1]), row(box[2]), row(box[3])};
}

LightGrid::Spot LightGrid::find(float x, float y, float z) const {
  const float column = (u_.x() * x + u_.y() * y + u_.z() * z - first_u_) * columns_a_metre_,
              row = (v_.x() * x + v_.y() * y + v_.z() * z - first_v_) * rows_a_metre_;
  Spot spot;
  if (!(column >= 0 && column < float(columns_) && row >= 0 && row < float(rows_))) return spot;
  const auto whole_column = std::int32_t(column), whole_row = std::int32_t(row);
  spot.cell = whole_row * columns_ + whole_column;
  spot.column = std::int32_t((column - float(whole_column)) * cell_parts);
  spot.row = std::int32_t((row - float(whole_row)) * cell_parts);
  spot.along = towards_light_.x() * x + towards_light_.y() * y + towards_light_.z() * z;
  return spot;
}

}  // namespace lightsout
