// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/mount.h"

#include <mutex>

#include "engine/bodies/solid.h"
#include "engine/ode/ode_context.h"
#include "engine/stage/stage.h"

namespace lightsout {

template <class Use>
auto Mount::with_carrier(Stage& stage, const Solid& solid, Use use) {
  if (arrangement_ != stage.arrangement()) find_carrier(stage, solid);
  if (!is_on_body_ && !carrier_.solid->parent() && !carrier_.solid->body()) {
    const Pose& carrier = carrier_.solid->in_parent();
    return use(carrier.position, carrier.rotation);
  }
  const Pose carrier = is_on_body_ ? pose_of(carrier_.body) : carrier_.solid->pose();
  return use(carrier.position, carrier.rotation);
}

Pose Mount::pose(Stage& stage, const Solid& solid) {
  return with_carrier(stage, solid, [this](const Vector3d& position, const Matrix3d& rotation) -> Pose {
    return {position + rotation * place_->pose.position, rotation * place_->pose.rotation};
  });
}

Mount::Axis Mount::x_axis(Stage& stage, const Solid& solid) {
  return with_carrier(stage, solid, [this](const Vector3d& position, const Matrix3d& rotation) -> Axis {
    return {position + rotation * place_->pose.position, rotation * place_->pose.rotation.col(0)};
  });
}

// Sensors of several robots may look at the same time; what they share is the scene's.
void Mount::find_carrier(Stage& stage, const Solid& solid) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  arrangement_ = stage.arrangement();
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
  place_ = stage.shared_settings().find<Place>(SharedSettings::Key("Mount").add(in_carrier),
                                               [&] { return Place(in_carrier); });
}

}  // namespace lightsout
