// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/placed_bodies.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/collider/shapes/mesh_contacts.h"

namespace lightsout {

using Eigen::Vector3d;

PlacedBodies::PlacedBodies(std::shared_ptr<const ColliderScene> scene)
    : scene_(std::move(scene)), poses_(scene_->bodies().size()), centres_(scene_->bodies().size()) {}

PlacedPair PlacedBodies::pair(const ColliderScene::BodyPair& bodies) const {
  const ColliderScene::Body &first = scene_->bodies()[std::size_t(bodies.first)],
                            &second = scene_->bodies()[std::size_t(bodies.second)];
  const double padding = first.padding + second.padding;
  const double reach = first.model->radius() + second.model->radius() + padding;
  return {bodies.first, bodies.second, padding, reach, bodies.kind, {}, {}};
}

void PlacedBodies::place(const ColliderScene::Link& link, const RigidPose& pose) {
  for (int b = link.first_body; b < link.first_body + link.bodies; ++b) {
    const ColliderScene::Body& body = scene_->bodies()[std::size_t(b)];
    // A file's link is its one model: nothing to multiply.
    poses_[std::size_t(b)] = body.in_link ? pose * *body.in_link : pose;
    centres_[std::size_t(b)] = poses_[std::size_t(b)] * body.model->centre();
  }
}

// A closed mesh holds a primitive or one of the parts of another mesh.
bool PlacedBodies::encloses_any(int outer, int inner) const {
  const CollisionModel &holder = model(outer), &held = model(inner);
  if (!scene_->containment() || !holder.is_mesh() || !holder.closed() || held.kind() == ModelKind::HalfSpace)
    return false;
  const RigidPose to_holder = poses_[std::size_t(outer)].to(poses_[std::size_t(inner)]);
  if (!held.is_mesh()) return encloses(holder.tree(), to_holder.translation, holder.oriented());
  return std::any_of(held.part_points().begin(), held.part_points().end(), [&](const Vector3d& point) {
    return encloses(holder.tree(), to_holder * point, holder.oriented());
  });
}

bool PlacedBodies::touch(PlacedPair& pair, double margin) const {
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  margin += pair.padding;
  if (pair.kind == PairKind::HalfSpace) return height(pair).distance <= margin;
  if (pair.kind == PairKind::Fcl) {
    const FclShape &s = *scene_->bodies()[a].fcl, &t = *scene_->bodies()[b].fcl;
    const ShapePairs& fcl = *scene_->shape_pairs();
    if (fcl.touch(s, poses_[a], t, poses_[b])) return true;
    // The limit is beyond the margin, so that a distance of just the margin is told from none.
    if (margin > 0 && bare_distance(pair, 2 * margin, pair.nearest).distance <= margin) return true;
  } else {
    const RigidPose pose = relative(pair);
    const TriangleTree &s = model(pair.first).tree(), &t = model(pair.second).tree();
    const bool found =
        margin > 0 ? trees_within(s, t, pose, margin, pair.witness) : trees_touch(s, t, pose, pair.witness);
    if (found) return true;
    pair.witness = {};
  }
  return encloses_any(pair.first, pair.second) || encloses_any(pair.second, pair.first);
}

// Signed, of a body over a half-space.
PairDistance PlacedBodies::height(const PlacedPair& pair) const {
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  if (model(pair.second).kind() == ModelKind::HalfSpace) return height_over(poses_[b], model(pair.first), poses_[a]);
  PairDistance d = height_over(poses_[a], model(pair.second), poses_[b]);
  std::swap(d.on_first, d.on_second);
  return d;
}

PairDistance PlacedBodies::distance(PlacedPair& pair, double limit) const {
  PairDistance found = bare_distance(pair, limit + pair.padding, pair.nearest);
  found.distance -= pair.padding;
  return found;
}

// Of bodies that do not touch. World axes. Of boxes with parallel faces or edges FCL 0.7 gives corners in place of the
// nearest points: boxes and meshes are measured by their triangles.
PairDistance PlacedBodies::bare_distance(const PlacedPair& pair, double limit, TrianglePair& witness) const {
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  if (pair.kind == PairKind::HalfSpace) return height(pair);
  const CollisionModel &first = model(pair.first), &second = model(pair.second);
  if (pair.kind == PairKind::Fcl && !(first.has_flat_faces() && second.has_flat_faces()))
    return scene_->shape_pairs()->distance(*scene_->bodies()[a].fcl, poses_[a], *scene_->bodies()[b].fcl, poses_[b],
                                           limit);
  const TreeDistance d =
      tree_distance(first.as_mesh().tree(), second.as_mesh().tree(), relative(pair), limit, 0, witness);
  return {d.distance, poses_[a] * d.on_first, poses_[a] * d.on_second};
}

// One body is wholly inside the other: the nearest way out, and how far it takes all of the inner one.
PairContact PlacedBodies::enclosed_contact(const PlacedPair& pair, bool inner_is_second) const {
  TrianglePair witness;
  const PairDistance nearest = bare_distance(pair, std::numeric_limits<double>::infinity(), witness);
  const Vector3d inner_point = inner_is_second ? nearest.on_second : nearest.on_first;
  const Vector3d outer_point = inner_is_second ? nearest.on_first : nearest.on_second;
  const int inner = inner_is_second ? pair.second : pair.first;
  const RigidPose& pose = poses_[std::size_t(inner)];
  const Vector3d out = (outer_point - inner_point).normalized();
  const Vector3d last = pose * model(inner).support(pose.rotation.transpose() * -out);
  return {inner_point, inner_is_second ? out : Vector3d(-out), out.dot(outer_point - last)};
}

std::vector<PairContact> PlacedBodies::overlaps(const PlacedPair& pair, std::size_t most) const {
  std::vector<PairContact> found;
  const auto a = std::size_t(pair.first), b = std::size_t(pair.second);
  if (pair.kind == PairKind::HalfSpace) {
    const PairDistance d = height(pair);
    const bool plane_first = model(pair.first).kind() == ModelKind::HalfSpace;
    const Vector3d up = poses_[plane_first ? a : b].rotation.col(2);
    found.push_back({(d.on_first + d.on_second) / 2, plane_first ? up : Vector3d(-up), -d.distance});
  } else if (pair.kind == PairKind::Meshes || model(pair.first).is_mesh() || model(pair.second).is_mesh()) {
    // Between triangles and primitives FCL's normals and depths are of single triangles, with doubtful signs.
    found = mesh_contacts(model(pair.first).as_mesh(), model(pair.second).as_mesh(), relative(pair), most);
    for (PairContact& contact : found) {
      contact.point = poses_[a] * contact.point;
      contact.normal = poses_[a].rotation * contact.normal;
    }
  }
  if (found.empty() && pair.kind == PairKind::Fcl) {
    const FclShape &s = *scene_->bodies()[a].fcl, &t = *scene_->bodies()[b].fcl;
    if (scene_->shape_pairs()->touch(s, poses_[a], t, poses_[b]))
      scene_->shape_pairs()->contacts(s, poses_[a], t, poses_[b], most, found);
  }
  if (found.empty()) {
    const bool second_inside = encloses_any(pair.first, pair.second);
    if (second_inside || encloses_any(pair.second, pair.first)) {
      found.push_back(enclosed_contact(pair, second_inside));
    } else {  // within the margin
      TrianglePair witness;
      const PairDistance d = bare_distance(pair, std::numeric_limits<double>::infinity(), witness);
      found.push_back({(d.on_first + d.on_second) / 2, (d.on_second - d.on_first).normalized(), -d.distance});
    }
  }
  return found;
}

void PlacedBodies::contacts(const PlacedPair& pair, std::size_t most, std::vector<LinkContact>& result) const {
  for (const PairContact& contact : overlaps(pair, most))
    result.push_back({links(pair), contact.point, contact.normal, contact.depth + pair.padding});
}

LinkDistance PlacedBodies::touching(const PlacedPair& pair) const {
  std::vector<LinkContact> found;
  contacts(pair, 1, found);
  return {0, links(pair), found[0].point, found[0].point};
}

}  // namespace lightsout
