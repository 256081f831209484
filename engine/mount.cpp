#include "engine/mount.h"

#include "engine/ode_context.h"
#include "engine/scene.h"
#include "engine/solid.h"

namespace lightsout {

template <class Use>
auto Mount::with_carrier(Scene& scene, const Solid& solid, Use use) {
  if (arrangement_ != scene.arrangement()) find_carrier(scene, solid);
  if (!is_on_body_ && !carrier_.solid->parent() && !carrier_.solid->body()) {
    const Pose& carrier = carrier_.solid->in_parent();
    return use(carrier.position, carrier.rotation);
  }
  const Pose carrier = is_on_body_ ? pose_of(carrier_.body) : carrier_.solid->pose();
  return use(carrier.position, carrier.rotation);
}

Pose Mount::pose(Scene& scene, const Solid& solid) {
  return with_carrier(scene, solid, [this](const Vector3d& position, const Matrix3d& rotation) -> Pose {
    return {position + rotation * place_->pose.position, rotation * place_->pose.rotation};
  });
}

Mount::Axis Mount::x_axis(Scene& scene, const Solid& solid) {
  return with_carrier(scene, solid, [this](const Vector3d& position, const Matrix3d& rotation) -> Axis {
    return {position + rotation * place_->pose.position, rotation * place_->pose.rotation.col(0)};
  });
}

void Mount::find_carrier(Scene& scene, const Solid& solid) {
  arrangement_ = scene.arrangement();
  is_on_body_ = solid.body() != nullptr;
  Pose in_carrier;
  if (is_on_body_) {
    in_carrier = solid.in_body();
    carrier_.body = solid.body();
  } else {
    const Solid* carrier = &solid;
    for (; !carrier->moves_in_parent(); carrier = carrier->parent()) in_carrier = carrier->in_parent() * in_carrier;
    carrier_.solid = carrier;
  }
  place_ = scene.shared_settings().find<Place>(SharedSettings::Key("Mount").add(in_carrier),
                                               [&] { return Place(in_carrier); });
}

}  // namespace lightsout
