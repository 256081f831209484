// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Before Webots 6 there was no Plane. One face with four corners as the boundingObject of what has no Physics was what
// a Plane is today: a floor or wall without borders, solid behind it.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "world_format/nodes/draft.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/upgrade_steps.h"

namespace lightsout {
namespace {

Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

std::optional<std::array<Vec3, 4>> corners_of(const Node& faces) {
  const Node* coord = faces.node("coord");
  MFInt32 indices = faces.get<MFInt32>("coordIndex");
  if (!indices.empty() && indices.back() == -1) indices.pop_back();
  if (!coord || indices.size() != 4) return std::nullopt;
  const MFVec3f& points = meant(*coord).get<MFVec3f>("point");
  std::array<Vec3, 4> corners;
  for (std::size_t i = 0; i < 4; ++i) {
    if (indices[i] < 0 || static_cast<std::size_t>(indices[i]) >= points.size()) return std::nullopt;
    corners[i] = points[static_cast<std::size_t>(indices[i])];
  }
  return corners;
}

// As files of then have it, whose Plane faces +y; null if the node is no such face.
NodePtr plane_of(const Node& bounding) {
  const Node& shape = meant(bounding);
  const Node* geometry = shape.is_a("Shape") ? shape.node("geometry") : &shape;
  if (!geometry || !meant(*geometry).is_a("IndexedFaceSet")) return nullptr;
  const Node& faces = meant(*geometry);
  const auto corners = corners_of(faces);
  if (!corners) return nullptr;
  const auto& [a, b, c, d] = *corners;
  Vec3 normal = cross(c - a, d - b);  // twice the area long
  const double size = std::sqrt(dot(normal, normal));
  if (!(size > 0)) return nullptr;
  const double sign = faces.get<bool>("ccw") ? 1 : -1;
  normal = {sign * normal.x / size, sign * normal.y / size, sign * normal.z / size};
  for (const Vec3& corner : {b, c, d})
    if (std::fabs(dot(corner - a, normal)) > 1e-6 * std::sqrt(size)) return nullptr;
  // y x normal, and the angle between them.
  const double sine = std::hypot(normal.x, normal.z);
  const Rotation turn{sine > 0 ? normal.z : 1, 0, sine > 0 ? -normal.x : 0, std::atan2(sine, normal.y)};
  NodePtr transform = new_node("Transform", bounding.span());
  set_field(*transform, "translation", Value(a));
  set_field(*transform, "rotation", Value(turn));
  MFNode children;
  children.push_back(new_node("Plane", bounding.span()));
  set_field(*transform, "children", Value(std::move(children)));
  return transform;
}

// USE may refer to it, or to what is in it.
bool is_named(const Node& node) {
  return !node.def().empty() ||
         std::ranges::any_of(node.values(), [](const FieldValue& field) { return has_names(field.value); });
}

void replace_faces(NodePtr& bounding) {
  if (!bounding) return;
  if (!bounding->use_of() && bounding->is_a("Group")) {  // a Transform too
    const FieldIndex children = bounding->type().find("children");
    if (!bounding->is_set(children)) return;
    for (NodePtr& child : Draft(*bounding).edit(children).as<MFNode>()) replace_faces(child);
  } else if (bounding->use_of() || !is_named(*bounding)) {
    if (NodePtr plane = plane_of(*bounding)) bounding = std::move(plane);
  }
}

}  // namespace

void make_planes(const UpgradeStep& step) {
  if (step.version >= version_number("V6.0")) return;
  for_each_node_to_upgrade(step.nodes, [](Node& solid) {
    if (!solid.is_a("Solid") || solid.node("physics")) return;
    const FieldIndex bounding = solid.type().find("boundingObject");
    if (solid.is_set(bounding)) replace_faces(Draft(solid).edit(bounding).as<NodePtr>());
  });
}

}  // namespace lightsout
