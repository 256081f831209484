// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scene_model.h"

#include <algorithm>

namespace lightsout {
namespace {

Pose displacement(const SceneModel::Hinge& hinge, double position) {
  if (hinge.slides) return {position * hinge.axis, Matrix3d::Identity()};
  const Matrix3d turn = Eigen::AngleAxisd(position, hinge.axis).toRotationMatrix();
  return {hinge.anchor - turn * hinge.anchor, turn};
}

}  // namespace

// The solid above has Physics: the manual's condition for a joint to connect bodies.
bool SceneModel::moves_with_a_body(const std::string& def) const {
  for (std::string at = def; !at.empty(); at = parts_.at(at).parent)
    if (parts_.at(at).has_body) return true;
  return false;
}

// What moves it: it stands at `world`, in what is there.
void SceneModel::connect(Part& part) {
  std::string solid_above = part.parent;
  while (!solid_above.empty() && !parts_.at(solid_above).is_solid) solid_above = parts_.at(solid_above).parent;
  const bool above_has_physics = !solid_above.empty() && parts_.at(solid_above).has_physics;
  // Physics right below Physics, without a joint, is one body.
  part.has_body = part.has_physics && (part.hinge || part.is_held || !above_has_physics);
  if (part.hinge) {
    part.hangs = part.has_body && !above_has_physics;
    part.hinge->frame.reset();
    if (part.hangs) part.hinge->frame = part.parent.empty() ? Pose() : world(part.parent);
  } else {
    part.hangs = part.has_body && !solid_above.empty() && !moves_with_a_body(part.parent);
  }
}

void SceneModel::add(Part part) {
  part.world = (part.parent.empty() ? Pose() : world(part.parent)) * part.local;
  if (part.hinge) part.hinge->zero = displacement(*part.hinge, part.hinge->position).inverse() * part.local;
  connect(part);
  order_.push_back(part.def);
  parts_.emplace(part.def, std::move(part));
}

void SceneModel::remove(const std::string& def) {
  for (const std::string& gone : below(def)) {
    parts_.erase(gone);
    std::erase(order_, gone);
  }
}

std::vector<std::string> SceneModel::below(const std::string& def) const {
  std::vector<std::string> found{def};
  for (const std::string& other : order_)
    if (std::ranges::find(found, parts_.at(other).parent) != found.end()) found.push_back(other);
  return found;
}

Pose SceneModel::world(const std::string& def) const {
  const Part& part = parts_.at(def);
  if (part.has_body) return part.world;
  return part.parent.empty() ? part.local : world(part.parent) * part.local;
}

Pose SceneModel::local(const std::string& def) const {
  const Part& part = parts_.at(def);
  if (!part.has_body) return part.local;
  return part.parent.empty() ? part.world : world(part.parent).inverse() * part.world;
}

void SceneModel::carry(const std::string& def, const Pose& moved) {
  for (const std::string& other : below(def)) {
    if (other == def) continue;
    Part& part = parts_.at(other);
    part.world = moved * part.world;
    if (part.hinge && part.hinge->frame) part.hinge->frame = moved * *part.hinge->frame;
  }
}

void SceneModel::put(const std::string& def, const Pose& local) {
  Part& part = parts_.at(def);
  const Pose frame = part.parent.empty() ? Pose() : world(part.parent);
  const Pose moved = frame * local * world(def).inverse();
  part.local = local;
  part.world = frame * local;
  if (part.hinge) {
    part.hinge->zero = displacement(*part.hinge, part.hinge->position).inverse() * local;
    if (part.hinge->frame) part.hinge->frame = frame;
  }
  carry(def, moved);
}

void SceneModel::set_translation(const std::string& def, const Vector3d& value) {
  for (const std::string& other : std::vector(order_))
    if (other == def || parts_.at(other).copy_of == def) put(other, {value, local(other).rotation});
}

void SceneModel::set_rotation(const std::string& def, const Matrix3d& value) {
  for (const std::string& other : std::vector(order_))
    if (other == def || parts_.at(other).copy_of == def) put(other, {local(other).position, value});
}

void SceneModel::set_joint(const std::string& def, double position) {
  Part& part = parts_.at(def);
  Hinge& hinge = *part.hinge;
  hinge.position = position;
  const Pose before = world(def), local = displacement(hinge, position) * hinge.zero;
  part.local = local;
  part.world = (hinge.frame ? *hinge.frame : part.parent.empty() ? Pose() : world(part.parent)) * local;
  carry(def, world(def) * before.inverse());
}

void SceneModel::set_physics(const std::string& def, bool has_physics, double mass, const Vector3d& velocity) {
  Part& part = parts_.at(def);
  const Pose now = world(def), in_parent = local(def);
  const bool had_body = part.has_body;
  part.has_physics = has_physics;
  part.mass = mass;
  connect(part);
  part.world = now;
  if (part.has_body != had_body) part.local = in_parent;
  if (had_body && !part.has_body && part.hinge)
    part.hinge->zero = displacement(*part.hinge, part.hinge->position).inverse() * in_parent;
  if (part.has_body != had_body) part.velocity = part.has_body ? velocity : Vector3d(Vector3d::Zero());
}

void SceneModel::stop(const std::string& def) {
  for (const std::string& other : below(def)) parts_.at(other).velocity = parts_.at(other).force = Vector3d::Zero();
}

void SceneModel::step(double dt) {
  for (auto& [def, part] : parts_) {
    if (part.has_body) {
      part.velocity += dt / part.mass * part.force;
      part.world.position += dt * part.velocity;
    } else {
      part.local.position += dt * part.velocity;
    }
    part.force.setZero();
  }
}

}  // namespace lightsout
