// What hinge and slider joints share: one axis with a motor, a spring, a damper, friction and stops.
#pragma once

#include "engine/joint.h"

namespace lightsout {

class SingleAxisJoint : public Joint {
 public:
  SingleAxisJoint(const JointSetup& setup, bool linear);
  ~SingleAxisJoint() override;

  std::span<JointAxis> axes() override { return {&axis_, 1}; }
  void keep_zero_of(const Joint& before) final;
  void move_to(int axis, double position) final;
  void write_to_tree(World& world) final;
  void visit_state(StateVisitor& state) final;
  void connect(Diagnostics& diagnostics) final;
  void act(double dt) final;
  int rows() const final { return ode_joint_ ? 6 + (spring_ ? 1 : 0) : 0; }
  void read_back(double dt) final;

 protected:
  // The ODE joint between the bodies (body2 nullptr: environment); direction and anchor in world axes.
  virtual dJointID create(dWorldID world) = 0;
  virtual void place(dJointID joint, const Vector3d& direction, const Vector3d& anchor) = 0;
  virtual void set_param(int param, double value) = 0;
  // From ODE, measured from the pose of connect().
  virtual double ode_position() const = 0;
  virtual double ode_velocity() const = 0;
  // The force that the body of the endPoint feels along the axis, the parent its opposite.
  virtual void add_force(double force) = 0;
  // The joint that holds the spring and damper: an angular or linear motor along the axis.
  virtual dJointID create_spring(dWorldID world, const Vector3d& direction) = 0;
  virtual void set_spring_param(dJointID spring, int param, double value) = 0;
  // The displacement of the endPoint by `offset` from its pose in the file, in the parent's frame.
  virtual Pose displacement(double offset) const = 0;
  // Full turn of an angle that ODE wraps; 0 for lengths.
  virtual double period() const = 0;

  JointAxis axis_;
  Vector3d direction_ = Vector3d::UnitX();  // unit, parent's frame
  Vector3d anchor_ = Vector3d::Zero();      // parent's frame, m

 private:
  // parent_from_solid of the endPoint at the axis' position.
  Pose end_point_pose() const;
  dJointID spring_ = nullptr;
};

}  // namespace lightsout
