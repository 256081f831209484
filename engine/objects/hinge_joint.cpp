// HingeJoint: one rotation about an axis through an anchor.
#include <numbers>

#include "engine/ode_context.h"
#include "engine/single_axis_joint.h"
#include "engine/solid.h"

namespace lightsout {
namespace {

class HingeJoint final : public SingleAxisJoint {
 public:
  explicit HingeJoint(const JointSetup& setup) : SingleAxisJoint(setup, false) {}

 private:
  dJointID create(dWorldID world) override { return dJointCreateHinge(world, nullptr); }
  void place(dJointID joint, const Vector3d& direction, const Vector3d& anchor) override {
    dJointSetHingeAnchor(joint, anchor.x(), anchor.y(), anchor.z());
    dJointSetHingeAxis(joint, direction.x(), direction.y(), direction.z());
  }
  void set_param(int param, double value) override { dJointSetHingeParam(ode_joint_, param, value); }
  double ode_position() const override { return dJointGetHingeAngle(ode_joint_); }
  double ode_velocity() const override { return dJointGetHingeAngleRate(ode_joint_); }
  void add_force(double torque) override { dJointAddHingeTorque(ode_joint_, torque); }

  dJointID create_spring(dWorldID world, const Vector3d& direction) override {
    dJointID spring = dJointCreateAMotor(world, nullptr);
    dJointAttach(spring, dJointGetBody(ode_joint_, 0), dJointGetBody(ode_joint_, 1));
    dJointSetAMotorMode(spring, dAMotorUser);
    dJointSetAMotorNumAxes(spring, 1);
    dJointSetAMotorAxis(spring, 0, 1, direction.x(), direction.y(), direction.z());  // 1: turns with body 1
    return spring;
  }
  void set_spring_param(dJointID spring, int param, double value) override {
    dJointSetAMotorParam(spring, param, value);
  }

  Pose displacement(double angle) const override {
    const Matrix3d rotation = Eigen::AngleAxisd(angle, direction_).toRotationMatrix();
    return {anchor_ - rotation * anchor_, rotation};
  }
  double period() const override { return 2 * std::numbers::pi; }
};

}  // namespace

std::unique_ptr<Joint> make_hinge_joint(const JointSetup& setup) { return std::make_unique<HingeJoint>(setup); }

}  // namespace lightsout
