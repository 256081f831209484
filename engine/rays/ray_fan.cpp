// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/rays/ray_fan.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lightsout {

namespace {

constexpr double pi = std::numbers::pi;
// More than what rounding does to an angle or a slope of ordinary size, rad or as a part.
constexpr double room = 1e-9;

// The steps within [low, high], but for rounding.
RayFan::Range steps_within(const RayFan::Steps& steps, double low, double high) {
  if (steps.step == 0)
    return low <= steps.first && steps.first <= high ? RayFan::Range{0, steps.count} : RayFan::Range();
  double from = (low - steps.first) / steps.step, to = (high - steps.first) / steps.step;
  if (from > to) std::swap(from, to);
  const double last = steps.count - 1;
  // By a thousandth of a step more.
  from = std::ceil(std::max(from - 1e-3, 0.0));
  to = std::floor(std::min(to + 1e-3, last));
  return from <= to ? RayFan::Range{int(from), int(to) + 1} : RayFan::Range();
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

RayFan::Window RayFan::everything() const { return {{0, rows.count}, {Range{0, columns.count}}}; }

RayFan::Window RayFan::window(const Vector3d& low, const Vector3d& high) const {
  // Not so: there is a NaN, too.
  if (!((low.array() <= high.array()).all())) return everything();
  const auto wide = [](double from, double to) { return std::pair(from - room, to + room); };
  Window window;
  if (is_planar) {
    if (high.x() < 0) return window;
    if (low.x() <= 0) return everything();
    const auto slopes = [&](int axis) {
      return std::pair(low[axis] / (low[axis] < 0 ? low.x() : high.x()),
                       high[axis] / (high[axis] > 0 ? low.x() : high.x()));
    };
    const auto [right, left] = slopes(1);
    const auto [below, above] = slopes(2);
    window.columns[0] = steps_within(columns, right - room * (1 + std::abs(right)), left + room * (1 + std::abs(left)));
    const auto [from, to] = wide(std::atan(below), std::atan(above));
    window.rows = steps_within(rows, from, to);
    return window;
  }
  // A row beyond the pole sees the other side.
  const double last_row = rows.first + rows.step * (rows.count - 1), last_column = columns.step * (columns.count - 1);
  constexpr double pole = pi / 2;
  if (!(std::max(std::abs(rows.first), std::abs(last_row)) <= pole && std::abs(last_column) <= 2 * pi + room))
    return everything();
  // Seen from above, it is a rectangle.
  const Eigen::Vector2d nearest(low.x() > 0    ? low.x()
                                : high.x() < 0 ? high.x()
                                               : 0,
                                low.y() > 0    ? low.y()
                                : high.y() < 0 ? high.y()
                                               : 0);
  const Eigen::Vector2d farthest(std::max(-low.x(), high.x()), std::max(-low.y(), high.y()));
  const double near = nearest.norm(), far = farthest.norm();
  const auto [below, above] =
      wide(std::atan2(low.z(), low.z() < 0 ? near : far), std::atan2(high.z(), high.z() > 0 ? near : far));
  window.rows = steps_within(rows, below, above);
  if (window.rows.is_empty()) return window;
  if (near == 0) {
    window.columns[0] = {0, columns.count};
    return window;
  }
  // It is seen under less than half a turn, between two of its corners.
  const std::array<Eigen::Vector2d, 4> corners = {Eigen::Vector2d(low.x(), low.y()), Eigen::Vector2d(low.x(), high.y()),
                                                  Eigen::Vector2d(high.x(), low.y()),
                                                  Eigen::Vector2d(high.x(), high.y())};
  Eigen::Vector2d right = corners[0], left = corners[0];
  for (const Eigen::Vector2d& corner : corners) {
    if (cross(right, corner) < 0) right = corner;
    if (cross(left, corner) > 0) left = corner;
  }
  double from = std::atan2(right.y(), right.x()), to = std::atan2(left.y(), left.x());
  if (to < from) to += 2 * pi;
  std::tie(from, to) = wide(from, to);
  if (columns.step == 0) {
    for (int turn = -1; turn <= 1; ++turn)
      if (const Range range = steps_within(columns, from + 2 * pi * turn, to + 2 * pi * turn); !range.is_empty())
        window.columns[0] = range;
    return window;
  }
  // To the turn in which the columns are.
  const double middle = columns.first + last_column / 2, turns = std::round((middle - (from + to) / 2) / (2 * pi));
  for (int i = 0; i < 3; ++i) {
    const double shift = 2 * pi * (turns + i - 1);
    window.columns[std::size_t(i)] = steps_within(columns, from + shift, to + shift);
  }
  return window;
}

}  // namespace lightsout
