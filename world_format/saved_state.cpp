// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Source of the naming: Webots reference, "PROTO hidden fields": name_i is about the i-th solid of the tree below the
// node in pre-order (0: the node itself), position_i_j, position2_i_j, position3_i_j about the j-th joint that the i-th
// solid holds.
#include "world_format/saved_state.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "world_format/diagnostic.h"
#include "world_format/draft.h"
#include "world_format/proto.h"

namespace lightsout {

namespace {

// Of Node or const Node.
template <class N>
void collect_solids(N& node, std::vector<N*>& solids) {
  if (node.is_a("Solid")) solids.push_back(&node);
  for_each_child(node, [&solids](N& child) { collect_solids(child, solids); });
}

template <class N>
void collect_joints(N& solid, std::vector<N*>& joints) {
  for_each_child(solid, [&joints](N& child) {
    if (child.is_a("Joint"))
      joints.push_back(&child);
    else if (!child.is_a("Solid"))
      collect_joints(child, joints);
  });
}

// "position2_3_1" -> "position2", {3, 1}
std::string_view split(std::string_view name, std::vector<std::size_t>& indices) {
  const std::size_t first = name.find('_');
  std::string_view rest = first == std::string_view::npos ? std::string_view() : name.substr(first);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    std::size_t index = 0;
    const auto result = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    if (result.ec != std::errc()) return {};
    indices.push_back(index);
    rest.remove_prefix(static_cast<std::size_t>(result.ptr - rest.data()));
    if (!rest.empty() && rest.front() != '_') return {};
  }
  return name.substr(0, first);
}

bool set_numbers(Node& node, std::string_view field, const HiddenValue& hidden) {
  const FieldIndex index = node.type().find(field);
  if (index == no_field) return false;
  const std::vector<double>& n = hidden.numbers;
  switch (node.type().field(index).type) {
    case FieldType::SFFloat:
      if (n.size() != 1) return false;
      Draft(node).set_value(index, Value(n[0]), hidden.span);
      return true;
    case FieldType::SFVec3f:
      if (n.size() != 3) return false;
      Draft(node).set_value(index, Value(Vec3{n[0], n[1], n[2]}), hidden.span);
      return true;
    case FieldType::SFRotation:
      if (n.size() != 4) return false;
      Draft(node).set_value(index, Value(Rotation{n[0], n[1], n[2], n[3]}), hidden.span);
      return true;
    default:
      return false;
  }
}

bool restore_position(Node& solid, std::string_view field, std::size_t joint_index, const HiddenValue& hidden) {
  std::vector<Node*> joints;
  collect_joints(solid, joints);
  if (joint_index >= joints.size()) return false;
  Node& joint = *joints[joint_index];
  std::string parameters = "jointParameters";
  parameters += field.substr(std::string_view("position").size());
  const FieldIndex index = joint.type().find(parameters);
  if (index == no_field) return false;
  const NodePtr& given = joint.get(index).as<NodePtr>();
  return given ? set_numbers(*given, "position", hidden) : set_numbers(joint, field, hidden);
}

bool restore(const std::vector<Node*>& solids, const HiddenValue& hidden) {
  std::vector<std::size_t> indices;
  const std::string_view field = split(hidden.name, indices);
  if (indices.empty() || indices[0] >= solids.size()) return false;
  Node& solid = *solids[indices[0]];
  if (field == "position" || field == "position2" || field == "position3")
    return indices.size() == 2 && restore_position(solid, field, indices[1], hidden);
  if (indices.size() != 1) return false;
  for (const std::string_view known : {"translation", "rotation", "linearVelocity", "angularVelocity"})
    if (field == known) return set_numbers(solid, field, hidden);
  return false;
}

// A thing of the built-in library that is not made of the parts that the file knows: only the velocity of the whole
// (its pose is not hidden) has a meaning.
bool approximates(const Node& node) {
  for (const ProtoInstance* proto = node.proto(); proto; proto = proto->base.get())
    if (proto->declaration->place == Asset::Place::Library &&
        proto->declaration->documentation.find("Approximates") != std::string::npos)
      return true;
  return false;
}

// Where `saved_axes` says so, the positions that stand with the joint belong into the parameters.
void restore_axis_positions(Node& joint) {
  for (const SavedAxis& axis : saved_axes(joint)) {
    if (!joint.is_set(axis.field)) continue;
    Node& parameters = *joint.node(axis.parameters);
    const FieldIndex position = parameters.type().find("position");
    Draft(parameters).set_value(position, joint.get(axis.field).clone(), joint.span_of(axis.field));
    Draft(joint).clear_value(axis.field);
  }
}

void restore_below(Node& node, Diagnostics& diagnostics) {
  if (node.is_a("Joint")) restore_axis_positions(node);
  if (!node.hidden().empty()) {
    std::vector<Node*> solids;
    collect_solids(node, solids);
    const bool approximate = approximates(node);
    for (const HiddenValue& hidden : node.hidden())
      if (approximate && hidden.name != "linearVelocity_0" && hidden.name != "angularVelocity_0")
        continue;
      else if (!restore(solids, hidden))
        diagnostics.report(
            DiagnosticKind::StaleState, hidden.span,
            fmt::format("the saved value `{}` fits no part of this {}: left out", hidden.name, node.type().name()));
    Draft(node).clear_hidden();
  }
  for_each_child(node, [&diagnostics](Node& child) { restore_below(child, diagnostics); });
}

}  // namespace

std::vector<SavedAxis> saved_axes(const Node& joint) {
  std::vector<SavedAxis> axes;
  for (const std::string_view axis : {"", "2", "3"}) {
    const FieldIndex field = joint.type().find(fmt::format("position{}", axis));
    const std::string parameters_field = fmt::format("jointParameters{}", axis);
    const Node* parameters = field != no_field && joint.has(parameters_field) ? joint.node(parameters_field) : nullptr;
    if (!parameters || !parameters->proto() || parameters->use_of()) continue;
    const FieldIndex position = parameters->type().find("position");
    bool follows = false;
    for (FieldIndex i = 0; i < parameters->proto()->parameters->type().fields().size(); ++i)
      for (const ProtoTarget& target : follow(*parameters, i))
        follows = follows || (target.node == parameters && target.field == position);
    if (!follows && position != no_field) axes.push_back({field, parameters_field});
  }
  return axes;
}

std::vector<HiddenValue> state_below(const Node& instance) {
  std::vector<HiddenValue> state;
  std::vector<ProtoTarget> given;  // by parameters: written with them
  for (FieldIndex i = 0; i < instance.proto()->parameters->type().fields().size(); ++i)
    for (const ProtoTarget& target : follow(instance, i)) given.push_back(target);
  const auto is_given = [&given](const Node& node, FieldIndex field) {
    for (const ProtoTarget& target : given)
      if (target.node == &node && target.field == field) return true;
    return false;
  };
  const auto is_inside = [&](const Node& node) {
    for (const Node* at = &node; at != &instance; at = at->parent())
      if (is_given(*at->parent(), at->parent_field())) return false;
    return true;
  };
  std::vector<const Node*> solids;
  collect_solids(instance, solids);
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const Node& solid = *solids[i];
    if (!is_inside(solid)) continue;
    const auto add = [&](std::string_view name, std::vector<double> numbers) {
      state.push_back({fmt::format("{}_{}", name, i), std::move(numbers), {}});
    };
    const auto wants = [&](std::string_view field) {
      return solid.is_set(field) && !is_given(solid, solid.type().find(field));
    };
    const bool moves = &solid == &instance || (solid.parent() && solid.parent()->is_a("Joint"));
    if (moves && wants("translation")) {
      const Vec3& v = solid.get<Vec3>("translation");
      add("translation", {v.x, v.y, v.z});
    }
    if (moves && wants("rotation")) {
      const Rotation& r = solid.get<Rotation>("rotation");
      add("rotation", {r.x, r.y, r.z, r.angle});
    }
    for (const std::string_view field : {"linearVelocity", "angularVelocity"}) {
      if (!solid.has(field) || !solid.is_set(field)) continue;
      const Vec3& v = solid.get<Vec3>(field);
      if (v != Vec3{}) add(field, {v.x, v.y, v.z});
    }
    std::vector<const Node*> joints;
    collect_joints(solid, joints);
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (!is_inside(*joints[j])) continue;
      for (const std::string_view axis : {"", "2", "3"}) {
        const std::string field = fmt::format("jointParameters{}", axis);
        if (!joints[j]->has(field)) continue;
        const Node* parameters = joints[j]->node(field);
        const Node& holder = parameters ? *parameters : *joints[j];
        const std::string position = parameters ? "position" : fmt::format("position{}", axis);
        if (!holder.is_set(position) || is_given(holder, holder.type().find(position))) continue;
        state.push_back({fmt::format("position{}_{}_{}", axis, i, j), {holder.get<double>(position)}, {}});
      }
    }
  }
  return state;
}

void restore_saved_state(MFNode& nodes, Diagnostics& diagnostics) {
  for (NodePtr& node : nodes) restore_below(*node, diagnostics);
}

}  // namespace lightsout
