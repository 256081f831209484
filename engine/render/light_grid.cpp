// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/light_grid.h"

#include <algorithm>
#include <cmath>

namespace lightsout {
namespace {

constexpr float cell_parts = 256;  // along a side of a cell

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
    : u_(towards_light.unitOrthogonal()), v_(towards_light.cross(u_)), towards_light_(towards_light) {
  std::vector<std::array<float, 4>> boxes;  // u from and to, v from and to
  std::vector<float> reaches;               // towards the light
  shadows_.reserve(taken.size());
  boxes.reserve(taken.size());
  reaches.reserve(taken.size());
  float reach = 0;
  for (const std::uint32_t i : taken) {
    const BallTree::Corners corners = {positions[triangles[i][0]], positions[triangles[i][1]],
                                       positions[triangles[i][2]]};
    ParallelShadow shadow;
    if (!shadow.find(corners, towards_light)) continue;
    const float a = corners[0].dot(u_), b = corners[1].dot(u_), c = corners[2].dot(u_);
    const float d = corners[0].dot(v_), e = corners[1].dot(v_), f = corners[2].dot(v_);
    const std::array<float, 4> box = {std::min({a, b, c}), std::max({a, b, c}), std::min({d, e, f}),
                                      std::max({d, e, f})};
    // What is so far away, or no number, has no shadow.
    constexpr float farthest = 1e12f;
    if (!(box[0] > -farthest && box[1] < farthest && box[2] > -farthest && box[3] < farthest)) continue;
    shadows_.push_back(shadow);
    boxes.push_back(box);
    reaches.push_back(
        std::max({corners[0].dot(towards_light), corners[1].dot(towards_light), corners[2].dot(towards_light)}));
    for (const Eigen::Vector3f& corner : corners) reach = std::max(reach, corner.lpNorm<1>());
  }
  // Rounding of points that are seen from some way off, and what find() allows.
  room_ = 3e-4f * (1 + reach);
  if (boxes.empty()) {
    begins_ = {0};
    return;
  }
  std::array<float, 4> all = boxes[0];
  for (std::array<float, 4>& box : boxes) {
    for (const std::size_t k : {0U, 2U}) {
      box[k] -= room_;
      box[k + 1] += room_;
      all[k] = std::min(all[k], box[k]);
      all[k + 1] = std::max(all[k + 1], box[k + 1]);
    }
  }
  first_u_ = all[0];
  first_v_ = all[2];
  const float width = all[1] - all[0], height = all[3] - all[2];
  // As many cells as triangles, about square; fewer where long triangles stand in too many of them.
  constexpr float most_a_side = 1024;
  float cell = std::sqrt(width * height / float(boxes.size()));
  std::size_t entries = 0;
  do {
    columns_ = std::int32_t(std::clamp(width / cell, 1.0f, most_a_side));
    rows_ = std::int32_t(std::clamp(height / cell, 1.0f, most_a_side));
    columns_a_metre_ = float(columns_) / width;
    rows_a_metre_ = float(rows_) / height;
    begins_.assign(std::size_t(columns_ * rows_) + 1, 0);
    entries = 0;
    for (const auto& box : boxes) {
      const Cells cells = cells_of(box);
      for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
        for (std::int32_t column = cells.left; column <= cells.right; ++column)
          ++begins_[std::size_t(row * columns_ + column)];
      entries += std::size_t(cells.right - cells.left + 1) * std::size_t(cells.bottom - cells.top + 1);
    }
    cell *= 2;
  } while (entries > 16 * boxes.size() + 64 && columns_ * rows_ > 1);
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : begins_) begin = sum += begin;
  entries_.resize(entries);
  // From the last to the first: each cell has them in order.
  for (std::size_t i = boxes.size(); i-- > 0;) {
    const Cells cells = cells_of(boxes[i]);
    const auto& box = boxes[i];
    const float left = (box[0] - first_u_) * columns_a_metre_, right = (box[1] - first_u_) * columns_a_metre_,
                top = (box[2] - first_v_) * rows_a_metre_, bottom = (box[3] - first_v_) * rows_a_metre_;
    // By one more than it is, for rounding.
    const auto part = [](float place, std::int32_t of_cell, float more) {
      return std::uint8_t(std::clamp((place - float(of_cell)) * cell_parts + more, 0.0f, cell_parts - 1));
    };
    for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
      for (std::int32_t column = cells.left; column <= cells.right; ++column)
        entries_[--begins_[std::size_t(row * columns_ + column)]] = {std::uint32_t(i),       part(left, column, -1),
                                                                     part(right, column, 1), part(top, row, -1),
                                                                     part(bottom, row, 1),   reaches[i] + room_};
  }
}

LightGrid::Cells LightGrid::cells_of(const std::array<float, 4>& box) const {
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
