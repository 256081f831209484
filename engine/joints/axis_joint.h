// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What all joints with one to three axes share: motors, springs, dampers, friction, stops and the motion of endPoints
// that have no body. A joint in objects/ says which ODE joint it is and how its axes turn or move the endPoint.
#pragma once

#include <array>

#include "engine/bodies/end_point_mover.h"
#include "engine/joints/joint.h"

namespace lightsout {

class AxisJoint : public Joint, public EndPointMover {
 public:
  ~AxisJoint() override;

  std::span<JointAxis> axes() override { return {axes_.data(), std::size_t(count_)}; }
  void keep_zero_of(const Joint& before) final;
  bool has_other_axes(const Joint& before) const final;
  void keep_end_point_of(const Joint& before) final;
  void move_to(int axis, double position) final;
  // parent_from_solid of the endPoint if the axes stood at these positions, one for each; changes nothing.
  Pose end_point_at(std::span<const double> positions) const;
  Pose end_point_pose() const final;
  // Parent's frame: m; unit.
  const Vector3d& anchor() const { return anchor_; }
  const Vector3d& direction(int axis) const { return directions_[std::size_t(axis)]; }
  std::optional<Vector3d> pivot() const final { return axes_[0].linear ? std::nullopt : std::optional(anchor_); }
  void write_to_tree(World& world) final;
  void visit_state(StateVisitor& state) final;
  void check(Diagnostics& diagnostics) final;
  void connect() final;
  void act(double dt) final;
  bool measure_motor_forces() final;
  double motor_force(int axis) const final;
  // The motor of an axis for the next step, in place of what act() set, by whoever drives it by a callback.
  void drive_axis(int axis, double velocity, double force_limit);
  int rows() const final;
  void read_back(double dt) final;

 protected:
  static constexpr int max_axes = 3;
  using Directions = std::array<Vector3d, max_axes>;

  // `count` axes; the first is linear or not, the others turn. Their parameters are jointParameters, ...2, ...3.
  AxisJoint(const JointSetup& setup, int count, bool linear);

  // Makes and attaches the ODE joint between the body of the endPoint and that of the parent (nullptr: environment);
  // directions and anchor in world axes.
  virtual dJointID create(dWorldID world, dBodyID end_point, dBodyID parent, const Directions& directions,
                          const Vector3d& anchor) = 0;
  // Of the motor and stops of one axis, in the sense in which the endPoint turns or moves.
  virtual void set_velocity(int axis, double velocity, double force_limit) = 0;
  virtual void set_stops(int axis, double low, double high) = 0;
  // dParamStopERP or dParamStopCFM of the stops of a joint that can have its own.
  virtual void set_stop_softness(int /*axis*/, int /*param*/, double /*value*/) {}
  // Before each step of a joint with bodies.
  virtual void act_suspension(double /*dt*/) {}
  // From ODE, measured from the pose of connect(); angles within one turn.
  virtual double ode_position(int axis) const = 0;
  virtual double ode_velocity(int axis) const = 0;
  // The force or torque that the endPoint feels along the axis, the parent its opposite.
  virtual void add_force(int axis, double force) = 0;
  // The displacement of the endPoint from its pose of construction, in the parent's frame.
  virtual Pose displacement(const std::array<double, max_axes>& offsets) const = 0;
  // The ODE joint whose rows are the motors of the axes.
  virtual dJointID motor_joint() const { return ode_joint_; }
  // More rows of the solver's system than one for each axis' motor.
  virtual int fixed_rows() const = 0;
  // A node that parameters of an axis come from; nullptr if the file gives none.
  Node* parameters(int axis);
  const Node* parameters(int axis) const;
  // Where its position stands in the tree: in its parameters, else in the joint itself.
  std::pair<Node*, FieldIndex> position_field(int axis);
  virtual Vector3d default_direction(int axis) const = 0;
  // What the file gives for an axis, in the joint's frame, of any length; zero is told as an error.
  virtual Vector3d given_direction(int axis) const;
  // The default directions are then taken.
  virtual bool has_parallel_axes() const { return false; }
  static bool are_parallel(const Vector3d& a, const Vector3d& b);

  // As the bodies stand now. What hangs in the environment stays there, whatever carries the parent.
  Pose world_from_parent() const;
  // The axis in world axes as the bodies stand now.
  Vector3d world_direction(int axis) const;
  // What the ODE joint has as the endPoint's body, where there is one.
  dBodyID end_body() const;

  int count_;
  Vector3d anchor_ = Vector3d::Zero();  // parent's frame, m
  Directions directions_;               // unit, parent's frame; zero if they are impossible
  std::array<JointAxis, max_axes> axes_;

 private:
  void act_spring(int axis, double dt);
  void remember_arms();
  void start_measuring();
  bool has_directions() const { return !directions_[0].isZero(0); }
  // Of its solids, one that sleeps and wakes.
  Solid& sleeper() const;
  // For the environment as endPoint.
  dBodyID stand_in_ = nullptr;
  // An angular or linear motor along each axis that has a spring, a damper or a brake.
  std::array<dJointID, max_axes> springs_{};
  // Of a joint whose forces are measured: what ODE writes, and how the axes stood when it did.
  bool measures_forces_ = false;
  dJointFeedback feedback_{};
  Directions measured_directions_{};
  Vector3d measured_arm_ = Vector3d::Zero();  // from the endPoint's centre of mass to the anchor
};

}  // namespace lightsout
