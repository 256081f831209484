// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two triangles: do they touch (exactly), where do they cross, how far are they apart.
#pragma once

#include <Eigen/Core>

namespace lightsout {

struct Triangle {
  Eigen::Vector3d a, b, c;
};

// Whether two closed triangles of nonzero area share a point: exact for the doubles given. `error`: orientation_error()
// of an extent that no difference of their coordinates exceeds.
bool triangles_touch(const Triangle& first, const Triangle& second, double error);

// The piece of the line in which two touching triangles cross, in the direction normal(first) x normal(second),
// computed in floating point. False if they are (nearly) coplanar.
struct Segment {
  Eigen::Vector3d from, to;
};
bool crossing_of(const Triangle& first, const Triangle& second, Segment& crossing);

// The squared distance of two triangles that do not touch, and a pair of nearest points.
double squared_distance(const Triangle& first, const Triangle& second, Eigen::Vector3d& on_first,
                        Eigen::Vector3d& on_second);

}  // namespace lightsout
