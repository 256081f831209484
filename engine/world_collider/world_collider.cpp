// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/world_collider/world_collider.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_joint.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"

namespace lightsout {
namespace {

RigidPose rigid(const Pose& pose) { return {pose.rotation, pose.position}; }

// A mesh that several solids have is prepared once.
class Models {
 public:
  std::shared_ptr<const CollisionModel> of(const Shape& shape, const std::string& name) {
    switch (shape.kind) {
      case ShapeKind::Box:
        return CollisionModel::primitive(name, ModelKind::Box, shape.size);
      case ShapeKind::Sphere:
        return CollisionModel::primitive(name, ModelKind::Sphere, shape.size);
      case ShapeKind::Cylinder:
        return CollisionModel::primitive(name, ModelKind::Cylinder, shape.size);
      case ShapeKind::Capsule:
        return CollisionModel::primitive(name, ModelKind::Capsule, shape.size);
      case ShapeKind::Cone:
        return CollisionModel::primitive(name, ModelKind::Cone, shape.size);
      case ShapeKind::Plane:
        return CollisionModel::primitive(name, ModelKind::HalfSpace, shape.size);
      case ShapeKind::ElevationGrid:
      case ShapeKind::Mesh:
        break;
    }
    std::shared_ptr<const CollisionModel>& model = of_mesh_[shape.mesh.get()];
    if (!model) model = CollisionModel::from_mesh(name, *shape.mesh);
    return model;
  }

 private:
  std::unordered_map<const TriangleMesh*, std::shared_ptr<const CollisionModel>> of_mesh_;  // looked up only
};

// The outermost robot that a solid is part of, else its top-level solid.
const Solid& owner_of(const Solid& solid) {
  const Solid* owner = nullptr;
  const Solid* top = &solid;
  for (const Solid* s = &solid; s; s = s->parent()) {
    if (s->node().is_a("Robot")) owner = s;
    top = s;
  }
  return owner ? *owner : *top;
}

std::vector<std::string> aliases_of(const Joint& joint, int axis, bool only_axis) {
  std::vector<std::string> aliases;
  if (only_axis) aliases = {joint.path(), joint.end_point()->path()};
  if (!joint.robot()) return aliases;
  for (const auto& device : joint.robot()->devices()) {
    if (device->joint() != &joint || device->axis() != axis) continue;
    aliases.push_back(device->name());
    aliases.push_back(device->path());
  }
  return aliases;
}

}  // namespace

// A collider while it is made of a scene.
struct WorldCollider::Builder {
  // Where a solid stands.
  struct Place {
    int frame;
    Pose in_frame;
  };
  // Whose links are one group.
  struct Owner {
    const Solid* solid;
    bool is_static;
    std::vector<int> frames{};  // that have shapes
    int group = -1;
  };

  const Scene& scene;
  WorldCollider& result;
  Models models{};
  std::vector<Owner> owners{};
  std::vector<LinkDescription> links{};              // of each frame
  std::unordered_map<const Solid*, Place> places{};  // looked up only, as the next one
  std::unordered_map<const Solid*, std::size_t> owner_at{};
  std::vector<GroupDescription> groups{};

  // A parent is added before its children. The error names a joint that cannot be posed.
  std::expected<void, std::string> add(const Solid& solid);
  std::expected<Place, std::string> place_of(const Solid& solid, std::size_t owner);
  std::expected<Frame, std::string> frame_of(const Solid& solid, const Place& above);
  void add_axes(const Solid& solid, Frame& frame);
  void add_shapes(const Solid& solid, const Place& place, Owner& owner);
  void note_loops();
  // Robots first, then what is static.
  void make_groups();
  void make_group(Owner& owner, int& links_so_far);
  // Pairs so near each other along the joints that they may touch, and those that nothing moves against each other.
  void allow_neighbours(int neighbours);
};

std::expected<void, std::string> WorldCollider::Builder::add(const Solid& solid) {
  const Solid& owner = owner_of(solid);
  const auto [entry, is_new] = owner_at.emplace(&owner, owners.size());
  if (is_new) owners.push_back({&owner, !owner.node().is_a("Robot")});
  const auto place = place_of(solid, entry->second);
  if (!place) return std::unexpected(place.error());
  places.emplace(&solid, *place);
  add_shapes(solid, *place, owners[entry->second]);
  return {};
}

std::expected<WorldCollider::Builder::Place, std::string> WorldCollider::Builder::place_of(const Solid& solid,
                                                                                           std::size_t owner) {
  const Place above = solid.parent() ? places.at(solid.parent()) : Place{-1, Pose()};
  if (!solid.joint() && solid.parent() && owners[owner].solid != &solid)
    return Place{above.frame, above.in_frame * solid.construction()};
  auto frame = frame_of(solid, above);
  if (!frame) return std::unexpected(frame.error());
  frame->group = int(owner);
  result.frames_.push_back(*frame);
  links.push_back({solid.path(), {}});
  return Place{int(result.frames_.size()) - 1, Pose()};
}

std::expected<WorldCollider::Frame, std::string> WorldCollider::Builder::frame_of(const Solid& solid,
                                                                                  const Place& above) {
  Frame frame;
  frame.parent = above.frame;
  frame.anchor = above.frame < 0 ? -1 : result.frames_[std::size_t(above.frame)].anchor;
  frame.depth = above.frame < 0 ? 0 : result.frames_[std::size_t(above.frame)].depth;
  frame.in_parent = above.in_frame;
  if (!solid.joint()) {
    frame.in_parent = above.in_frame * solid.construction();
    return frame;
  }
  frame.joint = dynamic_cast<const AxisJoint*>(solid.joint());
  if (!frame.joint) return std::unexpected(fmt::format("{}: a joint of this kind has no axes", solid.joint()->path()));
  frame.anchor = int(result.frames_.size());
  ++frame.depth;
  add_axes(solid, frame);
  return frame;
}

void WorldCollider::Builder::add_axes(const Solid& solid, Frame& frame) {
  const std::span<const JointAxis> axes = std::as_const(*solid.joint()).axes();
  frame.first_axis = int(result.axes_.size());
  frame.axes = int(axes.size());
  for (int i = 0; i < frame.axes; ++i) {
    const JointAxis& axis = axes[std::size_t(i)];
    result.axes_.push_back({fmt::format("{}.joint{}", solid.path(), i ? std::to_string(i + 1) : ""),
                            aliases_of(*frame.joint, i, frame.axes == 1), axis.linear, axis.position});
  }
}

void WorldCollider::Builder::add_shapes(const Solid& solid, const Place& place, Owner& owner) {
  if (result.frames_[std::size_t(place.frame)].depth > 0) owner.is_static = false;
  LinkDescription& link = links[std::size_t(place.frame)];
  if (link.parts.empty() && !solid.shapes().empty()) owner.frames.push_back(place.frame);
  for (const auto& shape : solid.shapes())
    link.parts.push_back({models.of(*shape, solid.path()), rigid(place.in_frame * shape->in_solid)});
}

void WorldCollider::Builder::note_loops() {
  for (const auto& joint : scene.joints())
    if (joint->end_point() && joint->end_point()->joint() != joint)
      result.notes_.push_back(
          fmt::format("{} closes a loop: its endPoint is placed by other joints alone", joint->path()));
}

void WorldCollider::Builder::make_groups() {
  int links_so_far = 0;
  for (const bool is_static : {false, true})
    for (Owner& owner : owners)
      if (owner.is_static == is_static) make_group(owner, links_so_far);
  for (Frame& frame : result.frames_) frame.group = owners[std::size_t(frame.group)].group;
}

void WorldCollider::Builder::make_group(Owner& owner, int& links_so_far) {
  if (owner.frames.empty()) {
    result.notes_.push_back(fmt::format("{} has no boundingObject and is left out", owner.solid->path()));
    return;
  }
  std::sort(owner.frames.begin(), owner.frames.end());
  owner.group = int(groups.size());
  GroupDescription group{owner.solid->path(), owner.is_static, {}, std::vector<std::pair<int, int>>()};
  for (const int f : owner.frames) {
    result.frames_[std::size_t(f)].link = links_so_far++;
    result.frames_[std::size_t(f)].in_group = int(group.links.size());
    group.links.push_back(std::move(links[std::size_t(f)]));
  }
  groups.push_back(std::move(group));
  if (!owner.is_static) ++result.robots_;
}

void WorldCollider::Builder::allow_neighbours(int neighbours) {
  for (const Frame& a : result.frames_) {
    if (a.link < 0) continue;
    GroupDescription& group = groups[std::size_t(a.group)];
    group.links[std::size_t(a.in_group)].rigid_with = a.anchor;
    for (const Frame& b : result.frames_) {
      if (b.link <= a.link || b.group != a.group) continue;
      const int joints = result.joints_between(int(&a - result.frames_.data()), int(&b - result.frames_.data()));
      if (joints <= neighbours) group.allowed->push_back({a.in_group, b.in_group});
    }
  }
}

std::expected<WorldCollider, std::string> WorldCollider::build(const Scene& scene, const ColliderOptions& options) {
  WorldCollider result;
  Builder builder{scene, result};
  for (const auto& solid : scene.solids())
    if (auto added = builder.add(*solid); !added) return std::unexpected(added.error());
  builder.note_loops();
  builder.make_groups();
  if (builder.groups.empty()) return std::unexpected("no solid of the world has a boundingObject");
  builder.allow_neighbours(options.neighbours);
  auto collider = ColliderScene::build(builder.groups, options);
  if (!collider) return std::unexpected(collider.error());
  result.collider_ = std::move(*collider);
  const auto& told = result.collider_->notes();
  result.notes_.insert(result.notes_.end(), told.begin(), told.end());
  return result;
}

// Along the tree of frames; without end for frames that only the world connects.
int WorldCollider::joints_between(int frame1, int frame2) const {
  int joints = 0;
  // A parent's number is the smaller one.
  while (frame1 != frame2) {
    int& lower = frame1 > frame2 ? frame1 : frame2;
    const Frame& frame = frames_[std::size_t(lower)];
    if (frame.parent < 0) return std::numeric_limits<int>::max();
    joints += frame.joint != nullptr;
    lower = frame.parent;
  }
  return joints;
}

std::expected<int, std::string> WorldCollider::find_axis(std::string_view name) const {
  int found = -1;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (axes_[i].name == name) return int(i);
    if (std::find(axes_[i].aliases.begin(), axes_[i].aliases.end(), name) == axes_[i].aliases.end()) continue;
    if (found >= 0)
      return std::unexpected(fmt::format("'{}' may be {} or {}", name, axes_[std::size_t(found)].name, axes_[i].name));
    found = int(i);
  }
  if (found >= 0) return found;
  return std::unexpected(fmt::format("there is no joint '{}' in the world", name));
}

void WorldCollider::place(std::span<const double> positions, std::span<Eigen::Matrix4d> matrices) const {
  std::vector<Pose> poses(frames_.size());
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const Frame& frame = frames_[f];
    Pose pose = frame.in_parent;
    if (frame.parent >= 0) pose = poses[std::size_t(frame.parent)] * pose;
    if (frame.joint)
      pose =
          pose * frame.joint->end_point_at(positions.subspan(std::size_t(frame.first_axis), std::size_t(frame.axes)));
    poses[f] = pose;
    if (frame.link < 0) continue;
    Eigen::Matrix4d& matrix = matrices[std::size_t(frame.link)];
    matrix.setIdentity();
    matrix.topLeftCorner<3, 3>() = pose.rotation;
    matrix.topRightCorner<3, 1>() = pose.position;
  }
}

}  // namespace lightsout
