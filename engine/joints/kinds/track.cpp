// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/kinds/track.h"

#include <array>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_drive.h"
#include "engine/shapes/shape.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

// Reference manual, Track, "Texture Animation": that of the first child, a Shape, or of the first child of a Group that
// stands there.
template <class N>
N* texture_of(N& track) {
  if (track.template get<Vec2>("textureAnimation") == Vec2{}) return nullptr;
  N* first = &track;
  for (int depth = 0; depth < 2 && first->has("children"); ++depth) {
    if (first->nodes("children").empty()) return nullptr;
    first = first->nodes("children")[0].get();
  }
  N* appearance = first->is_a("Shape") ? first->node("appearance") : nullptr;
  return appearance && appearance->has("textureTransform") ? appearance->node("textureTransform") : nullptr;
}

}  // namespace

Node* moving_texture(Node& track) { return texture_of(track); }
const Node* moving_texture(const Node& track) { return texture_of(track); }

Track::Track(const JointSetup& setup) : MotorAxis(setup, true), texture_(moving_texture(setup.node)) {
  for (const NodePtr& child : node().nodes("children")) {
    if (child->type().name() != "TrackWheel") continue;
    const double radius = child->get<double>("radius");
    wheels_.push_back(
        {child.get(), to_matrix(child->get<Rotation>("rotation")), (child->get<bool>("inner") ? 1 : -1) / radius});
  }
}

void Track::keep_zero_of(const Joint& before) {
  const auto* track = dynamic_cast<const Track*>(&before);
  if (!track) return;
  moves_ = track->moves_;
  for (Wheel& wheel : wheels_)
    for (const Wheel& old : track->wheels_)
      if (old.node == wheel.node) wheel.start = old.start;
}

// What stands inside of the belt turns with it, what stands outside against it.
Matrix3d Track::rotation_of(const Wheel& wheel) const {
  return Eigen::AngleAxisd(wheel.turn * axis_.position, Vector3d::UnitY()).toRotationMatrix() * wheel.start;
}

Matrix3d Track::wheel_rotation(const Node& node) const {
  for (const Wheel& wheel : wheels_)
    if (wheel.node == &node) return rotation_of(wheel);
  return Matrix3d::Identity();
}

void Track::write_to_tree(World& world) {
  moves_ = moves_ || axis_.position != 0;
  if (!moves_) return;
  for (const Wheel& wheel : wheels_)
    world.write_back(*wheel.node, wheel.node->type().find("rotation"), to_rotation(rotation_of(wheel)));
}

// A motor that controls position or velocity runs the belt as fast as it is told. A force F, less that of a brake,
// moves it as fast as F would make the mass m that it carries in one step from rest: v = (F - d v') dt / m. So it is in
// the simulator whose worlds we read: a force gives a speed.
void Track::act(double dt) {
  MotorDrive drive;
  if (axis_.drive) drive = axis_.drive->drive(axis_.position, dt);
  double velocity = drive.velocity;
  const Solid* mover = parent_->moved_by();
  if (drive.force != 0 && mover) {
    dMass mass;
    dBodyGetMass(mover->body(), &mass);
    const double braking = axis_.brake ? axis_.brake->damping_constant() * axis_.velocity : 0;
    velocity = (drive.force - braking) * dt / mass.mass;
  }
  axis_.velocity = velocity;
  axis_.position += velocity * dt;
  if (texture_ && velocity != 0) shift_texture(velocity * dt);
}

// Whole pictures do not count.
void Track::shift_texture(double way) {
  const FieldIndex field = texture_->type().find("translation");
  const Vec2 &per_metre = node().get<Vec2>("textureAnimation"), &now = texture_->get(field).as<Vec2>();
  const double x = now.x + way * per_metre.x, y = now.y + way * per_metre.y;
  stage_.world().write_back(*texture_, field, Vec2{x - std::trunc(x), y - std::trunc(y)});
}

void Track::visit_state(StateVisitor& state) {
  MotorAxis::visit_state(state);
  if (!texture_) return;
  const FieldIndex field = texture_->type().find("translation");
  const Vec2 now = texture_->get(field).as<Vec2>();
  std::array<double, 2> shift{now.x, now.y};
  state.field("texture", shift);
  if (state.is_loading()) stage_.world().write_back(*texture_, field, Vec2{shift[0], shift[1]});
}

Vector3d Track::surface_velocity(const Vector3d& normal) const {
  const Vector3d along = parent_->pose().rotation.col(1).cross(normal);
  const double length = along.norm();
  if (length < 1e-6) return Vector3d::Zero();  // a flank of the belt
  return Joint::axes()[0].velocity / length * along;
}

std::unique_ptr<Joint> make_track(const JointSetup& setup) { return std::make_unique<Track>(setup); }

}  // namespace lightsout
