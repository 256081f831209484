// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What of a solid, with all that hangs on it, is in the view of a device that looks along x with z up: a Radar, or a
// planar Camera that recognizes objects. An estimate, by Webots' rules (WbObjectDetection.cpp): corners beyond a side
// of the view are moved straight onto it, of what is round as much is cut off as is beyond a side.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <span>

#include "engine/bodies/solid.h"
#include "engine/state/pose.h"

namespace lightsout {

// Of a solid and all below it, itself first: the box, along the axes of the device, around their boundingObjects;
// without any, around a ball around their Shapes; without these the origin of the first.
Eigen::AlignedBox3d box_around(std::span<const Solid* const> parts, const Pose& device_from_world);

// Whether that box is one around balls alone.
bool are_balls(std::span<const Solid* const> parts);

class ViewSides {
 public:
  // rad; half of the angles of view, up to pi / 2.
  ViewSides(double half_width, double half_height);

  // The part of that box that is in the view; empty if nothing is.
  Eigen::AlignedBox3d seen_part(std::span<const Solid* const> parts, const Pose& device_from_world) const;

 private:
  class Corners;
  Eigen::AlignedBox3d seen_part_of_round(const Eigen::AlignedBox3d& whole) const;

  // A side and the one across differ by 2, those of y come first.
  enum Side { right, bottom, left, top };
  std::array<Vector3d, 4> inward_;  // of each side, of length 1
  bool cuts_round_things_;
};

}  // namespace lightsout
