// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// HingeJoint: one rotation about an axis through an anchor.
#pragma once

#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/kinds/suspended_joint.h"
#include "engine/ode/ode_extras.h"

namespace lightsout {

class HingeJoint : public SuspendedJoint {
 public:
  explicit HingeJoint(const JointSetup& setup) : SuspendedJoint(setup, 1, false) {}

 protected:
  // Body 1 is the endPoint, so that a positive angle turns it about the axis.
  dJointID create(dWorldID world, dBodyID end_point, dBodyID parent, const Directions& directions,
                  const Vector3d& anchor) override {
    const dJointID joint = dJointCreateHinge(world, nullptr);
    suspension_ = Suspension(parameters(0));
    if (suspension_.is_there()) {
      // The suspension axis turns with body 1: that is the parent. Angles then count the other way, motors and stops do
      // too unless ODE exchanges the bodies, because the first is the environment.
      dJointAttach(joint, parent, end_point);
      angle_sign_ = -1;
      motor_sign_ = parent ? -1 : 1;
    } else {
      dJointAttach(joint, end_point, parent);
    }
    dJointSetHingeAnchor(joint, anchor.x(), anchor.y(), anchor.z());
    dJointSetHingeAxis(joint, directions[0].x(), directions[0].y(), directions[0].z());
    if (!suspension_.is_there()) return joint;
    const Vector3d axis = suspension_direction();
    dJointSetHingeSuspensionAxis(joint, axis.x(), axis.y(), axis.z());
    return joint;
  }
  void act_suspension(double dt) override {
    if (!suspension_.for_step(dt)) return;
    dJointSetHingeParam(ode_joint_, dParamSuspensionERP, suspension_.erp());
    dJointSetHingeParam(ode_joint_, dParamSuspensionCFM, suspension_.cfm());
  }
  void set_velocity(int, double velocity, double force_limit) override {
    dJointSetHingeParam(ode_joint_, dParamVel, motor_sign_ * velocity);
    dJointSetHingeParam(ode_joint_, dParamFMax, force_limit);
  }
  void set_stops(int, double low, double high) override {
    if (motor_sign_ < 0) {
      std::swap(low, high);
      low = -low;
      high = -high;
    }
    // ODE refuses a low stop above the present high one: set low, high, low.
    dJointSetHingeParam(ode_joint_, dParamLoStop, low);
    dJointSetHingeParam(ode_joint_, dParamHiStop, high);
    dJointSetHingeParam(ode_joint_, dParamLoStop, low);
  }
  void set_stop_softness(int, int param, double value) override { dJointSetHingeParam(ode_joint_, param, value); }
  double ode_position(int) const override { return angle_sign_ * dJointGetHingeAngle(ode_joint_); }
  double ode_velocity(int) const override { return angle_sign_ * dJointGetHingeAngleRate(ode_joint_); }
  void add_force(int, double torque) override { dJointAddHingeTorque(ode_joint_, angle_sign_ * torque); }
  Pose displacement(const std::array<double, max_axes>& angles) const override {
    const Matrix3d rotation = Eigen::AngleAxisd(angles[0], directions_[0]).toRotationMatrix();
    return {anchor_ - rotation * anchor_, rotation};
  }
  int fixed_rows() const override { return 5; }
  Vector3d default_direction(int) const override { return Vector3d::UnitX(); }

 private:
  double angle_sign_ = 1, motor_sign_ = 1;
};

}  // namespace lightsout
