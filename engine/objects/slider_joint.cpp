// SliderJoint: one translation along an axis.
#include "engine/ode_context.h"
#include "engine/single_axis_joint.h"
#include "engine/solid.h"

namespace lightsout {
namespace {

class SliderJoint final : public SingleAxisJoint {
 public:
  explicit SliderJoint(const JointSetup& setup) : SingleAxisJoint(setup, true) {}

 private:
  dJointID create(dWorldID world) override { return dJointCreateSlider(world, nullptr); }
  void place(dJointID joint, const Vector3d& direction, const Vector3d&) override {
    dJointSetSliderAxis(joint, direction.x(), direction.y(), direction.z());
  }
  void set_param(int param, double value) override { dJointSetSliderParam(ode_joint_, param, value); }
  double ode_position() const override { return dJointGetSliderPosition(ode_joint_); }
  double ode_velocity() const override { return dJointGetSliderPositionRate(ode_joint_); }
  void add_force(double force) override { dJointAddSliderForce(ode_joint_, force); }

  dJointID create_spring(dWorldID world, const Vector3d& direction) override {
    dJointID spring = dJointCreateLMotor(world, nullptr);
    dJointAttach(spring, dJointGetBody(ode_joint_, 0), dJointGetBody(ode_joint_, 1));
    dJointSetLMotorNumAxes(spring, 1);
    dJointSetLMotorAxis(spring, 0, 1, direction.x(), direction.y(), direction.z());  // 1: turns with body 1
    return spring;
  }
  void set_spring_param(dJointID spring, int param, double value) override {
    dJointSetLMotorParam(spring, param, value);
  }

  Pose displacement(double length) const override { return {direction_ * length, Matrix3d::Identity()}; }
  double period() const override { return 0; }
};

}  // namespace

std::unique_ptr<Joint> make_slider_joint(const JointSetup& setup) { return std::make_unique<SliderJoint>(setup); }

}  // namespace lightsout
