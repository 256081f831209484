// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The spring and damper of HingeJointParameters along suspensionAxis, on which the endPoint of a hinge or hinge-2
// moves.
#pragma once

#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Suspension {
 public:
  Suspension() = default;
  // Of the parameters of the joint's first axis, or nullptr.
  explicit Suspension(const Node* parameters) {
    if (!parameters || !parameters->has("suspensionAxis")) return;
    const Vector3d axis = to_eigen(parameters->get<Vec3>("suspensionAxis"));
    if (axis.isZero(0)) return;
    spring_ = parameters->get<double>("suspensionSpringConstant");
    damping_ = parameters->get<double>("suspensionDampingConstant");
    axis_ = axis.normalized();
  }
  bool is_there() const { return spring_ > 0 || damping_ > 0; }
  const Vector3d& axis() const { return axis_; }  // unit, frame of the joint's parameters
  // The part of a way that is along the axis. `joint`: from the joint's frame to that of the way.
  Vector3d part_of(const Vector3d& way, const Matrix3d& joint) const {
    const Vector3d along = joint * axis_;
    return is_there() ? Vector3d(along.dot(way) * along) : Vector3d::Zero();
  }
  // False if that is already the length of the steps, s.
  bool for_step(double dt) {
    if (!is_there() || dt == dt_) return false;
    dt_ = dt;
    return true;
  }
  // A constraint that is this spring and damper when integrated implicitly:
  //   ERP = h k / (h k + d),  CFM = 1 / (h k + d).
  double erp() const { return dt_ * spring_ / (dt_ * spring_ + damping_); }
  double cfm() const { return 1 / (dt_ * spring_ + damping_); }

 private:
  double spring_ = 0;   // N/m
  double damping_ = 0;  // N s/m
  double dt_ = 0;
  Vector3d axis_ = Vector3d::Zero();
};

}  // namespace lightsout
