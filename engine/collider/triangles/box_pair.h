// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Boxes of two trees under one relative pose: are they apart, and how far at least. Single precision with room for its
// rounding, so that "apart" is never wrong.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "engine/collider/triangles/rigid_pose.h"
#include "engine/collider/triangles/triangle_tree.h"

namespace lightsout {

class BoxPair {
 public:
  using Node = TriangleTree::Node;

  // `pose`: of the second tree in the first one's frame. Boxes count as apart when they are farther than `margin`.
  BoxPair(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, double margin) {
    // Every term below is a sum of at most eight products of numbers not above this magnitude: 16 * 2^-24 of it.
    slack_ = float(1e-6 * (first.extent() + second.extent() + pose.translation.cwiseAbs().maxCoeff()));
    reach_ = Eigen::Array4f(1, 1, 1, 0) * (slack_ + float(margin) * 1.000001f);
    t_ = Eigen::Array4f::Zero();
    t_.head<3>() = pose.translation.cast<float>().array();
    for (int i = 0; i < 3; ++i) {
      column_[i] = row_[i] = Eigen::Array4f::Zero();
      column_[i].head<3>() = pose.rotation.col(i).cast<float>().array();
      row_[i].head<3>() = pose.rotation.row(i).transpose().cast<float>().array();
      // Near-parallel edges have a vanishing product as axis: the constant keeps rounding from calling them apart.
      abs_column_[i] = column_[i].abs() + 2e-6f;
      abs_row_[i] = row_[i].abs() + 2e-6f;
      abs_column_[i][3] = abs_row_[i][3] = 0;
      abs_row_yzx_[i] = {abs_row_[i][1], abs_row_[i][2], abs_row_[i][0], 0};
      abs_row_zxy_[i] = {abs_row_[i][2], abs_row_[i][0], abs_row_[i][1], 0};
    }
  }

  // Separating axes: the three of either box, then the nine products (Gottschalk, Lin, Manocha 1996).
  bool apart(const Node& a, const Node& b) const {
    const Eigen::Array4f t = between(a, b), ha = a.half + reach_, hb = b.half;
    const Eigen::Array4f along_a = t.abs() - ha - in_first(hb);
    const Eigen::Array4f along_b = in_second_signed(t).abs() - hb - in_second(ha);
    if (along_a.max(along_b).maxCoeff() > 0) return true;
    const Eigen::Array4f hb_yzx(hb[1], hb[2], hb[0], 0), hb_zxy(hb[2], hb[0], hb[1], 0);
    const auto crossed = [&](int i, int j, int k) {  // axis i of the first with each axis of the second
      return (row_[j] * t[k] - row_[k] * t[j]).abs() - abs_row_[k] * ha[j] - abs_row_[j] * ha[k] -
             hb_yzx * abs_row_zxy_[i] - hb_zxy * abs_row_yzx_[i];
    };
    const Eigen::Array4f worst = crossed(0, 1, 2).max(crossed(1, 2, 0)).max(crossed(2, 0, 1));
    return worst.maxCoeff() > 0;
  }

  // Not above the distance of the boxes: the largest of what is between them along the axes of either, taken together,
  // and along the direction given to look_along().
  float distance_at_least(const Node& a, const Node& b) const {
    const Eigen::Array4f t = between(a, b);
    const Eigen::Array4f gap_a = (t.abs() - a.half - in_first(b.half)).max(0.0f);
    const Eigen::Array4f gap_b = (in_second_signed(t).abs() - b.half - in_second(a.half)).max(0.0f);
    const float along = (t * direction_ - a.half * abs_direction_ - b.half * abs_direction_in_second_).sum();
    const float larger = std::max((gap_a * gap_a).sum(), (gap_b * gap_b).sum());
    return std::max(std::sqrt(larger), along) * 0.999999f - 4 * slack_;
  }

  // A unit vector in the first one's frame from the first towards the second: where the nearest points found so far lie
  // from each other, nearly every other pair is seen to be farther.
  void look_along(const Eigen::Vector3d& direction) {
    direction_.head<3>() = direction.cast<float>().array();
    abs_direction_ = direction_.abs();
    abs_direction_in_second_ = in_second_signed(direction_).abs();
  }

 private:
  Eigen::Array4f between(const Node& a, const Node& b) const {
    return column_[0] * b.centre[0] + column_[1] * b.centre[1] + column_[2] * b.centre[2] + (t_ - a.centre);
  }
  Eigen::Array4f in_first(const Eigen::Array4f& half) const {
    return abs_column_[0] * half[0] + abs_column_[1] * half[1] + abs_column_[2] * half[2];
  }
  Eigen::Array4f in_second(const Eigen::Array4f& half) const {
    return abs_row_[0] * half[0] + abs_row_[1] * half[1] + abs_row_[2] * half[2];
  }
  Eigen::Array4f in_second_signed(const Eigen::Array4f& v) const {
    return row_[0] * v[0] + row_[1] * v[1] + row_[2] * v[2];
  }

  Eigen::Array4f t_, reach_;
  Eigen::Array4f direction_ = Eigen::Array4f::Zero(), abs_direction_ = direction_,
                 abs_direction_in_second_ = direction_;
  Eigen::Array4f column_[3], row_[3], abs_column_[3], abs_row_[3], abs_row_yzx_[3], abs_row_zxy_[3];
  float slack_;
};

}  // namespace lightsout
