// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// SliderJoint: one translation along an axis.
#include "engine/joints/axis_joint.h"

namespace lightsout {
namespace {

class SliderJoint final : public AxisJoint {
 public:
  explicit SliderJoint(const JointSetup& setup) : AxisJoint(setup, 1, true) {}

 private:
  // Body 1 is the endPoint, so that a positive position moves it along the axis.
  dJointID create(dWorldID world, dBodyID end_point, dBodyID parent, const Directions& directions,
                  const Vector3d&) override {
    const dJointID joint = dJointCreateSlider(world, nullptr);
    dJointAttach(joint, end_point, parent);
    dJointSetSliderAxis(joint, directions[0].x(), directions[0].y(), directions[0].z());
    return joint;
  }
  void set_velocity(int, double velocity, double force_limit) override {
    dJointSetSliderParam(ode_joint_, dParamVel, velocity);
    dJointSetSliderParam(ode_joint_, dParamFMax, force_limit);
  }
  void set_stops(int, double low, double high) override {
    // ODE refuses a low stop above the present high one: set low, high, low.
    dJointSetSliderParam(ode_joint_, dParamLoStop, low);
    dJointSetSliderParam(ode_joint_, dParamHiStop, high);
    dJointSetSliderParam(ode_joint_, dParamLoStop, low);
  }
  double ode_position(int) const override { return dJointGetSliderPosition(ode_joint_); }
  double ode_velocity(int) const override { return dJointGetSliderPositionRate(ode_joint_); }
  void add_force(int, double force) override { dJointAddSliderForce(ode_joint_, force); }
  Pose displacement(const std::array<double, max_axes>& lengths) const override {
    return {directions_[0] * lengths[0], Matrix3d::Identity()};
  }
  int fixed_rows() const override { return 5; }
  Vector3d default_direction(int) const override { return Vector3d::UnitZ(); }
};

}  // namespace

std::unique_ptr<Joint> make_slider_joint(const JointSetup& setup) { return std::make_unique<SliderJoint>(setup); }

}  // namespace lightsout
