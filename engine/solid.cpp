#include "engine/solid.h"

#include <algorithm>
#include <array>

#include "engine/ode_context.h"
#include "engine/state.h"

namespace lightsout {

Pose Solid::pose() const {
  if (body_) return pose_of(body_) * in_body_;
  return parent_ ? parent_->pose() * in_parent_ : in_parent_;
}

Pose Solid::pose_in(const Solid& ancestor) const {
  Pose pose;
  for (const Solid* solid = this; solid != &ancestor; solid = solid->parent_) pose = solid->in_parent_ * pose;
  return pose;
}

Solid* Solid::moved_by() {
  Solid* solid = this;
  while (solid && !solid->body_) solid = solid->parent_;
  return solid;
}

Vector3d Solid::linear_velocity() const {
  const Solid* mover = moved_by();
  if (!mover) return kinematic_linear_velocity_;
  dVector3 v;
  const Vector3d p = pose().position;
  dBodyGetPointVel(mover->body_, p.x(), p.y(), p.z(), v);
  return vector_of(v);
}

Vector3d Solid::angular_velocity() const {
  const Solid* mover = moved_by();
  return mover ? vector_of(dBodyGetAngularVel(mover->body_)) : kinematic_angular_velocity_;
}

void Solid::visit_state(StateVisitor& state) {
  state.node(path_);
  std::array<double, 3> position, linear, angular;
  std::array<double, 4> orientation;
  std::copy_n(dBodyGetPosition(body_), 3, position.begin());
  std::copy_n(dBodyGetQuaternion(body_), 4, orientation.begin());
  std::copy_n(dBodyGetLinearVel(body_), 3, linear.begin());
  std::copy_n(dBodyGetAngularVel(body_), 3, angular.begin());
  bool awake = dBodyIsEnabled(body_);
  state.field("position", position);
  state.field("orientation", orientation);
  state.field("linear velocity", linear);
  state.field("angular velocity", angular);
  state.field("awake", awake);
  state.field("idle steps", idle_steps_);
  if (!state.is_loading()) return;
  dBodySetPosition(body_, position[0], position[1], position[2]);
  dBodySetQuaternion(body_, orientation.data());
  dBodySetLinearVel(body_, linear[0], linear[1], linear[2]);
  dBodySetAngularVel(body_, angular[0], angular[1], angular[2]);
  awake ? dBodyEnable(body_) : dBodyDisable(body_);
}

}  // namespace lightsout
