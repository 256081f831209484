// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/shapes/shape_pairs.h"

#include "engine/mesh/module.h"

namespace lightsout {

PairDistance height_over(const RigidPose& half_space, const CollisionModel& model, const RigidPose& pose) {
  const Eigen::Vector3d up = half_space.rotation.col(2);
  const Eigen::Vector3d lowest = pose * model.support(pose.rotation.transpose() * -up);
  const double height = up.dot(lowest - half_space.translation);
  return {height, lowest, lowest - up * height};
}

std::expected<const ShapePairs*, std::string> load_shape_pairs() {
  const auto function = find_in_module("lightsout_fcl", "lightsout_shape_pairs");
  if (!function) return std::unexpected("primitives need FCL: " + function.error());
  return reinterpret_cast<const ShapePairs* (*)()>(*function)();
}

}  // namespace lightsout
