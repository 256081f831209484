// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/supervision/viewpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/render/scene/render_scene.h"
#include "engine/scene/scene.h"
#include "engine/stage/world_axes.h"
#include "engine/state/clock.h"
#include "engine/state/state.h"
#include "engine/supervision/supervised.h"

namespace lightsout {
namespace {

// "ROBOT:ARM:HAND" by the fields `name`, from the top.
std::string path_by_names(const Solid& solid) {
  const auto& name = solid.node().get<std::string>("name");
  return solid.parent() ? path_by_names(*solid.parent()) + ":" + name : name;
}

Pose pose_in_world(const Node& viewpoint) {
  return {to_eigen(viewpoint.get<Vec3>("position")), to_matrix(viewpoint.get<Rotation>("orientation"))};
}

void put_back(World& world, Node& viewpoint, const Pose& pose) {
  world.write_back(viewpoint, viewpoint.type().find("position"), to_vec3(pose.position));
  world.write_back(viewpoint, viewpoint.type().find("orientation"), to_rotation(pose.rotation));
}

bool is_at_or_below(const Node* node, const Node& top) {
  while (node && node != &top) node = node->parent();
  return node;
}

// World axes.
Eigen::AlignedBox3d bounds_of(const Node& node, const RenderScene& scene) {
  Eigen::AlignedBox3d box;
  for (const RenderBody& body : scene.bodies())
    for (std::size_t i = 0; !body.is_billboard && i < body.triangles.size(); ++i)
      if (is_at_or_below(scene.shape(body.shapes[i]).node, node))
        for (const std::uint32_t corner : body.triangles[i])
          box.extend(body.pose * Vector3d(body.positions[corner].cast<double>()));
  return box;
}

}  // namespace

Node* Viewpoint::node() const {
  for (const NodePtr& top : simulation_.world().nodes())
    if (top->is_a("Viewpoint")) return top.get();
  return nullptr;
}

void Viewpoint::follow() {
  const bool is_new_scene = known_.generation != simulation_.scene_generation();
  if (is_new_scene) {
    const Node* found = node();
    known_.node = found ? found->id() : 0;
  }
  Node* viewpoint = known_.node ? simulation_.world().find_id(known_.node) : nullptr;
  if (!viewpoint) return;
  const auto& name = viewpoint->get<std::string>("follow");
  if (is_new_scene || name != known_.name) {
    known_.solid = name.empty() ? nullptr : find_followed(name);
    known_.name = name;
    known_.generation = simulation_.scene_generation();
  }
  if (!known_.solid) {
    known_.followed = 0;
    return;
  }
  const Pose now = known_.solid->pose();
  if (known_.followed != known_.solid->node().id()) {
    known_.followed = known_.solid->node().id();
    known_.behind.setZero();
  } else {
    const auto& how = viewpoint->get<std::string>("followType");
    if (how == "Tracking Shot") track(*viewpoint, known_.last, now);
    if (how == "Mounted Shot") ride(*viewpoint, known_.last, now);
    if (how == "Pan and Tilt Shot") look_at(*viewpoint, now.position);
  }
  known_.last = now;
}

const Solid* Viewpoint::find_followed(const std::string& name) {
  const auto& solids = simulation_.scene().solids();
  for (const auto& solid : solids)
    if (path_by_names(*solid) == name) return solid.get();
  for (const auto& solid : solids)
    if (solid->node().get<std::string>("name") == name) return solid.get();
  return nullptr;
}

// Of the way that it is behind, what is left shrinks with time constant followSmoothness, in s (one implicit step of
// Euler's).
void Viewpoint::track(Node& viewpoint, const Pose& from, const Pose& to) {
  const double dt = simulation_.clock().dt();
  known_.behind += to.position - from.position;
  const Vector3d way = known_.behind * (dt / (dt + viewpoint.get<double>("followSmoothness")));
  if (way.isZero(0)) return;
  known_.behind -= way;
  const Vector3d position = to_eigen(viewpoint.get<Vec3>("position")) + way;
  simulation_.world().write_back(viewpoint, viewpoint.type().find("position"), to_vec3(position));
}

void Viewpoint::ride(Node& viewpoint, const Pose& from, const Pose& to) const {
  if (same_bits(from, to)) return;
  put_back(simulation_.world(), viewpoint, to * (from.inverse() * pose_in_world(viewpoint)));
}

// With the horizon level. Straight up and down it stays as it is.
void Viewpoint::look_at(Node& viewpoint, const Vector3d& place) const {
  Pose pose = pose_in_world(viewpoint);
  const Vector3d ahead = place - pose.position, left = simulation_.scene().axes().up.cross(ahead);
  constexpr double least = 1e-9;  // m
  if (left.norm() < least) return;
  pose.rotation.col(0) = ahead.normalized();
  pose.rotation.col(1) = left.normalized();
  pose.rotation.col(2) = pose.rotation.col(0).cross(pose.rotation.col(1));
  put_back(simulation_.world(), viewpoint, pose);
}

View Viewpoint::view(int width, int height) const {
  View view;
  view.is_viewpoint = true;
  view.width = width;
  view.height = height;
  if (const Node* viewpoint = node()) {
    view.pose = pose_in_world(*viewpoint);
    view.field_of_view = viewpoint->get<double>("fieldOfView");
    view.near = viewpoint->get<double>("near");
    view.far = viewpoint->get<double>("far");
    view.eye = viewpoint->id();
  }
  return view;
}

double Viewpoint::exposure() const {
  const Node* viewpoint = node();
  return viewpoint ? viewpoint->get<double>("exposure") : 1;
}

std::expected<void, std::string> Viewpoint::move_to(const Node& target, const RenderScene& scene, int width,
                                                    int height) {
  Node* viewpoint = node();
  if (!viewpoint) return std::unexpected("the world has no Viewpoint");
  const Eigen::AlignedBox3d box = bounds_of(target, scene);
  if (box.isEmpty()) return std::unexpected("nothing is seen of the node");
  const View seen = view(width, height);
  const double half_angle = std::atan(std::min(seen.tan_horizontal(), seen.tan_vertical()));
  const double radius = box.diagonal().norm() / 2;
  const double distance = std::max(radius / std::sin(half_angle), radius + seen.near);
  const Vector3d position = box.center() - distance * seen.pose.rotation.col(0);
  simulation_.world().set(*viewpoint, viewpoint->type().find("position"), to_vec3(position));
  known_.behind.setZero();
  return {};
}

void Viewpoint::visit_state(StateVisitor& state) {
  state.field("followed by the viewpoint", known_.followed);
  state.field("its position", known_.last.position);
  state.field("its orientation", known_.last.rotation);
  state.field("behind by", known_.behind);
  if (state.is_loading()) known_.generation = -1;
}

}  // namespace lightsout
