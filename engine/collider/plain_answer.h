// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The plain yes or no of any collider, for its is_collided().
#pragma once

#include <stdexcept>
#include <vector>

#include "engine/collider/collider.h"

namespace lightsout {

// Throws std::invalid_argument with check()'s message. `robot_indexes`: nullptr for all.
inline bool touches(Collider& collider, const std::vector<Eigen::Matrix4d>& matrices,
                    const std::vector<int>* robot_indexes) {
  CollisionResult result;
  if (const auto done = collider.check(matrices, robot_indexes, {}, result); !done)
    throw std::invalid_argument(done.error());
  return result.collided;
}

}  // namespace lightsout
