// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/axis_joint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_drive.h"
#include "engine/joints/axis_fields.h"
#include "engine/ode/ode_context.h"
#include "engine/ode/own_joints.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

constexpr double turn = 2 * std::numbers::pi;

// Of all angles that differ from `measured` by whole turns, the one nearest to `expected`.
double unwrapped(double measured, double expected) {
  return measured + turn * std::round((expected - measured) / turn);
}

// How fast a solid without a body moves by its own velocity along or about a direction in the frame of its parent.
double drift_along(const Solid& solid, const Vector3d& direction, bool linear) {
  const Solid* parent = solid.parent();
  const Vector3d at = solid.pose().position, none = Vector3d::Zero();
  const Vector3d own = linear ? Vector3d(solid.velocity_at(at) - (parent ? parent->velocity_at(at) : none))
                              : Vector3d(solid.angular_velocity() - (parent ? parent->angular_velocity() : none));
  return own.dot((parent ? parent->pose().rotation : Matrix3d(Matrix3d::Identity())) * direction);
}

// The endPoint's own velocity has just moved it by `way`. A motor that stands where it is to be would else drive back.
void follow_drift(JointAxis& axis, double way) {
  const bool rests = axis.drive && axis.drive->rests_at(axis.position);
  axis.position += way;
  if (rests) axis.drive->follow_joint();
}

}  // namespace

AxisJoint::AxisJoint(const JointSetup& setup, int count, bool linear) : Joint(setup), count_(count) {
  axes_[0].linear = linear;
  directions_.fill(Vector3d::Zero());
  measured_directions_.fill(Vector3d::Zero());
  for (int i = 0; i < count_; ++i) {
    JointAxis& axis = axes_[i];
    if (const auto [holder, field] = position_field(i); field != no_field)
      axis.position = axis.tree_position = axis.initial_position = holder->get(field).as<double>();
    const Node* p = parameters(i);
    if (!p) continue;
    const auto number = [p](std::string_view field) { return p->has(field) ? p->get<double>(field) : 0; };
    axis.spring_constant = number("springConstant");
    axis.damping_constant = number("dampingConstant");
    axis.static_friction = number("staticFriction");
    axis.min_stop = number("minStop");
    axis.max_stop = number("maxStop");
  }
  const Node* first = parameters(0);
  if (first && first->has("anchor")) anchor_ = to_eigen(first->get<Vec3>("anchor"));
  anchor_ = in_parent_ * anchor_;
}

AxisJoint::~AxisJoint() {
  for (dJointID spring : springs_)
    if (spring) dJointDestroy(spring);
  if (stand_in_) dBodyDestroy(stand_in_);
}

Node* AxisJoint::parameters(int axis) {
  const std::string_view field = parameter_fields[std::size_t(axis)];
  return node().has(field) ? node().node(field) : nullptr;
}

const Node* AxisJoint::parameters(int axis) const {
  const std::string_view field = parameter_fields[std::size_t(axis)];
  return node().has(field) ? node().node(field) : nullptr;
}

std::pair<Node*, FieldIndex> AxisJoint::position_field(int axis) {
  if (Node* p = parameters(axis)) return {p, p->type().find("position")};
  return {&node(), node().is_a("Joint") ? node().type().find(position_fields[std::size_t(axis)]) : no_field};
}

void AxisJoint::keep_zero_of(const Joint& before) {
  for (int i = 0; i < count_; ++i) {
    axes_[i].initial_position = before.axes()[i].initial_position;
    axes_[i].position = before.axes()[i].position;
  }
}

// In the joint's own frame, which a Pose above may have carried elsewhere. A joint that begins anew where it stands has
// other axes behind its first one, but nothing to follow.
bool AxisJoint::has_other_axes(const Joint& joint_before) const {
  const auto* before = dynamic_cast<const AxisJoint*>(&joint_before);
  if (!before || before->count_ != count_ || !has_directions() || !before->has_directions()) return false;
  const Pose mine = in_parent_.inverse(), its = before->in_parent_.inverse();
  constexpr double rounding = 1e-9;  // m, rad
  bool differs = (mine * anchor_ - its * before->anchor_).norm() > rounding;
  for (int i = 0; i < count_; ++i) {
    if (axes_[i].initial_position != before->axes_[i].initial_position) return false;
    differs = differs || (mine.rotation * directions_[i] - its.rotation * before->directions_[i]).norm() > rounding;
  }
  return differs;
}

void AxisJoint::keep_end_point_of(const Joint& joint_before) {
  if (!end_point_ || closes_loop_) return;
  const auto& before = dynamic_cast<const AxisJoint&>(joint_before);
  std::array<double, max_axes> to_zero{};
  for (int i = 0; i < count_; ++i) to_zero[i] = -axes_[i].initial_position;
  const Pose carried = in_parent_ * before.in_parent_.inverse();
  const Pose at_zero = carried * before.displacement(to_zero) * carried.inverse() * end_point_->construction();
  make_end_point_at(displacement(to_zero).inverse() * at_zero);
}

Pose AxisJoint::end_point_pose() const {
  std::array<double, max_axes> positions{};
  for (int i = 0; i < count_; ++i) positions[i] = axes_[i].position;
  return end_point_at(positions);
}

Pose AxisJoint::end_point_at(std::span<const double> positions) const {
  std::array<double, max_axes> offsets{};
  for (int i = 0; i < count_; ++i) offsets[i] = positions[i] - axes_[i].initial_position;
  return displacement(offsets) * end_point_->construction();
}

void AxisJoint::move_to(int axis, double position) {
  if (closes_loop_) return;  // its position follows from the other joints of the loop
  axes_[axis].position = position;
  if (!end_point_) return;
  stage_.move(*end_point_, world_from_parent() * end_point_pose());
  if (!end_point_->body()) set_end_point_pose(end_point_pose());  // to the bit as a step or a snapshot has it
}

void AxisJoint::write_to_tree(World& world) {
  for (int i = 0; i < count_; ++i) {
    if (axes_[i].position == axes_[i].tree_position) continue;
    const auto [holder, field] = position_field(i);
    if (field == no_field) continue;
    axes_[i].tree_position = axes_[i].position;
    world.write_back(*holder, field, axes_[i].position);
  }
}

void AxisJoint::visit_state(StateVisitor& state) {
  Joint::visit_state(state);
  bool measures = measures_forces_;
  state.field("forces are measured", measures);
  if (measures && state.is_loading() && ode_joint_) start_measuring();
  if (measures) {
    state.numbers("force on the first body", {feedback_.f1, 3});
    state.numbers("torque on the first body", {feedback_.t1, 3});
    state.numbers("force on the second body", {feedback_.f2, 3});
    state.numbers("torque on the second body", {feedback_.t2, 3});
    for (int i = 0; i < count_; ++i) state.field("measured axis", measured_directions_[i]);
    state.field("measured arm", measured_arm_);
  }
  if (state.is_loading() && !ode_joint_ && end_point_ && !closes_loop_ && !end_point_->drifts())
    set_end_point_pose(end_point_pose());
}

Pose AxisJoint::world_from_parent() const {
  if (ode_joint_ && !holder()) return construction_frame();
  return parent_ ? parent_->pose() : Pose();
}

Vector3d AxisJoint::world_direction(int axis) const {
  Vector3d direction = directions_[axis];
  // Each axis turns with those before it.
  for (int i = axis - 1; i >= 0; --i)
    if (!axes_[i].linear)
      direction = Eigen::AngleAxisd(axes_[i].position - axes_[i].initial_position, directions_[i]) * direction;
  return world_from_parent().rotation * direction;
}

Vector3d AxisJoint::given_direction(int axis) const {
  const Node* p = parameters(axis);
  return p && p->has("axis") ? to_eigen(p->get<Vec3>("axis")) : default_direction(axis);
}

bool AxisJoint::are_parallel(const Vector3d& a, const Vector3d& b) {
  constexpr double sine = 1e-6;
  return !a.isZero(0) && !b.isZero(0) && a.normalized().cross(b.normalized()).norm() < sine;
}

void AxisJoint::check(Diagnostics& diagnostics) {
  if (has_parallel_axes()) {
    const Node* last = parameters(count_ - 1);
    diagnostics.report(DiagnosticKind::ParallelAxes, last ? last->span_of("axis") : node().span(),
                       fmt::format("the axes of {} are parallel: x and z are taken", describe(node())));
  }
  Directions directions;
  for (int i = 0; i < count_; ++i) {
    const Vector3d given = given_direction(i);
    if (given.norm() == 0) {
      const Node* p = parameters(i);
      diagnostics.report(DiagnosticKind::PhysicalValue, p ? p->span_of("axis") : node().span(),
                         "the axis of a joint must not be 0 0 0");
      return;
    }
    directions[i] = in_parent_.rotation * given.normalized();
  }
  // The axes of the file are those of the position 0: at the start each has turned with those before it.
  Matrix3d turned = Matrix3d::Identity();
  for (int i = 0; i < count_; ++i) {
    const Vector3d at_zero = directions[i];
    directions[i] = turned * at_zero;
    if (!axes_[i].linear) turned = turned * Eigen::AngleAxisd(axes_[i].initial_position, at_zero);
  }
  std::copy_n(directions.begin(), count_, directions_.begin());
}

void AxisJoint::connect() {
  if (!has_directions()) return;
  const Solid* mover = holder();
  if (closes_loop_) {
    if ((end_point_ ? end_point_->body() : nullptr) == (mover ? mover->body() : nullptr)) return;
  } else if (!end_point_ || !end_point_->owns_body()) {
    return;
  }
  put_ends_as_closed();
  const Pose frame = construction_frame();
  Directions directions = directions_;
  for (Vector3d& direction : directions) direction = frame.rotation * direction;
  if (!end_point_) {
    // ODE would exchange the bodies, and with them the senses of some joints' motors and stops.
    stand_in_ = dBodyCreate(stage_.ode_world());
    dBodySetKinematic(stand_in_);
  }
  ode_joint_ = create(stage_.ode_world(), end_body(), mover ? mover->body() : nullptr, directions, frame * anchor_);

  for (int i = 0; i < count_; ++i) {
    JointAxis& axis = axes_[i];
    if (axis.min_stop < axis.max_stop) {
      double low = axis.min_stop - axis.initial_position, high = axis.max_stop - axis.initial_position;
      if (!axis.linear) {  // ODE knows stops within half a turn only
        low = std::max(low, -turn / 2);
        high = std::min(high, turn / 2);
      }
      set_stops(i, low, high);
      for (const auto& [field, param] : {std::pair("stopERP", dParamStopERP), std::pair("stopCFM", dParamStopCFM)})
        if (const Node* p = parameters(i); p && p->has(field) && p->get<double>(field) != -1)
          set_stop_softness(i, param, p->get<double>(field));
    }
    if (axis.spring_constant <= 0 && axis.damping_constant <= 0 && !axis.brake) continue;
    const dBodyID body = end_body(), other = mover ? mover->body() : nullptr;
    if (axis.linear) {
      springs_[i] = dJointCreateLMotor(stage_.ode_world(), nullptr);
      dJointAttach(springs_[i], body, other);
      dJointSetLMotorNumAxes(springs_[i], 1);
      dJointSetLMotorAxis(springs_[i], 0, 1, directions[i].x(), directions[i].y(), directions[i].z());
    } else {
      springs_[i] = dJointCreateAMotor(stage_.ode_world(), nullptr);
      dJointAttach(springs_[i], body, other);
      dJointSetAMotorMode(springs_[i], dAMotorUser);
      dJointSetAMotorNumAxes(springs_[i], 1);
      dJointSetAMotorAxis(springs_[i], 0, 1, directions[i].x(), directions[i].y(), directions[i].z());
    }
  }
  put_ends_back();
  for (const dJointID own : {ode_joint_, motor_joint(), springs_[0], springs_[1], springs_[2]})
    if (own) mark_as_own(own);
}

dBodyID AxisJoint::end_body() const { return end_point_ ? end_point_->body() : stand_in_; }

bool AxisJoint::measure_motor_forces() {
  if (!ode_joint_) return false;
  // What is asleep is not solved for, and keeps the forces of its last step: there must be one.
  if (!measures_forces_) Stage::wake(sleeper());
  start_measuring();
  return true;
}

// A plugin may have asked for it already: ODE writes to one place only, and it is read from there.
void AxisJoint::start_measuring() {
  measures_forces_ = true;
  if (!dJointGetFeedback(motor_joint())) dJointSetFeedback(motor_joint(), &feedback_);
}

void AxisJoint::remember_arms() {
  for (int i = 0; i < count_; ++i) measured_directions_[i] = world_direction(i);
  measured_arm_ = world_from_parent() * anchor_ - vector_of(dBodyGetPosition(end_body()));
}

// ODE's feedback is J^T lambda of all rows of the joint. Along a slider's axis only the motor (and the stop) acts.
// About the axis of a hinge, the torque about the centre of mass has also the moment of the force that holds the
// anchor. What remains, projected on an axis, is the torque that does the work when that axis turns; what keeps two
// axes of a hinge-2 together is perpendicular to both.
double AxisJoint::motor_force(int axis) const {
  const dJointFeedback* feedback = ode_joint_ ? dJointGetFeedback(motor_joint()) : nullptr;
  if (!feedback) return std::numeric_limits<double>::quiet_NaN();
  // The first body of a joint with the environment is the other one, whichever was attached first.
  const dBodyID body1 = dJointGetBody(motor_joint(), 0), body2 = dJointGetBody(motor_joint(), 1);
  const bool is_first = !body1 || !body2 || body1 == end_body();
  const Vector3d force = vector_of(is_first ? feedback->f1 : feedback->f2);
  const Vector3d torque = vector_of(is_first ? feedback->t1 : feedback->t2);
  const Vector3d& direction = measured_directions_[axis];
  return axes_[axis].linear ? force.dot(direction) : (torque - measured_arm_.cross(force)).dot(direction);
}

int AxisJoint::rows() const {
  if (!ode_joint_) return 0;
  const auto springs = std::count_if(springs_.begin(), springs_.end(), [](dJointID j) { return j != nullptr; });
  return fixed_rows() + count_ + int(springs);
}

// A spring and damper, integrated implicitly: the constraint row J v = c - cfm * lambda of an ODE motor without a limit
// of force gives lambda = -k x - (h k + d) v  with  cfm = 1 / (h k + d)  and  c = -k x cfm.
void AxisJoint::act_spring(int axis, double dt) {
  const dJointID spring = springs_[axis];
  const JointAxis& a = axes_[axis];
  const double k = a.spring_constant;
  const double softness = dt * k + a.damping_constant + (a.brake ? a.brake->damping_constant() : 0);
  const auto set = [&](int param, double value) {
    a.linear ? dJointSetLMotorParam(spring, param, value) : dJointSetAMotorParam(spring, param, value);
  };
  set(dParamFMax, softness > 0 ? dInfinity : 0);
  if (softness == 0) return;
  set(dParamCFM, 1 / softness);
  set(dParamVel, -k * a.position / softness);
  // With several axes each turns with those before it.
  if (count_ > 1) {
    const Vector3d direction = world_direction(axis);
    dJointSetAMotorAxis(spring, 0, 1, direction.x(), direction.y(), direction.z());
  }
}

Solid& AxisJoint::sleeper() const { return *(end_point_ ? end_point_ : parent_)->moved_by(); }

void AxisJoint::act(double dt) {
  if (!ode_joint_) {
    if (!end_point_ || closes_loop_) return;
    bool moved = false;
    for (int i = 0; i < count_; ++i) {
      JointAxis& axis = axes_[i];
      const double before = axis.position;
      if (end_point_->drifts()) follow_drift(axis, dt * drift_along(*end_point_, directions_[i], axis.linear));
      const double drifted = axis.position;
      if (axis.drive) axis.position = axis.drive->move(drifted, dt);
      axis.velocity = (axis.position - before) / dt;
      moved = moved || axis.position != drifted;
    }
    if (moved) moved_end_point(*this);
    return;
  }
  act_suspension(dt);
  for (int i = 0; i < count_; ++i) {
    JointAxis& axis = axes_[i];
    MotorDrive drive;
    if (axis.drive && !axis.driven_by_callback) drive = axis.drive->drive(axis.position, dt);
    set_velocity(i, drive.velocity, std::max(axis.static_friction, drive.force_limit));
    if (drive.force != 0) add_force(i, drive.force);
    // ODE leaves a sleeping body asleep when only its joint's motor moves. One that holds may sleep.
    if (drive.force != 0 || stage_.keeps_awake(drive.velocity, axis.linear)) Stage::wake(sleeper());
    if (springs_[i]) act_spring(i, dt);
  }
  if (dJointGetFeedback(motor_joint())) remember_arms();
}

void AxisJoint::drive_axis(int axis, double velocity, double force_limit) {
  set_velocity(axis, velocity, std::max(axes_[axis].static_friction, force_limit));
  if (force_limit > 0 && stage_.keeps_awake(velocity, axes_[axis].linear)) Stage::wake(sleeper());
}

void AxisJoint::read_back(double dt) {
  if (!ode_joint_) return;
  for (int i = 0; i < count_; ++i) {
    JointAxis& axis = axes_[i];
    axis.velocity = ode_velocity(i);
    const double measured = axis.initial_position + ode_position(i);
    axis.position = axis.linear ? measured : unwrapped(measured, axis.position + axis.velocity * dt);
  }
}

}  // namespace lightsout
