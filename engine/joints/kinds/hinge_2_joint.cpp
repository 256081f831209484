// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Hinge2Joint: two rotations about axes through one anchor; the first axis stays with the parent, the second with the
// endPoint.
#include <cmath>

#include "engine/joints/axis_joint.h"
#include "engine/joints/kinds/suspended_joint.h"
#include "engine/ode/ode_context.h"
#include "engine/ode/ode_extras.h"

namespace lightsout {
namespace {

// ODE makes a frame of both axes whenever one is set, so they must not be parallel on the way either: where the first
// one lies along the second that ODE began with, it goes by a direction that is perpendicular to both second axes.
void set_universal_axes(dJointID joint, const Vector3d& a, const Vector3d& b) {
  dVector3 initial;
  dJointGetUniversalAxis2(joint, initial);
  if (const Vector3d between = b.cross(Vector3d(initial[0], initial[1], initial[2])); between.norm() > 1e-6)
    dJointSetUniversalAxis1(joint, between.x(), between.y(), between.z());
  else
    dJointSetUniversalAxis1(joint, a.x(), a.y(), a.z());
  dJointSetUniversalAxis2(joint, b.x(), b.y(), b.z());
  dJointSetUniversalAxis1(joint, a.x(), a.y(), a.z());
}

class Hinge2Joint final : public SuspendedJoint {
 public:
  explicit Hinge2Joint(const JointSetup& setup) : SuspendedJoint(setup, 2, false) {}
  ~Hinge2Joint() override {
    if (stand_in_) dBodyDestroy(stand_in_);
  }

 private:
  // ODE's first axis belongs to its first body: the parent. Its angles then count the other way round.
  dJointID create(dWorldID world, dBodyID end_point, dBodyID parent, const Directions& directions,
                  const Vector3d& anchor) override {
    const Vector3d &a = directions[0], &b = directions[1];
    // A universal joint works in the environment too; its axes must be perpendicular.
    suspension_ = Suspension(parameters(0));
    universal_ = !suspension_.is_there() && std::abs(a.dot(b)) < 1e-6;
    const dJointID joint = universal_ ? dJointCreateUniversal(world, nullptr) : dJointCreateHinge2(world, nullptr);
    if (!parent) {
      // ODE's hinge-2 wants two bodies; its universal joint would exchange them, and the parameters of its axes with
      // them.
      parent = stand_in_ = dBodyCreate(world);
      dBodySetKinematic(parent);
    }
    dJointAttach(joint, parent, end_point);
    if (universal_) {
      dJointSetUniversalAnchor(joint, anchor.x(), anchor.y(), anchor.z());
      set_universal_axes(joint, a, b);
    } else {
      const dVector3 first{a.x(), a.y(), a.z()}, second{b.x(), b.y(), b.z()};
      dJointSetHinge2Anchor(joint, anchor.x(), anchor.y(), anchor.z());
      dJointSetHinge2Axes(joint, first, second);
      // ODE's own suspension is along the first axis: where none is asked for it is as hard as any constraint.
      dJointSetHinge2Param(joint, dParamSuspensionERP, dWorldGetERP(world));
      dJointSetHinge2Param(joint, dParamSuspensionCFM, dWorldGetCFM(world));
      if (suspension_.is_there()) {
        const Vector3d along = suspension_direction();
        dJointSetHinge2SuspensionAxis(joint, along.x(), along.y(), along.z());
      }
    }
    return joint;
  }
  void act_suspension(double dt) override {
    if (!suspension_.for_step(dt)) return;
    dJointSetHinge2Param(ode_joint_, dParamSuspensionERP, suspension_.erp());
    dJointSetHinge2Param(ode_joint_, dParamSuspensionCFM, suspension_.cfm());
  }
  void set(int axis, int param, double value) {
    const int p = param + axis * dParamGroup;
    universal_ ? dJointSetUniversalParam(ode_joint_, p, value) : dJointSetHinge2Param(ode_joint_, p, value);
  }
  void set_velocity(int axis, double velocity, double force_limit) override {
    set(axis, dParamVel, -velocity);
    set(axis, dParamFMax, force_limit);
  }
  void set_stops(int axis, double low, double high) override {
    set(axis, dParamLoStop, -high);
    set(axis, dParamHiStop, -low);
    set(axis, dParamLoStop, -high);
  }
  void set_stop_softness(int axis, int param, double value) override { set(axis, param, value); }
  double ode_position(int axis) const override {
    if (universal_) return axis == 0 ? -dJointGetUniversalAngle1(ode_joint_) : -dJointGetUniversalAngle2(ode_joint_);
    // ODE counts the second angle of a hinge-2 the way its second body turns, and the rate the other way.
    return axis == 0 ? -dJointGetHinge2Angle1(ode_joint_) : dJointGetHinge2Angle2(ode_joint_);
  }
  double ode_velocity(int axis) const override {
    if (universal_)
      return axis == 0 ? -dJointGetUniversalAngle1Rate(ode_joint_) : -dJointGetUniversalAngle2Rate(ode_joint_);
    return axis == 0 ? -dJointGetHinge2Angle1Rate(ode_joint_) : -dJointGetHinge2Angle2Rate(ode_joint_);
  }
  void add_force(int axis, double torque) override {
    const double t1 = axis == 0 ? -torque : 0, t2 = axis == 1 ? -torque : 0;
    universal_ ? dJointAddUniversalTorques(ode_joint_, t1, t2) : dJointAddHinge2Torques(ode_joint_, t1, t2);
  }
  Pose displacement(const std::array<double, max_axes>& angles) const override {
    const Matrix3d rotation =
        (Eigen::AngleAxisd(angles[0], directions_[0]) * Eigen::AngleAxisd(angles[1], directions_[1]))
            .toRotationMatrix();
    return {anchor_ - rotation * anchor_, rotation};
  }
  int fixed_rows() const override { return 4; }
  Vector3d default_direction(int axis) const override { return axis == 0 ? Vector3d::UnitX() : Vector3d::UnitZ(); }
  Vector3d given_direction(int axis) const override {
    return has_parallel_axes() ? default_direction(axis) : AxisJoint::given_direction(axis);
  }
  bool has_parallel_axes() const override {
    return are_parallel(AxisJoint::given_direction(0), AxisJoint::given_direction(1));
  }

  bool universal_ = true;
  dBodyID stand_in_ = nullptr;  // for the environment
};

}  // namespace

std::unique_ptr<Joint> make_hinge_2_joint(const JointSetup& setup) { return std::make_unique<Hinge2Joint>(setup); }

}  // namespace lightsout
