// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What HingeJoint and Hinge2Joint have in common: an endPoint that may hang in a suspension.
#pragma once

#include "engine/joints/axis_joint.h"
#include "engine/joints/kinds/suspension.h"

namespace lightsout {

class SuspendedJoint : public AxisJoint {
 public:
  using AxisJoint::AxisJoint;
  Vector3d deflection(const Pose& end_point) const final {
    return suspension_.part_of(end_point.position - end_point_pose().position, in_parent_.rotation);
  }

 protected:
  // Unit, world axes, as the joint is made.
  Vector3d suspension_direction() const {
    return construction_frame().rotation * in_parent_.rotation * suspension_.axis();
  }

  Suspension suspension_;
};

}  // namespace lightsout
