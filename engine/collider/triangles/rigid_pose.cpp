// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/triangles/rigid_pose.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

namespace lightsout {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;

constexpr double tolerance = 1e-4;

std::string what_is_wrong(const Matrix4d& matrix) {
  if (!matrix.allFinite()) return "has a number that is not finite";
  const Eigen::RowVector4d last = matrix.row(3);
  if (!(last - Eigen::RowVector4d(0, 0, 0, 1)).isZero(tolerance))
    return fmt::format("ends in the row {} {} {} {}, not 0 0 0 1 (is it transposed?)", last[0], last[1], last[2],
                       last[3]);
  const Matrix3d r = matrix.topLeftCorner<3, 3>();
  const Eigen::Vector3d lengths = r.colwise().norm();
  if ((lengths.array() - 1).abs().maxCoeff() > tolerance) {
    if (lengths.maxCoeff() - lengths.minCoeff() <= tolerance) return fmt::format("is scaled by {:.6g}", lengths.mean());
    return fmt::format("is scaled by {:.6g}, {:.6g} and {:.6g} along its axes", lengths.x(), lengths.y(), lengths.z());
  }
  constexpr const char* axes[] = {"x and y", "y and z", "z and x"};
  for (int i = 0; i < 3; ++i) {
    const double cosine = r.col(i).dot(r.col((i + 1) % 3));
    if (std::abs(cosine) > tolerance)
      return fmt::format("is sheared: its axes {} are at {:.4g} degrees", axes[i], std::acos(cosine) * 180 / M_PI);
  }
  return "is mirrored";
}

}  // namespace

std::expected<RigidPose, std::string> to_rigid_pose(const Matrix4d& matrix) {
  // Before the rest: what maxCoeff() makes of NaN is anybody's guess.
  if (!matrix.allFinite()) return std::unexpected(what_is_wrong(matrix));
  RigidPose pose{matrix.topLeftCorner<3, 3>(), matrix.topRightCorner<3, 1>()};
  Matrix3d& r = pose.rotation;
  const Matrix3d square = r.transpose() * r;
  const double error = (square - Matrix3d::Identity()).cwiseAbs().maxCoeff();
  const double last = (matrix.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).cwiseAbs().maxCoeff();
  if (error > tolerance || last > tolerance || r.determinant() <= 0) return std::unexpected(what_is_wrong(matrix));
  // Newton's iteration towards the nearest rotation: the error is squared each time, 1e-4 to 1e-8 to 1e-16.
  if (error > 1e-14)
    for (int i = 0; i < 2; ++i) r = 0.5 * r * (3 * Matrix3d::Identity() - r.transpose() * r);
  return pose;
}

Matrix4d to_matrix(const RigidPose& pose) {
  Matrix4d matrix = Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = pose.rotation;
  matrix.topRightCorner<3, 1>() = pose.translation;
  return matrix;
}

}  // namespace lightsout
