// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The triangles of a body as a light sees them whose rays are parallel: a grid across the rays. Between a point and the
// light are only triangles of the point's cell.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/render/scene/beam.h"
#include "engine/render/scene/lazy.h"

namespace lightsout {

// Which points p are in the shadow of a triangle: those of which four functions m p + c are positive, that p is at the
// inner side of the three planes through the triangle's edges and along the rays, and behind the triangle.
struct ParallelShadow {
  std::array<Eigen::Vector3f, 4> m;
  std::array<float, 3> c;
  float plane, facing, length;  // of the last function, see behind()

  // False: the rays pass along the triangle, which has no shadow. `towards_light`: unit.
  bool find(const BallTree::Corners& corners, const Eigen::Vector3f& towards_light);
  // The last c, for points that are behind by more than `room` along the rays and `depth` off the triangle's plane.
  float behind(float room, float depth) const { return plane - room * facing - depth * length; }
};

class LightGrid {
 public:
  // Of the triangles with these numbers. All in the frame of the body, which outlives the grid.
  LightGrid(const std::vector<Eigen::Vector3f>& positions, const std::vector<BallTree::Triangle>& triangles,
            const std::vector<std::uint32_t>& taken, const Eigen::Vector3f& towards_light);

  static constexpr std::int32_t none = -1;
  // Where a point is: in which cell, in which of its 256 columns and 256 rows, and how far towards the light.
  struct Spot {
    std::int32_t cell = none, column, row;
    float along;
  };
  Spot find(float x, float y, float z) const;
  // What may be known of a triangle in a cell without looking at it: a box of columns and rows that its shadow is in,
  // and how far towards the light it reaches.
  struct Entry {
    std::uint32_t number;  // of the shadow
    std::uint8_t left, right, top, bottom;
    float reach;
    bool may_hold(const Spot& spot) const {
      return (spot.column >= left) & (spot.column <= right) & (spot.row >= top) & (spot.row <= bottom) &
             (spot.along <= reach);
    }
  };
  std::span<const Entry> entries_in(std::int32_t cell) const {
    const std::uint32_t begin = begins_[std::size_t(cell)], end = begins_[std::size_t(cell) + 1];
    return {entries_.data() + begin, end - begin};
  }
  // nullptr: it has none. Found when it is first asked for: most triangles are never looked at. `own`: for one that
  // another thread is about to find.
  const ParallelShadow* shadow(std::uint32_t number, ParallelShadow& own) const {
    const Finding now = findings_[number].load(std::memory_order_acquire);
    if (now == Finding::Found) return &shadows_[number];
    return now == Finding::None ? nullptr : find_shadow(number, own);
  }
  // m: so far may points be from where they are meant to be, across the rays.
  float room() const { return room_; }

 private:
  struct Cells {
    std::int32_t left, right, top, bottom;
  };
  using Box = std::array<float, 4>;  // m: u from and to, v from and to
  Cells cells_of(const Box& box) const;
  std::size_t entries_of(const std::vector<Box>& boxes) const;
  void fill(const std::vector<Box>& boxes, const std::vector<float>& reaches);
  const ParallelShadow* find_shadow(std::uint32_t number, ParallelShadow& own) const;

  enum class Finding : std::uint8_t { Unknown, Begun, Found, None };
  const Eigen::Vector3f* positions_;
  const BallTree::Triangle* triangles_;
  Eigen::Vector3f u_, v_, towards_light_;  // unit
  float room_;
  float first_u_ = 0, first_v_ = 0, columns_a_metre_ = 0, rows_a_metre_ = 0;
  std::int32_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> numbers_;  // of the triangles, by the number of their shadow
  // Memory that is touched where shadows are found.
  std::unique_ptr<ParallelShadow[]> shadows_;
  mutable std::unique_ptr<std::atomic<Finding>[]> findings_;
  std::vector<std::uint32_t> begins_;  // by cell, of its entries; one more at the end
  std::vector<Entry> entries_;
};

// What a body shows to one light. While images are made several threads look at it.
class LitSide {
 public:
  // The light is there now, in the frame of the body: a grid for another direction is forgotten.
  void aim(const Eigen::Vector3f& towards_light) {
    if (towards_light == towards_light_) return;
    towards_light_ = towards_light;
    forget();
  }
  // Its triangles are others now.
  void forget() {
    if (grid_.known()) ++forgotten_;
    grid_.reset();
    asked_ = 0;
  }
  // A grid costs as much as some points in a tree that is there already: bodies that turn have one once that many were
  // asked of it. nullptr: there is none, or its room is less. What is dark does not depend on it.
  template <class Make>
  const LightGrid* grid(std::mutex& mutex, std::size_t triangles, int points, Make make) {
    if (const LightGrid* known = grid_.known()) return known;
    constexpr std::size_t most_triangles = 200'000;
    constexpr int always = 3;
    if (triangles > most_triangles) return nullptr;
    const std::size_t asked = asked_.fetch_add(std::uint32_t(points), std::memory_order_relaxed);
    if (forgotten_ >= always && 4 * asked < triangles) return nullptr;
    return &grid_.get(mutex, [&] { return make(towards_light_); });
  }

 private:
  Eigen::Vector3f towards_light_ = Eigen::Vector3f::Zero();
  int forgotten_ = 0;
  std::atomic<std::uint32_t> asked_ = 0;  // points, since the last turn
  Lazy<LightGrid> grid_;
};

}  // namespace lightsout
