// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A rigid motion as rotation and translation.
#pragma once

#include <Eigen/Core>
#include <expected>
#include <string>

namespace lightsout {

struct RigidPose {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();

  Eigen::Vector3d operator*(const Eigen::Vector3d& point) const { return rotation * point + translation; }
  // this^-1 * other: the pose of `other` as seen from this one.
  RigidPose to(const RigidPose& other) const {
    return {rotation.transpose() * other.rotation, rotation.transpose() * (other.translation - translation)};
  }
  RigidPose operator*(const RigidPose& inner) const {
    return {rotation * inner.rotation, rotation * inner.translation + translation};
  }
};

// The motion of a 4x4 matrix that is rigid within 1e-4, made orthonormal. The error says what is wrong with it, to
// stand behind its name: "is scaled by 1.2".
std::expected<RigidPose, std::string> to_rigid_pose(const Eigen::Matrix4d& matrix);

Eigen::Matrix4d to_matrix(const RigidPose& pose);

}  // namespace lightsout
