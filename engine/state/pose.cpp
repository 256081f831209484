// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/state/pose.h"

#include <cmath>
#include <cstring>

namespace lightsout {

bool same_bits(const Pose& a, const Pose& b) {
  return std::memcmp(a.position.data(), b.position.data(), 3 * sizeof(double)) == 0 &&
         std::memcmp(a.rotation.data(), b.rotation.data(), 9 * sizeof(double)) == 0;
}

Matrix3d to_matrix(const Rotation& rotation) {
  const Vector3d axis(rotation.x, rotation.y, rotation.z);
  const double length = axis.norm();
  if (length == 0 || rotation.angle == 0) return Matrix3d::Identity();
  return Eigen::AngleAxisd(rotation.angle, axis / length).toRotationMatrix();
}

Rotation to_rotation(const Matrix3d& matrix) {
  Quaterniond q(matrix);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double sine = q.vec().norm();  // of half the angle
  if (sine < 1e-15) return {};
  const Vector3d axis = q.vec() / sine;
  return {axis.x(), axis.y(), axis.z(), 2 * std::atan2(sine, q.w())};
}

}  // namespace lightsout
