// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Rays from about one point in rows and columns, as a lidar casts them, and which of them may meet what lies in a box.
// That is found by angles: a target's box takes a window of rows and columns, and no other ray has to try it.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/rays/ray.h"
#include "engine/state/pose.h"

namespace lightsout {

class RayFan {
 public:
  // Of the rows or the columns: where the first is, and how far it is from each to the next.
  struct Steps {
    double first = 0, step = 0;
    int count = 0;
  };
  // Rows are at equal angles above the plane of x and y. Columns are at equal angles from x towards y; in a planar
  // projection at equal slopes, y / x.
  bool is_planar = false;
  Steps rows, columns;
  Pose pose;                  // world_from_fan
  double reach = 0;           // m, at least from the fan's origin to the end of each ray
  std::vector<Ray> rays;      // row by row; each goes from the fan's origin in its direction, or begins farther on
  double farthest_start = 0;  // m, at least from the fan's origin to where each ray begins

  // What each ray has met, once RayScene::cast has seen to it.
  struct Hit {
    static constexpr std::uint32_t nothing = 0xffffffff;
    double distance;       // m from where the ray begins
    std::uint32_t number;  // of the shape in its set
  };
  std::vector<Hit> hits;

  // Rows and columns from `begin` to before `end`. Columns of what lies across the last and the first are in two parts;
  // a ray may be in more than one.
  struct Range {
    int begin = 0, end = 0;
    bool is_empty() const { return begin >= end; }
  };
  struct Window {
    Range rows;
    std::array<Range, 3> columns;
    bool is_empty() const {
      return rows.is_empty() || (columns[0].is_empty() && columns[1].is_empty() && columns[2].is_empty());
    }
  };
  // What rays may meet, as RayScene::cast finds it.
  struct Target {
    double nearest;  // m, at most from where a ray begins
    std::uint32_t index;
    Window window;
  };
  std::vector<Target> targets;

  // Of all rays that pass within the box along the fan's axes, and perhaps others.
  Window window(const Vector3d& low, const Vector3d& high) const;
  Window everything() const;
};

}  // namespace lightsout
