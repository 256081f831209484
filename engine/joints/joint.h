// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The live counterpart of a joint node: its ODE joint where there are bodies, its kinematic motion where there are
// none.
#pragma once

#include <ode/ode.h>

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class AxisBrake;
class AxisDrive;
class Diagnostics;
class EndPointMover;
class Motor;
class Robot;
class Stage;
class StateVisitor;
class Solid;

// One degree of freedom. Positions in rad or m; forces in N m or N.
struct JointAxis {
  bool linear = false;
  // A joint callback sets ODE's motor at every pass: the motor's own control is left out.
  bool driven_by_callback = false;
  double position = 0;  // as the last step left it; the file's `position` at time 0
  double velocity = 0;
  double initial_position = 0;  // of the file: the endPoint's pose in the file belongs to it
  AxisDrive* drive = nullptr;   // what moves it: the motor, where there is one
  double tree_position = 0;     // what jointParameters say now
  double spring_constant = 0;   // N m/rad or N/m, towards position 0
  double damping_constant = 0;  // N m s/rad or N s/m
  double static_friction = 0;
  double min_stop = 0, max_stop = 0;  // equal: no stops
  Motor* motor = nullptr;
  AxisBrake* brake = nullptr;
};

// Where a joint sits, for its constructor.
struct JointSetup {
  Node& node;
  Stage& stage;
  Solid* parent;   // nullptr: the static environment
  Pose in_parent;  // parent_from_joint: Groups and Poses in between folded in
  Robot* robot;
  std::string path;
};

class Joint {
 public:
  explicit Joint(const JointSetup& setup)
      : node_(setup.node),
        parent_(setup.parent),
        robot_(setup.robot),
        stage_(setup.stage),
        in_parent_(setup.in_parent),
        path_(setup.path) {}
  virtual ~Joint();
  Joint(const Joint&) = delete;
  Joint& operator=(const Joint&) = delete;

  Node& node() { return node_; }
  const Node& node() const { return node_; }
  Solid* parent() { return parent_; }  // nullptr: the static environment
  const Solid* parent() const { return parent_; }
  const Pose& in_parent() const { return in_parent_; }
  // The parent if it has Physics; nullptr: the static environment. That holds the endPoint of a parent without Physics,
  // whatever carries the parent.
  Solid* holder();
  const Solid* holder() const { return const_cast<Joint*>(this)->holder(); }
  // world_from_parent where the bodies and the joint were made.
  Pose construction_frame() const;
  Solid* end_point() { return end_point_; }  // nullptr: an empty endPoint
  const Solid* end_point() const { return end_point_; }
  // The endPoint is a SolidReference: end_point() stands elsewhere in the tree (nullptr: the environment), and the
  // joint closes a loop onto it. It holds it, but does not carry it.
  bool closes_loop() const { return closes_loop_; }
  Robot* robot() { return robot_; }
  const Robot* robot() const { return robot_; }
  const std::string& path() const { return path_; }
  virtual std::span<JointAxis> axes() = 0;
  std::span<const JointAxis> axes() const { return const_cast<Joint*>(this)->axes(); }
  // nullptr where the endPoint has no body: the joint then moves the endPoint's pose.
  dJointID ode_joint() const { return ode_joint_; }

  // After an edit elsewhere: the joint is made in the pose in which `before` was made, so it has the same zero.
  virtual void keep_zero_of(const Joint& before) = 0;
  // Whether an edit gave it other axes or another anchor than `before`, which was made of the same node, had.
  virtual bool has_other_axes(const Joint& /*before*/) const { return false; }
  // Then the endPoint is made where it stands as it stood in `before` with all positions 0.
  virtual void keep_end_point_of(const Joint& /*before*/) {}
  // Moves the endPoint to these positions at once, with all that it carries; its velocity stays.
  virtual void move_to(int axis, double position) = 0;
  // How far an endPoint at this pose is off where the axes put it, along a suspension: m, parent's frame as the pose.
  virtual Vector3d deflection(const Pose& /*end_point*/) const { return Vector3d::Zero(); }
  // The point of the parent's frame that an endPoint without a body turns about, whatever its axes do; nullopt: it also
  // moves along some axis.
  virtual std::optional<Vector3d> pivot() const { return std::nullopt; }
  // The positions into jointParameters.
  virtual void write_to_tree(World& world) = 0;

  // Reports impossible values.
  virtual void check(Diagnostics& /*diagnostics*/) {}
  // Bodies and endPoint are there: makes the ODE joint.
  virtual void connect() = 0;
  // From the next step on motor_force() is measured. False for a joint without bodies, which feels nothing.
  virtual bool measure_motor_forces() { return false; }
  // What the motor of an axis, its static friction and its stops exerted on the endPoint along the axis in the last
  // step, in N m or N; not the force that a motor adds by itself. NaN where it is not measured.
  virtual double motor_force(int /*axis*/) const { return std::numeric_limits<double>::quiet_NaN(); }
  // What a motor's consumption counts: the size of that force, 0 where there is none.
  virtual double motor_load(int axis) const {
    const double force = motor_force(axis);
    return force < 0 ? -force : force > 0 ? force : 0;
  }
  // Rows that its ODE joints add to the solver's system.
  virtual int rows() const = 0;
  // Before each dWorldStep: motors, springs; a joint without bodies moves its endPoint. dt in seconds.
  virtual void act(double /*dt*/) {}
  // After the step: position and velocity from ODE.
  virtual void read_back(double dt) = 0;
  virtual void visit_state(StateVisitor& state);

 protected:
  friend class Scene;
  friend class SceneBuilder;
  void make_end_point_at(const Pose& in_parent);
  // Moves an endPoint without a body; world poses below follow.
  void set_end_point_pose(const Pose& in_parent);
  // The same, found when somebody asks for it.
  void moved_end_point(const EndPointMover& self);
  // Where the bodies of a joint that closes a loop are put while it is made: where they were when it came into a
  // running world; and back to where they are made.
  void put_ends_as_closed();
  void put_ends_back();

  Node& node_;
  Solid* parent_;
  Robot* robot_;
  Stage& stage_;
  Pose in_parent_;
  std::string path_;
  // What a step looks at comes last, beside what a kind of joint begins with.
  Solid* end_point_ = nullptr;
  dJointID ode_joint_ = nullptr;
  bool closes_loop_ = false;
  // World poses; Pose() for the environment.
  struct Closing {
    Pose parent, end_point;
  };
  std::optional<Closing> closed_at_;
};

// nullptr if objects.def lists no joint of this node type.
std::unique_ptr<Joint> make_joint(const JointSetup& setup);

}  // namespace lightsout
