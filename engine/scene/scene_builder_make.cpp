// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What ODE is told of a scene that was read: geoms, joints, and what depends on them.
#include <fmt/format.h>

#include <cassert>
#include <unordered_map>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/find_kinematic_wheels.h"
#include "engine/joints/joint.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/media/fluids.h"
#include "engine/ode/ode_context.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene_builder.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/followers.h"
#include "engine/stage/parts.h"
#include "engine/stage/stage_options.h"
#include "engine/stage/world_axes.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

void SceneBuilder::place_joints(std::span<const Scene::Standing> standings) {
  standings_ = standings;
  // A world pose that goes with a solid, after this edit.
  const auto carried = [&](const Pose& pose, const Solid* before) {
    const Solid* solid = before ? scene_.solid_of(before->node()) : nullptr;
    if (!solid || !standings[solid->order_].moved) return pose;
    return standings[solid->order_].now * before->pose().inverse() * pose;
  };
  const auto carried_frame = [&](const Solid& solid, const Solid& before) {
    const Pose frame = carried(before.construction_frame(), &before);
    return same_bits(before.place_, solid.place_) ? frame : frame * before.place_ * solid.place_.inverse();
  };
  for (const auto& solid : scene_.solids_) {
    if (!solid->hangs_in_environment()) continue;
    const Solid* before = previous_->solid_of(solid->node());
    const bool goes_on = before && before->hangs_in_environment() && !before->is_set();
    const Pose frame = goes_on ? carried_frame(*solid, *before) : standings[solid->parent_->order_].now;
    if (!same_bits(frame, solid->parent_->construction_in_world()))
      solid->hung_in_ = std::make_unique<const Pose>(frame);
  }
  for (const auto& joint : scene_.joints_) {
    const Joint* before = previous_->joint_of(joint->node());
    if (!before || !before->closed_at_) continue;
    joint->closed_at_ = {carried(before->closed_at_->parent, before->parent_),
                         carried(before->closed_at_->end_point, before->end_point_)};
  }
}

bool SceneBuilder::make() {
  making_ = &scene_.world_.world_info();
  try {
    make_all();
    return true;
  } catch (const OdeFailure& failure) {
    diagnostics_.report(DiagnosticKind::PhysicalValue, making_->span(),
                        fmt::format("ODE cannot simulate {}: {}", describe(*making_), failure.what()));
    return false;
  }
}

void SceneBuilder::make_all() {
  const Node& info = scene_.world_.world_info();
  scene_.ode_->set({scene_.gravity_, info.get<double>("ERP"), info.get<double>("CFM")});
  make_bodies();
  find_kinematic_wheels();
  make_geoms();
  connect_joints();
  if (auto* fluids = scene_.parts().find<Fluids>()) fluids->connect();
  for (const auto& robot : scene_.robots_) robot->number_devices();
  bool contacts_are_read = scene_.options().notes_contacts;
  for (const auto& robot : scene_.robots_) {
    contacts_are_read |= robot->node().get<bool>("supervisor");
    for (const auto& device : robot->devices()) {
      making_ = &device->node();
      device->connect(diagnostics_);
      contacts_are_read |= device->reads_contacts();
      assert(device->gripping() == dynamic_cast<Gripping*>(device.get()));
      if (Gripping* gripping = device->gripping()) scene_.gripping_.push_back(gripping);
    }
  }
  scene_.contacts().read_properties();
  for (const auto& robot : scene_.robots_) {
    const std::uint32_t company = robot->self_collision() ? 0 : robot->node().id();
    scene_.contacts().set_robot(*robot, {company, robot->kinematic_wheels(), &robot->solid()});
  }
  scene_.contacts().prepare(contacts_are_read);
  scene_.solids_.shrink_to_fit();
  scene_.bodies_.shrink_to_fit();
  scene_.body_ids_.shrink_to_fit();
}

void SceneBuilder::find_kinematic_wheels() {
  std::unordered_map<const Robot*, std::vector<const Joint*>> joints_of;  // looked up, never iterated
  for (const auto& joint : scene_.joints_)
    if (joint->robot()) joints_of[joint->robot()].push_back(joint.get());
  for (const auto& robot : scene_.robots_) {
    robot->kinematic_wheels_ =
        lightsout::find_kinematic_wheels(*robot->solid_, joints_of[robot.get()], scene_.axes_->up);
    robot->solid_->drives_itself_ = robot->kinematic_wheels_ != nullptr;
  }
}

void SceneBuilder::make_geoms() {
  struct Velocities {
    FieldIndex linear, angular;
  };
  std::unordered_map<const NodeType*, Velocities> of_type;  // looked up, never iterated
  for (const auto& solid : scene_.solids_) {
    if (solid->body_) continue;
    const Node& node = solid->node();
    const auto [known, is_new] = of_type.try_emplace(&node.type());
    if (is_new) known->second = {node.type().find("linearVelocity"), node.type().find("angularVelocity")};
    const auto [linear, angular] = known->second;
    if (linear == no_field) continue;
    solid->set_own_velocity(to_eigen(node.get(linear).as<Vec3>()), to_eigen(node.get(angular).as<Vec3>()));
    solid->drifts_ = solid->moves_by_itself() && !solid->drives_itself_;
  }
  scene_.list_drifting();
  for (const auto& solid : scene_.solids_) {
    const Solid* mover = solid->moved_by();
    solid->can_move_ = mover != nullptr;
    for (Solid* s = solid.get(); s && !solid->can_move_; s = s->parent_)
      solid->can_move_ = s->joint_ != nullptr || s->drives_itself_ || s->drifts_;
    if (solid->shapes_.empty()) continue;
    const bool carried = !solid->body_ && solid->can_move_;
    const Node& node = solid->node();
    const Node* bounding = node.node("boundingObject");
    // Part of what plugins rely on: docs/plugins.md, "What a boundingObject becomes".
    making_ = &node;
    const bool own_space = bounding && (bounding->type().name() == "Group" || solid->shapes_.size() > 1);
    solid->space_ = scene_.ode_->geoms(node.id(), solid->shapes_, own_space);
    for (const auto& shape : solid->shapes_) {
      scene_.contacts().add_shape(*shape);
      if (solid->body_ && shape->kind != ShapeKind::Plane)
        attach_geom(*shape, solid->body_, solid->in_body_);
      else
        place_geom(shape->geom, solid->pose() * geom_in_solid(*shape));
    }
    if (carried) scene_.followers().add(*solid);
  }
}

void SceneBuilder::close_loop(Joint& joint, const Node& reference) {
  const std::string& name = reference.get<std::string>("solidName");
  joint.closes_loop_ = true;
  if (name == "<static environment>") return;
  // Of the same robot, or of whatever solid is at the top there.
  for (const auto& solid : scene_.solids_) {
    if (joint.parent_ && &solid->top() != &joint.parent_->top()) continue;
    if (solid->node().get<std::string>("name") != name) continue;
    // What has no Physics belongs to the environment.
    joint.end_point_ = solid->body_ ? solid.get() : nullptr;
    return;
  }
  diagnostics_.report(DiagnosticKind::Unsupported, reference.span_of("solidName"),
                      fmt::format("no solid below the same top has the name \"{}\": the joint holds nothing", name));
  joint.end_point_ = joint.parent_;  // a joint of a body with itself is none
}

void SceneBuilder::close_as_it_is(Joint& joint) const {
  const auto node_of = [](const Solid* solid) { return solid ? &solid->node() : nullptr; };
  const Joint* before = previous_->joint_of(joint.node());
  if (before && before->closes_loop_ && node_of(before->end_point_) == node_of(joint.end_point_)) return;
  const auto now = [this](const Solid* solid) { return solid ? standings_[solid->order_].now : Pose(); };
  joint.closed_at_ = {now(joint.parent_), now(joint.end_point_)};
}

void SceneBuilder::connect_joints() {
  for (const auto& joint : scene_.joints_) {
    making_ = &joint->node();
    if (const Node* end = joint->node().has("endPoint") ? joint->node().node("endPoint") : nullptr)
      if (end->is_a("SolidReference")) {
        close_loop(*joint, *end);
        if (!standings_.empty()) close_as_it_is(*joint);
      }
    joint->connect();
    if (joint->ode_joint()) scene_.ode_joints_.push_back(joint.get());
    if (joint->rows() == 0) continue;
    const Solid* parent = joint->holder();
    Solid* end = joint->end_point();
    if (!parent) end->top().held_by_environment_ = true;
    if (!end) joint->parent()->top().held_by_environment_ = true;
    // The first body of an edge is never the environment.
    const int one = end ? end->body_index() : -1, other = parent ? parent->body_index() : -1;
    scene_.joint_edges_.push_back({one < 0 ? other : one, one < 0 ? one : other, joint->rows()});
  }
}

}  // namespace lightsout
