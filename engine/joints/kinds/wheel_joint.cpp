// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The hinge that a DifferentialWheels robot makes for each of its wheels: the Solids "left wheel" and "right wheel"
// right below it. They have no joint node; a positive position rolls the robot to its front.
#include "engine/joints/kinds/wheel_joint.h"

#include "engine/joints/kinds/hinge_joint.h"
#include "engine/shapes/geometry.h"

namespace lightsout {
namespace {

class WheelJoint final : public HingeJoint {
 public:
  explicit WheelJoint(const JointSetup& setup) : HingeJoint(setup) {
    anchor_ = in_parent_ * local_pose(setup.node).position;
  }

 private:
  // The axle is the robot's x axis, y is up and the front is -z: rolling there turns about -x.
  Vector3d default_direction(int) const override { return -Vector3d::UnitX(); }
};

}  // namespace

bool is_driven_wheel(const Node& node, const Node& above) {
  if (!above.is_a("DifferentialWheels") || node.is_a("Device")) return false;
  const std::string& name = node.get<std::string>("name");
  return name == "left wheel" || name == "right wheel";
}

std::unique_ptr<Joint> make_wheel_joint(const JointSetup& setup) { return std::make_unique<WheelJoint>(setup); }

}  // namespace lightsout
