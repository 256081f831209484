// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/media/lights.h"

#include "engine/bodies/solid.h"
#include "engine/stage/stage.h"

namespace lightsout {

Pose Lights::Light::world_from_here() const { return solid ? solid->pose() * in_solid.pose : in_solid.pose; }

Vector3d Lights::Light::location() const {
  const Vector3d own = to_eigen(node->get<Vec3>("location"));
  const bool is_plain = in_solid.scale.isOnes(0) && !in_solid.sheared;
  return world_from_here() * (is_plain ? own : Vector3d(in_solid.deformation() * own));
}

Vector3d Lights::Light::direction() const {
  if (!node->has("direction")) return Vector3d::Zero();
  const Vector3d own = to_eigen(node->get<Vec3>("direction"));
  return (node->is_a("DirectionalLight") ? own : Vector3d(world_from_here().rotation * own)).normalized();
}

Vec3 Lights::attenuation(const Node& light) {
  const Vec3& written = light.get<Vec3>("attenuation");
  return written == Vec3{0, 0, 0} ? Vec3{1, 0, 0} : written;
}

const std::vector<Lights::Light>& Lights::all() {
  if (!known_) {
    lights_.clear();
    for (const NodePtr& node : stage_.world().nodes()) collect(*node, nullptr, {});
    known_ = true;
  }
  return lights_;
}

void Lights::collect(const Node& node, const Solid* solid, const Frame& in_solid) {
  if (node.is_a("Light")) {
    lights_.push_back({&node, solid, in_solid});
    return;
  }
  Frame inner = in_solid;
  if (const Solid* here = stage_.solid_of(node)) {
    solid = here;
    inner = {};
  } else if (node.has("translation")) {
    inner = in_solid.inside(node);
  }
  if (node.has("endPoint"))
    if (const Node* end = node.node("endPoint")) collect(*end, solid, inner);
  if (node.has("children"))
    for (const NodePtr& child : node.nodes("children")) collect(*child, solid, inner);
}

}  // namespace lightsout
