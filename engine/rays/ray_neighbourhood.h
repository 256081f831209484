// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What lies around the rays of a bundle, looked up once for all of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "engine/rays/ray.h"
#include "engine/shapes/box_strips.h"
#include "engine/state/pose.h"

namespace lightsout {

class Robot;

// A ball around the origin of a ray that holds it and, as it is hoped, the next ones, which pass through the same
// robots.
struct Neighbourhood {
  enum class State { Untold, Known, Crowded };
  // Targets, and boxes that are looked at wherever one looks: with more of them, the tree is faster.
  static constexpr std::size_t most = 48, most_wide = 256;
  Vector3d centre;
  double radius = 0;                     // 0: none
  FloatBox box;                          // around it
  std::array<const Robot*, 2> passed{};  // nullptr: none
  State state = State::Untold;
  int rays = 0;  // that it has held
  // Those whose boxes reach into its own and that are not passed, if it is Known.
  std::size_t count = 0;
  std::array<std::uint32_t, most> members;

  bool passes(const Robot* robot) const { return robot && (robot == passed[0] || robot == passed[1]); }
  bool holds(const Ray& ray, const std::array<const Robot*, 2>& passes) const {
    if (passes != passed) return false;
    const double room = radius - ray.length;
    return room >= 0 && radius > 0 && (ray.origin - centre).squaredNorm() <= room * room;
  }
  void begin_at(const Ray& ray, const std::array<const Robot*, 2>& passes) {
    passed = passes;
    centre = ray.origin;
    radius = ray.length < std::numeric_limits<double>::infinity() ? 2 * ray.length : 0;
    box = FloatBox::around(Vector3d(centre.array() - radius), Vector3d(centre.array() + radius));
    state = State::Untold;
    rays = 0;
    count = 0;
  }
  void add(std::uint32_t member, const FloatBox& of_member) {
    const std::size_t four = count / lanes, lane = count % lanes;
    members[count++] = member;
    for (int axis = 0; axis < 3; ++axis) {
      if (lane == 0) low[four][axis] = Floats{} + FloatBox::infinity;
      low[four][axis][lane] = of_member.low[axis];
      high[four][axis][lane] = of_member.high[axis];
    }
  }

  // Calls visit(member) for each whose box overlaps this one.
  template <class Visit>
  void for_each_in(const FloatBox& of_ray, Visit visit) const {
    std::array<Floats, 3> from, to;
    for (int axis = 0; axis < 3; ++axis) {
      from[axis] = Floats{} + of_ray.low[axis];
      to[axis] = Floats{} + of_ray.high[axis];
    }
    for (std::size_t four = 0; four * lanes < count; ++four) {
      const auto &l = low[four], &h = high[four];
      const auto met = (l[0] <= to[0]) & (from[0] <= h[0]) & (l[1] <= to[1]) & (from[1] <= h[1]) & (l[2] <= to[2]) &
                       (from[2] <= h[2]);
      const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(met);
      if ((halves[0] | halves[1]) == 0) continue;
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (met[lane]) visit(members[four * lanes + lane]);
    }
  }

 private:
  static constexpr std::size_t lanes = 4;
  using Floats = float __attribute__((vector_size(lanes * sizeof(float))));
  // The boxes of the members, four side by side; nowhere where there is none.
  std::array<std::array<Floats, 3>, most / lanes> low, high;
};

}  // namespace lightsout
