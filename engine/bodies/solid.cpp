// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/bodies/solid.h"

#include <utility>

#include "engine/bodies/end_point_mover.h"
#include "engine/ode/ode_context.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/shape.h"
#include "engine/state/read_only.h"
#include "engine/state/state.h"

namespace lightsout {

Pose Solid::pose() const {
  if (body_) return pose_of(body_) * in_body_;
  return parent_ ? parent_->pose() * in_parent() : in_parent();
}

Solid::Solid(Node& node, Solid* parent, Robot* robot, const Pose& place)
    : node_(&node),
      parent_(parent),
      in_parent_(place * local_pose(node)),
      robot_(robot),
      place_(place),
      construction_(in_parent_) {}

Solid::~Solid() = default;

ReadOnly<Shape> Solid::shapes() const { return ReadOnly<Shape>(shapes_); }
ReadOnly<Shape> Solid::visible_shapes() const { return ReadOnly<Shape>(visible_shapes_); }

bool Solid::hangs_in_environment() const {
  if (!parent_ || body_owner_ != this || held_by_device_) return false;
  if (joint_) return !parent_->body_owner_;
  for (const Solid* above = parent_; above; above = above->parent_)
    if (above->body_owner_) return false;
  return true;
}

bool Solid::leaves_the_tree() const {
  if (body_) return owns_body_;
  return joint_ || drives_itself_ || drifts_ || !same_bits(in_parent(), place_ * local_pose(node()));
}

Pose Solid::edited_place() const {
  const Pose in_tree = local_pose(node());
  if (!leaves_the_tree()) return in_tree;
  Pose pose = body_ ? in_place() : place_.inverse() * in_parent();
  if (translation_is_set_) pose.position = in_tree.position;
  if (rotation_is_set_) pose.rotation = in_tree.rotation;
  return pose;
}

Pose Solid::construction_in(const Solid& ancestor) const {
  Pose pose;
  for (const Solid* solid = this; solid != &ancestor; solid = solid->parent_) pose = solid->construction_ * pose;
  return pose;
}

void Solid::set_body_pose(const Pose& world_from_solid) {
  const Pose pose = world_from_solid * in_body_.inverse();
  dBodySetPosition(body_, pose.position.x(), pose.position.y(), pose.position.z());
  dBodySetRotation(body_, OdeMatrix(pose.rotation).m);
}

Solid* Solid::moved_by() {
  Solid* solid = this;
  while (solid && !solid->body_) solid = solid->parent_;
  return solid;
}

Vector3d Solid::velocity_at(const Vector3d& position) const {
  if (body_) {
    dVector3 v;
    dBodyGetPointVel(body_, position.x(), position.y(), position.z(), v);
    return vector_of(v);
  }
  const Vector3d carried = parent_ ? parent_->velocity_at(position) : Vector3d(Vector3d::Zero());
  if (!moves_by_itself()) return carried;
  const Matrix3d turn = world_from_parent();
  return carried + turn * own_linear_velocity_ + (turn * own_angular_velocity_).cross(position - pose().position);
}

Vector3d Solid::angular_velocity() const {
  if (body_) return vector_of(dBodyGetAngularVel(body_));
  const Vector3d carried = parent_ ? parent_->angular_velocity() : Vector3d(Vector3d::Zero());
  return moves_by_itself() ? Vector3d(carried + world_from_parent() * own_angular_velocity_) : carried;
}

bool Solid::moves_by_itself() const { return !own_linear_velocity_.isZero(0) || !own_angular_velocity_.isZero(0); }

Matrix3d Solid::world_from_parent() const { return parent_ ? parent_->pose().rotation : Matrix3d::Identity(); }

void Solid::find_in_parent() const { in_parent_ = std::exchange(moved_since_by_, nullptr)->end_point_pose(); }

void Solid::drift(double dt) {
  if (!drifts_) return;
  Pose moved = in_parent();
  moved.position += dt * own_linear_velocity_;
  // By way of a quaternion, which keeps it a rotation.
  if (const double speed = own_angular_velocity_.norm(); speed != 0) {
    const Quaterniond turn(Eigen::AngleAxisd(dt * speed, own_angular_velocity_ / speed));
    moved.rotation = (turn * Quaterniond(moved.rotation)).normalized().toRotationMatrix();
  }
  set_in_parent(moved);
}

void Solid::stop_motion() {
  if (drifts_) {
    own_linear_velocity_.setZero();
    own_angular_velocity_.setZero();
    drifts_ = false;
  }
  if (!owns_body_) return;
  dBodySetLinearVel(body_, 0, 0, 0);
  dBodySetAngularVel(body_, 0, 0, 0);
  dBodySetForce(body_, 0, 0, 0);
  dBodySetTorque(body_, 0, 0, 0);
}

void Solid::write_to_tree(World& world) {
  if (!leaves_the_tree()) return;
  const Pose local = body_ ? in_place() : place_.inverse() * in_parent();
  world.write_back(node(), node().type().find("translation"), to_vec3(local.position));
  world.write_back(node(), node().type().find("rotation"), to_rotation(local.rotation));
}

void Solid::visit_in_parent(StateVisitor& state, std::string_view position, std::string_view orientation) {
  Pose pose = in_parent();
  state.field(position, pose.position);
  state.field(orientation, pose.rotation);
  set_in_parent(pose);
}

void Solid::visit_state(StateVisitor& state) {
  state.node(path_);
  if (!owns_body_) {
    if (body_) return;
    state.field("drifts", drifts_);
    // What stood still when it was built may have begun to drift since, with all that it carries.
    if (!state.is_hashing()) state.field("can move", can_move_);
    if (can_move_ || drifts_) visit_in_parent(state, "position", "orientation");
    if (drifts_) {
      state.field("linear velocity", own_linear_velocity_);
      state.field("angular velocity", own_angular_velocity_);
    } else if (state.is_loading() && !drives_itself_) {  // stopped, whatever velocity the tree began with
      set_own_velocity(Vector3d::Zero(), Vector3d::Zero());
    }
    return;
  }
  // ODE's own setters normalise, which may change the last bit: what is loaded must be what was saved. The pointers are
  // those of the body's state; setting the position at the end tells its geoms that they moved.
  auto* position = const_cast<dReal*>(dBodyGetPosition(body_));
  auto* orientation = const_cast<dReal*>(dBodyGetQuaternion(body_));
  auto* rotation = const_cast<dReal*>(dBodyGetRotation(body_));
  auto* linear = const_cast<dReal*>(dBodyGetLinearVel(body_));
  auto* angular = const_cast<dReal*>(dBodyGetAngularVel(body_));
  state.numbers("position", {position, 3});
  state.numbers("orientation", {orientation, 4});
  state.numbers("linear velocity", {linear, 3});
  state.numbers("angular velocity", {angular, 3});
  bool awake = dBodyIsEnabled(body_);
  state.field("awake", awake);
  state.field("idle steps", idle_steps_);
  if (!state.is_hashing()) state.numbers("rotation", {rotation, 12});  // follows from the orientation
  if (!state.is_loading()) return;
  awake ? dBodyEnable(body_) : dBodyDisable(body_);
  dBodySetPosition(body_, position[0], position[1], position[2]);
}

}  // namespace lightsout
