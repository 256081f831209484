// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Rigid poses: a translation in metres and a rotation. `world_from_solid * point_in_solid` is the point in world axes.
#pragma once

#include <Eigen/Geometry>

#include "world_format/nodes/value.h"

namespace lightsout {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

struct Pose {
  Vector3d position = Vector3d::Zero();
  Matrix3d rotation = Matrix3d::Identity();

  Pose operator*(const Pose& inner) const { return {position + rotation * inner.position, rotation * inner.rotation}; }
  Vector3d operator*(const Vector3d& point) const { return position + rotation * point; }
  Pose inverse() const { return {-(rotation.transpose() * position), rotation.transpose()}; }
};

bool same_bits(const Pose& a, const Pose& b);

inline Vector3d to_eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Vec3 to_vec3(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }
// A zero axis is read as no rotation.
Matrix3d to_matrix(const Rotation& rotation);
// Unit axis, angle in [0, pi]; 0 0 1 0 for the identity.
Rotation to_rotation(const Matrix3d& matrix);

}  // namespace lightsout
