// HingeJoint: one rotation about an axis through an anchor.
#pragma once

#include "engine/axis_joint.h"

namespace lightsout {

class HingeJoint : public AxisJoint {
 public:
  explicit HingeJoint(const JointSetup& setup) : AxisJoint(setup, 1, false) {}

 protected:
  // Body 1 is the endPoint, so that a positive angle turns it about the axis.
  dJointID create(dWorldID world, dBodyID end_point, dBodyID parent, const Directions& directions,
                  const Vector3d& anchor) override {
    const dJointID joint = dJointCreateHinge(world, nullptr);
    dJointAttach(joint, end_point, parent);
    dJointSetHingeAnchor(joint, anchor.x(), anchor.y(), anchor.z());
    dJointSetHingeAxis(joint, directions[0].x(), directions[0].y(), directions[0].z());
    return joint;
  }
  void set_velocity(int, double velocity, double force_limit) override {
    dJointSetHingeParam(ode_joint_, dParamVel, velocity);
    dJointSetHingeParam(ode_joint_, dParamFMax, force_limit);
  }
  void set_stops(int, double low, double high) override {
    // ODE refuses a low stop above the present high one: set low, high, low.
    dJointSetHingeParam(ode_joint_, dParamLoStop, low);
    dJointSetHingeParam(ode_joint_, dParamHiStop, high);
    dJointSetHingeParam(ode_joint_, dParamLoStop, low);
  }
  double ode_position(int) const override { return dJointGetHingeAngle(ode_joint_); }
  double ode_velocity(int) const override { return dJointGetHingeAngleRate(ode_joint_); }
  void add_force(int, double torque) override { dJointAddHingeTorque(ode_joint_, torque); }
  Pose displacement(const std::array<double, max_axes>& angles) const override {
    const Matrix3d rotation = Eigen::AngleAxisd(angles[0], directions_[0]).toRotationMatrix();
    return {anchor_ - rotation * anchor_, rotation};
  }
  int fixed_rows() const override { return 5; }
  Vector3d default_direction(int) const override { return Vector3d::UnitX(); }
};

}  // namespace lightsout
