// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Pairs in which a primitive takes part, decided by FCL (and by one formula for half-spaces). FCL lives behind this
// interface in a module of its own (lightsout_fcl), which is loaded when the first such pair appears: its headers are
// heavy and so is its start.
#pragma once

#include <Eigen/Core>
#include <expected>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/collider/shapes/collision_model.h"
#include "engine/collider/triangles/rigid_pose.h"

namespace lightsout {

// World axes; the normal points from the first to the second, the depth is positive when they overlap.
struct PairContact {
  Eigen::Vector3d point;
  Eigen::Vector3d normal;
  double depth;
};

struct PairDistance {
  double distance;
  Eigen::Vector3d on_first, on_second;  // world axes
};

// A model as FCL wants it.
class FclShape {
 public:
  virtual ~FclShape() = default;
};

class ShapePairs {
 public:
  virtual ~ShapePairs() = default;
  virtual std::shared_ptr<const FclShape> make(const CollisionModel& model) const = 0;
  // Primitives are solid, meshes are surfaces.
  virtual bool touch(const FclShape& first, const RigidPose& first_pose, const FclShape& second,
                     const RigidPose& second_pose) const = 0;
  // If below `limit`, else `limit` without points. Of pairs that do not touch.
  virtual PairDistance distance(const FclShape& first, const RigidPose& first_pose, const FclShape& second,
                                const RigidPose& second_pose, double limit) const = 0;
  // At most `most`, the deepest first.
  virtual void contacts(const FclShape& first, const RigidPose& first_pose, const FclShape& second,
                        const RigidPose& second_pose, std::size_t most, std::vector<PairContact>& contacts) const = 0;
};

// The height of a model's lowest point over a half-space, negative below its plane. World axes, the model's point as
// `on_first`.
PairDistance height_over(const RigidPose& half_space, const CollisionModel& model, const RigidPose& pose);

// Loads the module.
std::expected<const ShapePairs*, std::string> load_shape_pairs();

}  // namespace lightsout
