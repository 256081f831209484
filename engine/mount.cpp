#include "engine/mount.h"

#include "engine/ode_context.h"
#include "engine/scene.h"
#include "engine/solid.h"

namespace lightsout {

Pose Mount::pose() {
  const Pose carrier = carrier_pose();
  return carrier * in_carrier_;
}

Mount::Axis Mount::x_axis() {
  const Pose carrier = carrier_pose();
  return {carrier * in_carrier_.position, carrier.rotation * in_carrier_.rotation.col(0)};
}

Pose Mount::carrier_pose() {
  if (arrangement_ != scene_.arrangement()) find_carrier();
  return body_ ? pose_of(body_) : carrier_->pose();
}

void Mount::find_carrier() {
  arrangement_ = scene_.arrangement();
  body_ = solid_.body();
  carrier_ = &solid_;
  in_carrier_ = body_ ? solid_.in_body() : Pose();
  if (body_) return;
  for (; !carrier_->moves_in_parent(); carrier_ = carrier_->parent()) in_carrier_ = carrier_->in_parent() * in_carrier_;
}

}  // namespace lightsout
