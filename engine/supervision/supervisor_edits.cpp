// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/supervision/supervisor_edits.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>

#include "controllers/wire/supervisor.h"
#include "engine/state/state.h"
#include "engine/supervision/supervisor_place.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/writer.h"

namespace lightsout {

void SupervisorEdits::begin(const World& world) {
  removed_.clear();
  set_.clear();
  source_count_ = world.sources.size();
}

void SupervisorEdits::note_set(const FieldPlace& place) {
  if (!holds_nodes(place)) set_.emplace(place.node->id(), place.level, place.field);
}

bool SupervisorEdits::is_set(const Node& node, FieldIndex field) const {
  return set_.contains({node.id(), LO_LEVEL_BASE, field});
}

void SupervisorEdits::note_removal(const Node& node) { removed_.push_back(node.id()); }

void SupervisorEdits::forget(World& world) {
  removed_.clear();
  set_.clear();
  auto& sources = world.sources;
  if (sources.size() > source_count_) sources.resize(source_count_);
}

namespace {

bool is_part_of(const Node& node, std::string_view type) {
  for (const Node* at = &node; at; at = at->parent())
    if (at->is_a(type)) return true;
  return false;
}

// The fields that the manual's matrix names.
bool is_reset(const Node& node, const std::string& field) {
  const auto is_one_of = [&field](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, field) != names.end();
  };
  if (node.is_a("Pose")) {
    if (is_one_of({"translation", "rotation", "linearVelocity", "angularVelocity"})) return true;
    return field == "battery" && (node.is_a("Robot") || node.is_a("Charger"));
  }
  if (node.is_a("JointParameters")) return field == "position";
  if (node.is_a("Joint")) return field.starts_with("position");
  if (node.is_a("Viewpoint")) return is_one_of({"orientation", "position", "near", "far", "fieldOfView"});
  if (field == "location" && node.is_a("Light")) return true;
  return is_one_of({"color", "on", "emissiveColor"}) && (is_part_of(node, "LED") || is_part_of(node, "Charger"));
}

bool is_reset(const FieldPlace& place) {
  if (!place.record) return is_reset(*place.node, place.description().name);
  return std::ranges::any_of(follow(*place.node, *place.record, place.field), [](const ProtoTarget& target) {
    return is_reset(*target.node, target.node->type().field(target.field).name);
  });
}

// 0 if there is nothing: another one once the instance was made anew.
std::uint32_t first_inside(const Node& instance) {
  std::uint32_t id = 0;
  for_each_child(instance, [&id](const Node& child) { id = id == 0 ? child.id() : id; });
  for_each_kept(instance, [&id](const Node&, const Node* child) { id = id == 0 && child ? child->id() : id; });
  return id;
}

bool has_uses(const Value& value) {
  bool found = false;
  const auto look = [&found](const NodePtr& node) {
    if (node) for_each_node(std::as_const(*node), [&found](const Node& each) { found = found || each.use_of(); });
  };
  if (value.type() == FieldType::SFNode)
    look(value.as<NodePtr>());
  else
    for (const NodePtr& node : value.as<MFNode>()) look(node);
  return found;
}

}  // namespace

void SupervisorEdits::make_again(World& world, const MFNode& old_nodes) {
  const std::size_t sources_before = world.sources.size();
  // What was imported has gone with the tree in which it was.
  std::erase_if(removed_, [&world](std::uint32_t id) { return !world.find_id(id); });
  for (const std::uint32_t id : removed_)
    if (Node* node = world.find_id(id)) take_out_of_world(world, *node);
  std::unordered_map<std::uint32_t, Node*> before;  // looked up, never iterated
  std::vector<Node*> robots, instances;
  for (const NodePtr& top : old_nodes)
    for_each_node_with_kept(*top, [&](Node& node) {
      before.emplace(node.id(), &node);
      if (node.proto() && !node.use_of()) instances.push_back(&node);
      if (node.is_a("Robot")) robots.push_back(&node);
    });
  const auto set_again = [&](bool read_by_templates) {
    for (const auto& [id, level, field] : set_) {
      Node* node = world.find_id(id);
      const auto old = before.find(id);
      if (!node || old == before.end()) continue;
      const auto place = place_at(*node, level, field), last = place_at(*old->second, level, field);
      if (!place || !last || last->type().field(field).type != place->type().field(field).type || is_reset(*place))
        continue;
      if (read_by_templates != (place->record && is_read_by_template(*place->node, place->field))) continue;
      if (!value_of(*place).equals(value_of(*last))) set_value(world, *place, value_of(*last).clone());
    }
  };
  // Templates last: what is made anew has other nodes inside.
  set_again(false);
  set_again(true);
  bool carries_nodes = false;
  for (Node* old : instances) {
    Node* node = world.find_id(old->id());
    if (!node || !node->proto() || node->proto()->declaration != old->proto()->declaration ||
        first_inside(*node) == first_inside(*old))
      continue;
    const FieldIndex count = FieldIndex(node->proto()->parameters->type().fields().size());
    for (FieldIndex i = 0; i < count; ++i) {
      const Value& last = live_value(*old, *old->proto(), i);
      if (element_type(last.type()) != FieldType::SFNode || !is_read_by_template(*node, i) || has_uses(last) ||
          write_value(last) == write_value(live_value(*node, *node->proto(), i)))
        continue;
      carries_nodes = true;
      set_value(world, {node, node->proto(), LO_LEVEL_WRITTEN, i}, last.clone());
      // Others may have a USE of these nodes.
      std::vector<std::uint32_t> used;
      for_each_node_with_kept(*node, [&](const Node& inner) {
        if (!world.copies_of(inner).empty()) used.push_back(inner.id());
      });
      for (const std::uint32_t id : used)
        if (Node* inner = world.find_id(id)) regrow_around(world, *inner);
    }
  }
  // This one robots set themselves.
  for (const Node* robot : robots) {
    Node* node = world.find_id(robot->id());
    const FieldIndex field = robot->type().find("customData");
    if (node && node->is_a("Robot") && !node->get(field).equals(robot->get(field)))
      world.set(*node, field, robot->get(field).clone());
  }
  // Texts of what was imported, unless some of it is still there.
  auto& sources = world.sources;
  if (carries_nodes)
    source_count_ = sources.size();
  else
    sources.erase(sources.begin() + std::ptrdiff_t(source_count_), sources.begin() + std::ptrdiff_t(sources_before));
}

void SupervisorEdits::visit_state(StateVisitor& state) {
  if (state.is_loading()) {
    removed_.clear();
    set_.clear();
  }
  state.field("sources of the start", source_count_);
  state.list("removed", removed_);
  std::uint64_t count = set_.size();
  state.field("edits", count);
  auto each = set_.begin();
  for (std::uint64_t i = 0; i < count && !state.failed(); ++i) {
    auto [node, level, field] = state.is_loading() ? std::tuple<std::uint32_t, int, FieldIndex>() : *each++;
    state.field("node", node);
    state.field("level", level);
    state.field("field", field);
    if (state.is_loading()) set_.emplace(node, level, field);
  }
}

}  // namespace lightsout
