// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two triangle trees under a relative pose: do they touch, which triangles do, how near do they come.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/collider/triangles/rigid_pose.h"
#include "engine/collider/triangles/triangle_tree.h"

namespace lightsout {

// Indices into corners() of the first and second tree.
struct TrianglePair {
  std::int32_t first = -1;
  std::int32_t second = -1;
};

// In all of these `pose` is that of the second tree in the first one's frame.

// Whether any two triangles touch. `witness`: a pair to look at first (-1: none), and the pair found.
bool trees_touch(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, TrianglePair& witness);

// Whether any two triangles come as near as `margin` (greater than 0).
bool trees_within(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, double margin,
                  TrianglePair& witness);

// All touching pairs, in an order that depends on the trees and the pose alone.
void visit_touching(
    const TriangleTree& first, const TriangleTree& second, const RigidPose& pose,
    const std::function<void(TrianglePair, const Triangle& in_first, const Triangle& second_in_first)>& visit);

struct TreeDistance {
  double distance;
  Eigen::Vector3d on_first, on_second;  // nearest points, in the first one's frame
};
// The distance of two trees that do not touch, if it is below `limit`; else something from `limit` on. Ends as soon as
// a distance of at most `enough` is found. `witness`: a pair to start from (-1: none), and the nearest pair; what is
// given changes the time that it takes, never the distance.
TreeDistance tree_distance(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, double limit,
                           double enough, TrianglePair& witness);

// Whether the point is inside the closed surface: by the number of times that the surface winds around it (oriented
// consistently), or by the parity of crossings. Exact but for points on the surface, which count as inside.
bool encloses(const TriangleTree& tree, const Eigen::Vector3d& point, bool oriented);

}  // namespace lightsout
