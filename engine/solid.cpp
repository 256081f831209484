#include "engine/solid.h"

#include "engine/ode_context.h"

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

}  // namespace lightsout
