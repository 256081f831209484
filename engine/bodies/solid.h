// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The live counterpart of a Solid node (Robot and every sensor with a pose are Solids too).
#pragma once

#include <ode/ode.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class EndPointMover;
class Joint;
template <class T>
class ReadOnly;
class Robot;
struct Shape;
class StateVisitor;
class Track;

class Solid {
 public:
  // parent_from_place: what Groups and Poses between the parent and the node say.
  Solid(Node& node, Solid* parent, Robot* robot, const Pose& place);
  ~Solid();
  Solid(const Solid&) = delete;
  Solid& operator=(const Solid&) = delete;

  Node& node() { return *node_; }
  const Node& node() const { return *node_; }

  // The nearest Solid above, nullptr for a top-level one.
  Solid* parent() { return parent_; }
  const Solid* parent() const { return parent_; }
  // The top-level solid that it is part of.
  Solid& top() {
    Solid* solid = this;
    while (solid->parent_) solid = solid->parent_;
    return *solid;
  }
  // True of `top` itself and of all solids below it.
  bool is_part_of(const Solid& top) const {
    for (const Solid* solid = this; solid; solid = solid->parent_)
      if (solid == &top) return true;
    return false;
  }
  // The nearest Robot above, or the Robot that this solid is.
  Robot* robot() { return robot_; }
  const Robot* robot() const { return robot_; }
  // Unique in the world: the DEF if it has one that is unique, else the names of the solids from the top joined by
  // dots.
  const std::string& path() const { return path_; }
  // The joint whose endPoint this is, nullptr if none.
  Joint* joint() { return joint_; }
  const Joint* joint() const { return joint_; }

  // The body that moves it, nullptr for static and kinematic solids. Solids rigidly below a Solid with Physics share
  // its body.
  dBodyID body() const { return body_; }
  bool owns_body() const { return body_ && owns_body_; }
  // Of its body in Stage::bodies(), -1 without one.
  int body_index() const { return body_owner_ ? body_owner_->body_index_ : -1; }
  // body_from_solid: ODE's body frame has its origin in the centre of mass.
  const Pose& in_body() const { return in_body_; }
  // parent_from_solid of a solid without a body, as the tree, a joint or its velocity has it.
  const Pose& in_parent() const {
    if (moved_since_by_) [[unlikely]]
      find_in_parent();
    return in_parent_;
  }
  // A step moves a solid without a body; its shapes follow at the step's end. Velocities in the axes of parent().
  void place(const Pose& parent_from_solid, const Vector3d& linear_velocity, const Vector3d& angular_velocity) {
    set_in_parent(parent_from_solid);
    own_linear_velocity_ = linear_velocity;
    own_angular_velocity_ = angular_velocity;
  }
  // The same step moves it farther, m, in the axes of parent(), in its dt seconds.
  void shift(const Vector3d& way, double dt) {
    set_in_parent({in_parent().position + way, in_parent().rotation});
    own_linear_velocity_ += way / dt;
  }
  // Whether a step moves it otherwise than the solid above.
  bool moves_in_parent() const { return !parent_ || body_ || joint_ || drives_itself_ || drifts_; }
  // What its surface does, if it is a Track; else nullptr.
  const Track* track() const { return track_; }
  // parent_from_solid where bodies and joints were made. A scene that is built again after an edit makes them there
  // too, so that joints keep their zero.
  const Pose& construction() const { return construction_; }
  // ancestor_from_solid, world_from_parent and world_from_solid there.
  Pose construction_in(const Solid& ancestor) const;
  Pose construction_frame() const { return hung_in_ ? *hung_in_ : parent_ ? parent_->construction_in_world() : Pose(); }
  Pose construction_in_world() const { return parent_ ? construction_frame() * construction_ : construction_; }

  // In Stage::solids().
  std::uint32_t order() const { return order_; }

  // world_from_solid, as the last step left it.
  Pose pose() const;
  // Where a point of its frame is, world axes.
  Vector3d place_of(const Vector3d& point) const { return body_ || parent_ ? pose() * point : in_parent() * point; }
  // Bytes from the start of a solid that pose() looks at and place() writes, where it has no body.
  static constexpr std::size_t pose_memory = 192;
  // The same as the node's fields would have it: seen from the node's parent.
  Pose in_place() const { return ((parent_ ? parent_->pose() : Pose()) * place_).inverse() * pose(); }
  // Of the solid's origin, world axes, m/s and rad/s. Zero for static solids.
  Vector3d linear_velocity() const { return velocity_at(pose().position); }
  // Of the point of the solid, or of its extension, that is there now; world axes.
  Vector3d velocity_at(const Vector3d& position) const;
  Vector3d angular_velocity() const;

  // It has no body, but a velocity of its own, by which each step moves it in its parent: as a world or a supervisor
  // gave it.
  bool drifts() const { return drifts_; }
  // Velocities and forces to zero.
  void stop_motion();

  // Its pose, if a body of its own, a joint, its wheels or a velocity moves it.
  void write_to_tree(World& world);
  // Motion and sleep of the body that it owns, or its pose.
  void visit_state(StateVisitor& state);

  std::span<const std::unique_ptr<Shape>> shapes() { return shapes_; }
  ReadOnly<Shape> shapes() const;
  // The space that holds the shapes' geoms if the boundingObject is a Group, else nullptr: the geoms are in the
  // scene's.
  dSpaceID space() const { return space_; }
  // The solid whose body carries this one, itself included; nullptr: no body above, static or kinematic.
  Solid* moved_by();
  const Solid* moved_by() const { return const_cast<Solid*>(this)->moved_by(); }
  // The Shapes among its children, seen by cameras and infra-red rays.
  std::span<const std::unique_ptr<Shape>> visible_shapes() { return visible_shapes_; }
  ReadOnly<Shape> visible_shapes() const;
  // True if something (a body, a joint without physics, a velocity, a moving parent) can move it.
  bool can_move() const { return can_move_; }

 private:
  friend class Stage;
  friend class Scene;
  friend class SceneBuilder;
  friend class Joint;
  friend class Weld;
  bool moves_by_itself() const;
  // Whether the node's fields may be old: it moves in its parent, or has moved.
  bool leaves_the_tree() const;
  // An edit has set where it is in its place, and the scene has yet to follow.
  bool is_set() const { return translation_is_set_ || rotation_is_set_; }
  // Whether its own body is held in the environment although there are solids above.
  bool hangs_in_environment() const;
  // The pose as the node's fields have it, those that edits have set as they say and the others as it is.
  Pose edited_place() const;
  Matrix3d world_from_parent() const;
  // As the node's fields have them: in the axes of the node above.
  void set_own_velocity(const Vector3d& linear, const Vector3d& angular) {
    own_linear_velocity_ = place_.rotation * linear;
    own_angular_velocity_ = place_.rotation * angular;
  }
  Vector3d linear_velocity_in_place() const { return place_.rotation.transpose() * own_linear_velocity_; }
  Vector3d angular_velocity_in_place() const { return place_.rotation.transpose() * own_angular_velocity_; }
  void drift(double dt);
  void find_in_parent() const;
  void set_in_parent(const Pose& parent_from_solid) {
    in_parent_ = parent_from_solid;
    moved_since_by_ = nullptr;
  }
  void visit_in_parent(StateVisitor& state, std::string_view position, std::string_view orientation);
  void set_body_pose(const Pose& world_from_solid);
  Node* node_;
  // What pose() looks at, and what place() writes, is side by side.
  Solid* parent_;
  dBodyID body_ = nullptr;
  // It has since put the solid elsewhere than in_parent_ says; nullptr: nobody has.
  mutable const EndPointMover* moved_since_by_ = nullptr;
  mutable Pose in_parent_;
  // Of a solid without a body, relative to what carries it, in the axes of parent().
  Vector3d own_linear_velocity_ = Vector3d::Zero();
  Vector3d own_angular_velocity_ = Vector3d::Zero();
  Pose in_body_;
  Robot* robot_;
  Joint* joint_ = nullptr;
  std::string path_;
  bool owns_body_ = false;
  int body_index_ = -1;
  std::uint32_t order_ = 0;  // in Stage::solids()
  std::uint32_t end_ = 0;    // it and all below it are [order_, end_)
  // In place of a count of idle steps: of a body that was woken since the last step.
  static constexpr std::int64_t just_woken = -1;
  std::int64_t idle_steps_ = 0;  // since it moved faster than the sleep thresholds
  Solid* body_owner_ = nullptr;
  bool can_move_ = false;
  bool drives_itself_ = false;  // without a body, by its wheels, or as the head of a Lidar
  bool drifts_ = false;
  bool held_by_environment_ = false;  // of a top-level solid: joints below it are fixed in the world
  bool held_by_device_ = false;       // with Physics it is a body of its own: Device::holds_its_body
  const Track* track_ = nullptr;
  Pose place_;  // parent_from_place
  Pose construction_;
  std::vector<std::unique_ptr<Shape>> shapes_;
  dSpaceID space_ = nullptr;
  std::vector<std::unique_ptr<Shape>> visible_shapes_;
  // Edits of these fields that the scene has yet to follow.
  bool translation_is_set_ = false, rotation_is_set_ = false;
  // A body that hangs in the environment below a solid that had moved when it came: where that solid was then, in the
  // world. The joint that holds the body has its zero there.
  std::unique_ptr<const Pose> hung_in_;
};

}  // namespace lightsout
