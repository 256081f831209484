// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a scene follows edits of the tree: in place where that is simple and frequent (moving things), else by a new
// scene that takes over the motion of the old one. Whatever was not edited goes on as if nothing had happened.
#include <algorithm>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_fields.h"
#include "engine/joints/joint.h"
#include "engine/media/sounds.h"
#include "engine/ode/ode_context.h"
#include "engine/robots/charger.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/paint.h"
#include "engine/stage/followers.h"
#include "engine/stage/parts.h"
#include "engine/state/state.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {
namespace {

// Nodes that only pictures show: no edit of theirs changes anything that is simulated.
bool is_scenery(const Node& node) {
  for (const std::string_view type : {"Viewpoint", "Background", "Light", "Fog", "Billboard"})
    if (node.is_a(type)) return true;
  return false;
}

// What infra-red rays see: colours and textures.
bool is_appearance(const Node& node) {
  for (const std::string_view type : {"Appearance", "PBRAppearance", "Material", "ImageTexture", "TextureTransform"})
    if (node.is_a(type)) return true;
  return false;
}

}  // namespace

bool Scene::apply(const Journal& journal) {
  if (journal.empty()) return hangs_elsewhere_;
  bool all_in_place = true;
  const bool wakes = anyone_sleeps();  // no edit puts anything to sleep
  // First what solids are put elsewhere: each once, by all that was set of it, and what carries it before it.
  std::vector<Solid*> put;
  for (const Edit& edit : journal) {
    const Put by_edit = put_by(edit);
    if (!by_edit.solid) continue;
    by_edit.solid->translation_is_set_ |= by_edit.moves;
    by_edit.solid->rotation_is_set_ |= by_edit.turns;
    put.push_back(by_edit.solid);
  }
  std::ranges::sort(put, {}, &Solid::order_);
  put.erase(std::ranges::unique(put).begin(), put.end());
  for (Solid* solid : put) all_in_place = follow_place(*solid, wakes) && all_in_place;
  // All the others, in order: an edit that cannot be followed does not undo the others.
  for (const Edit& edit : journal)
    if (edit.kind == Edit::Kind::Regrow || !put_by(edit).solid) all_in_place = apply(edit) && all_in_place;
  return !all_in_place || hangs_elsewhere_;
}

Scene::Put Scene::put_by(const Edit& edit) {
  Solid* solid = edit.node ? solid_of(*edit.node) : nullptr;
  if (!solid) return {};
  const auto is_set = [&edit](std::string_view field) {
    if (edit.kind != Edit::Kind::Regrow) return edit.field == edit.node->type().find(field);
    return edit.removed->has(field) && edit.node->has(field) && !edit.removed->get(field).equals(edit.node->get(field));
  };
  const bool moves = is_set("translation"), turns = is_set("rotation");
  return {moves || turns ? solid : nullptr, moves, turns};
}

bool Scene::follow_place(Solid& solid, bool wakes) {
  if (solid.parent_ || solid.held_by_environment_) return false;
  const Pose pose = solid.place_ * solid.edited_place();
  solid.translation_is_set_ = solid.rotation_is_set_ = false;
  const Pose from = solid.pose();
  solid.set_in_parent(pose);
  // Joints of a body keep the bits with which they were made.
  if (!solid.body_) solid.construction_ = pose;
  move(solid, from, pose, wakes);
  return true;
}

bool Scene::apply(const Edit& edit) {
  if (edit.node && is_kept(*edit.node)) return true;
  if (edit.kind == Edit::Kind::Regrow && !is_scenery(*edit.node) && !is_appearance(*edit.node)) return false;
  if (edit.kind != Edit::Kind::Regrow && (edit.kind != Edit::Kind::Set || edit.inserted || edit.removed)) {
    const Node* changed = edit.inserted ? edit.inserted : edit.removed.get();
    if (!changed || !is_scenery(*changed)) return false;
    parts().for_each([](Part& part) { part.rearranged(); });
    return true;
  }
  Node& node = *edit.node;
  const std::string& field = node.type().fields()[edit.field].name;
  for (const Actor& actor : actors_of(node))
    if (std::visit([&](auto* who) { return who->apply(edit.field); }, actor.who)) return true;
  if (Solid* solid = solid_of(node)) {
    const bool turns = field == "angularVelocity";
    if (!turns && field != "linearVelocity") return false;
    // Of a body they say how it began.
    if (solid->body_ || solid->drives_itself_) return true;
    const Vector3d velocity = to_eigen(node.get(edit.field).as<Vec3>());
    solid->set_own_velocity(turns ? solid->linear_velocity_in_place() : velocity,
                            turns ? velocity : solid->angular_velocity_in_place());
    let_drift(*solid);
    return true;
  }
  if (is_scenery(node)) return true;
  if (is_appearance(node)) {
    parts().for_each([](Part& part) { part.rearranged(); });
    return true;
  }
  if (node.is_a("JointParameters") && field == "position" && node.parent()) {
    const std::string& list = node.parent()->type().field(node.parent_field()).name;
    return follow_position(*node.parent(), list, node.get<double>("position"));
  }
  // Where the joint has no parameters.
  if (node.is_a("Joint") && field.starts_with("position"))
    return node.node(parameter_fields[axis_of_field(field)]) || follow_position(node, field, node.get<double>(field));
  return false;
}

bool Scene::follow_position(const Node& node, std::string_view field, double position) {
  Joint* joint = joint_of(node);
  if (!joint) return false;
  const std::size_t axis = axis_of_field(field);
  joint->axes()[axis].tree_position = position;
  if (joint->axes()[axis].position == position) return true;
  joint->move_to(int(axis), position);
  stop_end_point(*joint);
  return true;
}

void Scene::write_to_tree(const Actor& actor) {
  if (Robot* const* robot = std::get_if<Robot*>(&actor.who)) (*robot)->write_to_tree(world_);
  if (Charger* const* charger = std::get_if<Charger*>(&actor.who)) (*charger)->write_to_tree(world_);
}

void Scene::write_to_tree() {
  for (const auto& solid : solids_) solid->write_to_tree(world_);
  for (const auto& joint : joints_) joint->write_to_tree(world_);
  for (const Actor& actor : actors_) write_to_tree(actor);
}

void Scene::write_to_tree(const Node& node) {
  if (Solid* solid = solid_of(node)) {
    solid->write_to_tree(world_);
    if (!solid->body_) write_velocities(*solid);
  }
  // Its position is its joint's, its rotation its belt's.
  const bool is_moved = node.is_a("JointParameters") || node.type().name() == "TrackWheel";
  const Node* holder = is_moved ? node.parent() : nullptr;
  if (Joint* joint = holder ? joint_of(*holder) : nullptr) joint->write_to_tree(world_);
  for (const Actor& actor : actors_of(node)) write_to_tree(actor);
}

void Scene::reset_objects(Node& top) {
  for_each_node(top, [this](const Node& node) {
    for (const Actor& actor : actors_of(node)) std::visit([](auto* who) { who->reset(); }, actor.who);
  });
  for (const auto& robot : robots_) robot->list_sensing();
}

void Scene::write_velocities(Solid& solid) {
  Node& node = solid.node();
  if (!node.has("linearVelocity") || (solid.body_ && !solid.owns_body_)) return;
  // What stands still may have begun in motion.
  const auto write = [&](std::string_view name, const Vector3d& v) {
    const FieldIndex field = node.type().find(name);
    if (!v.isZero(0) || node.is_set(field)) world_.write_back(node, field, to_vec3(v));
  };
  Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
  if (solid.body_) {
    linear = vector_of(dBodyGetLinearVel(solid.body_));
    angular = vector_of(dBodyGetAngularVel(solid.body_));
  } else if (solid.drifts_) {
    linear = solid.linear_velocity_in_place();
    angular = solid.angular_velocity_in_place();
  }
  write("linearVelocity", linear);
  write("angularVelocity", angular);
}

void Scene::write_velocities() {
  for (const auto& solid : solids_) write_velocities(*solid);
}

void Scene::clear_velocities() {
  for (const auto& solid : solids_)
    for (const std::string_view field : {"linearVelocity", "angularVelocity"})
      if (solid->owns_body() && solid->node().has(field))
        world_.clear_written(solid->node(), solid->node().type().find(field));
}

std::vector<Scene::Motion> Scene::motions() {
  std::vector<Motion> motions;
  for (const auto& solid : solids_) {
    Motion& motion = motions.emplace_back();
    motion.pose = solid->pose();
    motion.linear = solid->linear_velocity();
    motion.angular = solid->angular_velocity();
    if (!solid->owns_body()) continue;
    StateVisitor saving = StateVisitor::saving(motion.body_state);
    solid->visit_state(saving);
  }
  return motions;
}

// What an edit left alone is where it was, in the world where a body moves it and else in its parent. What an edit put
// elsewhere is there, and carries what is below it along. What has come is where the tree puts it in its parent.
std::vector<Scene::Standing> Scene::standings(const Scene& previous, std::span<const Motion> motions) const {
  std::vector<Standing> standings;
  standings.reserve(solids_.size());
  for (const auto& solid : solids_) {
    const Solid* parent = solid->parent_;
    const Standing* above = parent ? &standings[parent->order_] : nullptr;
    const Solid* before = previous.solid_of(solid->node());
    Standing standing{solid->construction_, above && above->moved};
    const bool is_carried = before && !same_bits(before->place_, solid->place_);  // by a Pose
    standing.moved = standing.moved || is_carried || (before && before->is_set());
    if (!before || before->is_set()) {
      if (above) standing.now = above->now * solid->in_parent();
    } else if (before->body_) {
      standing.now = motions[before->order_].pose;
      if (standing.moved) {
        const Pose parent_before = above ? motions[before->parent_->order_].pose : Pose();
        const Pose carried = is_carried ? solid->place_ * before->place_.inverse() : Pose();
        standing.now = (above ? above->now : Pose()) * carried * parent_before.inverse() * standing.now;
      }
    } else {
      standing.now = above ? above->now * solid->in_parent() : solid->in_parent();
    }
    standings.push_back(standing);
  }
  return standings;
}

// The bodies of `previous` are ours by now, at rest where joints were made on them: how they moved stands in `motions`.
void Scene::take_over(Scene& previous, std::span<const Motion> motions, std::span<const Standing> standings) {
  for (const auto& solid : solids_) {
    const Standing& standing = standings[solid->order_];
    const Solid* before = previous.solid_of(solid->node());
    if (!solid->owns_body()) {
      if (!before || solid->body_ || before->drives_itself_) continue;
      // What has lost its body stands: the velocity of a body is no velocity of its own.
      if (before->body_)
        solid->set_own_velocity(Vector3d::Zero(), Vector3d::Zero());
      else
        solid->set_own_velocity(before->linear_velocity_in_place(), before->angular_velocity_in_place());
      let_drift(*solid);
      continue;
    }
    const bool goes_on = before && before->owns_body();
    const bool is_remade = !goes_on || !same_bits(solid->in_body_, before->in_body_);
    const Motion* motion = before ? &motions[before->order_] : nullptr;
    if (goes_on) {
      StateVisitor loading = StateVisitor::loading(motion->body_state);
      solid->visit_state(loading);
    }
    if (goes_on ? is_remade || standing.moved : !same_bits(standing.now, solid->construction_in_world()))
      solid->set_body_pose(standing.now);
    if (before && is_remade) set_velocity(*solid, motion->linear, motion->angular);
    // As in a world just loaded nothing is asleep: what it rested on may be gone.
    dBodyEnable(solid->body_);
    solid->idle_steps_ = 0;
  }
  for (const auto& joint : joints_) {
    Joint* before = previous.joint_of(joint->node());
    if (!before) continue;
    const auto axes = joint->axes();
    std::vector<std::pair<int, double>> edited;
    for (std::size_t i = 0; i < std::min(axes.size(), before->axes().size()); ++i)
      if (axes[i].tree_position != before->axes()[i].tree_position) edited.emplace_back(int(i), axes[i].tree_position);
    copy_state(*before, *joint);
    if (edited.empty() && joint->has_other_axes(*before)) edited.emplace_back(0, axes[0].position);
    for (const auto& [axis, position] : edited) joint->move_to(axis, position);
    if (!edited.empty()) stop_end_point(*joint);
  }
  followers_->leave_behind();
  followers_->place();
  if (const auto* sounds = previous.parts().find<Sounds>()) parts().get<Sounds>().share_clips(*sounds);
  for (const auto& robot : robots_) {
    for (const auto& before : previous.robots_)
      if (&before->node() == &robot->node()) robot->take_over(*before);
  }
  if (auto* chargers = parts().find<Chargers>(), *before = previous.parts().find<Chargers>(); chargers && before)
    chargers->take_over(*before);
  parts().take_over<Paint>(previous.parts());
}

}  // namespace lightsout
