// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Contacts of two meshes that overlap: one for each closed curve in which their surfaces cross.
#pragma once

#include <vector>

#include "engine/collider/shapes/collision_model.h"
#include "engine/collider/shapes/shape_pairs.h"
#include "engine/collider/triangles/rigid_pose.h"

namespace lightsout {

// In the first one's frame; `pose` is that of the second. At most `most`, the deepest first; none if no triangles
// touch.
//
// Of a crossing curve C, run through so that the second surface's outside is on its left on the first surface:
//   point   its centroid
//   normal  its area vector 1/2 * sum(p x q) over its pieces p to q. That is the direction in which moving the second
//           body makes the common volume shrink fastest: by Gauss, d(volume)/d(move) is the area vector of the part of
//           either surface that lies in the other body, and that depends on the part's border C alone.
//   depth   how far the common volume behind C reaches along the normal: moved by so much, that volume is gone. Open
//           meshes have no volume; there it is the reach of the curve itself, a lower bound.
std::vector<PairContact> mesh_contacts(const CollisionModel& first, const CollisionModel& second, const RigidPose& pose,
                                       std::size_t most);

}  // namespace lightsout
