// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/supervision/supervisor_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <span>

#include "controllers/wire/supervisor.h"
#include "world_format/load.h"
#include "world_format/nodes/conversion.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/nodes/restriction.h"
#include "world_format/text/diagnostic_text.h"
#include "world_format/value_check.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

ProtoInstance* record_at(const Node& node, int level) {
  ProtoInstance* record = node.proto();
  for (int i = 1; record && i < level; ++i) record = record->base.get();
  return record;
}

using Exposed = std::vector<ProtoTarget>;

// The fields inside of an instance whose nodes the instance's own parameters gave.
Exposed exposed_fields(const Node& instance) {
  Exposed exposed;
  const NodeType& type = instance.proto()->parameters->type();
  for (FieldIndex i = 0; i < type.fields().size(); ++i) {
    if (element_type(type.field(i).type) != FieldType::SFNode) continue;
    const Exposed more = follow(instance, i);
    exposed.insert(exposed.end(), more.begin(), more.end());
  }
  return exposed;
}

bool contains(const Exposed& exposed, const Node& node, FieldIndex field) {
  return std::ranges::any_of(exposed, [&](const ProtoTarget& t) { return t.node == &node && t.field == field; });
}

// Calls visit(child, visible) for the nodes in the node's fields. `inside`: what the visible instance around the node
// exposes, nullptr if the node is visible itself.
template <class Visit>
void for_each_child_in_sight(Node& node, const Exposed* inside, const Visit& visit) {
  Exposed own;
  if (!inside && node.proto()) {
    own = exposed_fields(node);
    inside = &own;
  }
  for_each_child(node, [&](Node& child) {
    const bool visible = !inside || contains(*inside, node, child.parent_field());
    visit(child, visible ? nullptr : inside);
  });
  for_each_kept(node, [&](Node& keeper, Node* child) {
    if (child) visit(*child, contains(*inside, keeper, child->parent_field()) ? nullptr : inside);
  });
}

Node* find_below(Node& node, const Exposed* inside, std::string_view path, bool internal_too);

Node* find_at(Node& node, const Exposed* inside, std::string_view path, bool internal_too) {
  if (node.use_of()) return nullptr;
  const std::size_t dot = path.find('.');
  if (node.def() == path.substr(0, dot) && (internal_too || !inside)) {
    if (dot == std::string_view::npos) return &node;
    if (Node* found = find_below(node, inside, path.substr(dot + 1), internal_too)) return found;
  }
  return find_below(node, inside, path, internal_too);
}

Node* find_below(Node& node, const Exposed* inside, std::string_view path, bool internal_too) {
  Node* found = nullptr;
  if (internal_too) {
    for_each_child(node, [&](Node& child) {
      if (!found) found = find_at(child, nullptr, path, true);
    });
    for_each_kept(node, [&](Node&, Node* child) {
      if (child && !found) found = find_at(*child, nullptr, path, true);
    });
  } else {
    for_each_child_in_sight(node, inside, [&](Node& child, const Exposed* child_inside) {
      if (!found) found = find_at(child, child_inside, path, false);
    });
  }
  return found;
}

// The parameter (of whatever instance) that is linked to this field of the node, or to this parameter of its PROTO.
std::optional<FieldPlace> parameter_above(Node& node, int level, FieldIndex field) {
  const auto linked = [&](Node& instance, bool nested, int first, int last) -> std::optional<FieldPlace> {
    for (int k = last; k >= first; --k) {
      ProtoInstance* record = record_at(instance, k);
      for (const ProtoInstance::Link& link : record->links)
        if (link.node == &node && link.field == field && link.nested == nested)
          return FieldPlace{&instance, record, k, link.parameter};
    }
    return std::nullopt;
  };
  if (level > 1) return linked(node, true, level - 1, level - 1);
  if (level == LO_LEVEL_BASE && node.proto())
    if (auto found = linked(node, false, 1, proto_count(node))) return found;
  for (Node* above = node.parent(); above; above = above->parent())
    if (above->proto())
      if (auto found = linked(*above, level == 1, 1, proto_count(*above))) return found;
  return std::nullopt;
}

std::string describe_place(const FieldPlace& place) {
  return fmt::format("{}.{}", describe(*place.node), place.description().name);
}

// A parameter may take less than the field that gets it.
std::string node_problem(const FieldPlace& place, const Value& value) {
  const FieldDescription& field = place.description();
  if (!place.record || field.choices.empty()) return {};
  std::string problem;
  const auto look = [&](const NodePtr& node) {
    if (!node || std::ranges::any_of(field.choices, [&](const auto& type) { return is_taken(*node, type); })) return;
    problem = fmt::format("{} takes {}, not {}", describe_place(place), fmt::join(field.choices, " or "),
                          written_type(*node));
  };
  if (value.type() == FieldType::SFNode)
    look(value.as<NodePtr>());
  else
    for (const NodePtr& node : value.as<MFNode>()) look(node);
  return problem;
}

// `SFInt32{1, 2}`: a parameter may take less values than its type. Those of strings and nodes are in its choices.
std::string restriction_problem(const FieldPlace& place, const Value& value) {
  if (!place.record || place.field >= place.record->declaration->allowed.size()) return {};
  const std::vector<Value>& allowed = place.record->declaration->allowed[place.field];
  if (allowed.empty() || !left_by(allowed, value)) return {};
  std::vector<std::string> texts;
  for (const Value& v : allowed) texts.push_back(write_value(v));
  return fmt::format("{} takes {}", describe_place(place), fmt::join(texts, " or "));
}

// Of the field itself and of all that the parameter sets.
std::string problem_with(const FieldPlace& place, const std::vector<ProtoTarget>& targets, const Value& value) {
  if (place.description().fixed) return "it cannot change while the world runs";
  if (element_type(value.type()) == FieldType::SFNode) return node_problem(place, value);
  if (std::string problem = value_problem(place.description(), value); !problem.empty()) return problem;
  if (std::string problem = restriction_problem(place, value); !problem.empty()) return problem;
  for (const ProtoTarget& target : targets) {
    const FieldDescription& field = target.node->type().field(target.field);
    if (field.fixed) return fmt::format("{}.{} cannot change while the world runs", describe(*target.node), field.name);
    if (const std::string problem = value_problem(field, converted(value, field.type)); !problem.empty())
      return problem;
  }
  return {};
}

std::string regrow(World& world, const FieldPlace& place, const Value& value) {
  Diagnostics diagnostics;
  NodePtr again = expand_again(world, *place.node, place.field, value, diagnostics);
  end_at_limit(diagnostics);
  if (again) {
    world.regrow(*place.node, std::move(again));
    return {};
  }
  return with_diagnostics(fmt::format("the PROTO cannot be expanded with this value of {}:", place.description().name),
                          diagnostics);
}

std::string set_parameter(World& world, const FieldPlace& place, Value value) {
  const std::vector<ProtoTarget> targets = follow(*place.node, *place.record, place.field);
  if (std::string problem = problem_with(place, targets, value); !problem.empty()) return problem;
  if (is_read_by_template(*place.node, place.field)) return regrow(world, place, value);
  const bool is_of_nodes = element_type(value.type()) == FieldType::SFNode;
  if (!is_of_nodes) {
    for (const ProtoTarget& target : targets)
      world.set(*target.node, target.field, converted(value, target.node->type().field(target.field).type));
  } else if (!targets.empty()) {
    // Nodes stand in the first field, these themselves; those of the others follow them.
    const ProtoTarget& first = targets.front();
    world.set(*first.node, first.field, std::move(value));
    for (const ProtoTarget& other : std::span(targets).subspan(1))
      world.set(*other.node, other.field, followers_of(first.node->get(first.field)));
    return {};
  }
  world.set_parameter(*place.node, place.field, std::move(value));
  return {};
}

// Puts an element into a list, or takes it out (nullptr).
void edit_list(Value& list, int index, Value* element) {
  std::visit(
      [&](auto& values) {
        using List = std::remove_cvref_t<decltype(values)>;
        if constexpr (requires { typename List::allocator_type; } && !std::same_as<List, std::string>) {
          if (element)
            values.insert(values.begin() + index, std::move(element->as<typename List::value_type>()));
          else
            values.erase(values.begin() + index);
        }
      },
      list.storage());
}

// The nodes of a parameter live where it puts them, each field has its own.
std::string edit_parameter_nodes(World& world, const FieldPlace& place, int index, Value* element) {
  const std::vector<ProtoTarget> targets = follow(*place.node, *place.record, place.field);
  if (element)
    if (std::string problem = node_problem(place, *element); !problem.empty()) return problem;
  if (targets.empty() || is_read_by_template(*place.node, place.field)) {
    Value list = value_of(place).clone();
    edit_list(list, index, element);
    return set_parameter(world, place, std::move(list));
  }
  if (element) {
    const ProtoTarget& first = targets.front();
    world.insert(first.node, first.field, index, std::move(*element));
    const MFNode& nodes = first.node->get(first.field).as<MFNode>();
    for (const ProtoTarget& other : std::span(targets).subspan(1)) {
      const NodePtr& inserted = index < 0 ? nodes.back() : nodes[std::size_t(index)];
      world.insert(other.node, other.field, index, Value(inserted->follower()));
    }
  } else {  // copies first, so that none of them inherits what is going
    for (const ProtoTarget& target : std::views::reverse(targets)) world.remove(target.node, target.field, index);
  }
  return {};
}

// An instance whose template reads nodes of a parameter.
struct Reader {
  std::uint32_t instance;
  FieldIndex parameter;
};

// The outermost instance whose template reads a parameter that holds the node; growing it anew grows all inside.
std::optional<Reader> reader_around(Node& edited) {
  std::optional<Reader> found;
  for (Node* instance = edited.parent(); instance; instance = instance->parent()) {
    if (!instance->proto() || instance->use_of()) continue;
    const NodeType& type = instance->proto()->parameters->type();
    for (FieldIndex i = 0; i < type.fields().size(); ++i) {
      if (element_type(type.field(i).type) != FieldType::SFNode || !is_read_by_template(*instance, i)) continue;
      for (const ProtoTarget& target : follow(*instance, i)) {
        if (target.node == &edited && edited.type().is_proto()) found = {instance->id(), i};  // what is kept itself
        for (const Node* child = &edited; child != instance; child = child->parent())
          if (child->parent() == target.node && child->parent_field() == target.field) found = {instance->id(), i};
      }
    }
  }
  return found;
}

}  // namespace

std::string repair_value(const FieldPlace& place, Value& value) {
  if (holds_nodes(place)) return {};
  std::string problem = repair_value(place.description(), value);
  if (!problem.empty() || !place.record) return problem;
  for (const ProtoTarget& target : follow(*place.node, *place.record, place.field)) {
    const FieldDescription& field = target.node->type().field(target.field);
    Value there = converted(value, field.type);
    if (problem = repair_value(field, there); problem.empty()) continue;
    value = converted(there, value.type());
    return problem;
  }
  return {};
}

// What a template read of a node that a parameter gave may be other now: the instance is expanded anew.
void take_out_of_world(World& world, Node& node) {
  const auto index_in = [&](const MFNode& list) {
    return int(std::ranges::find(list, &node, &NodePtr::get) - list.begin());
  };
  Node* parent = node.parent();
  if (parent)
    if (const auto place = actual_place({parent, nullptr, LO_LEVEL_BASE, node.parent_field()});
        place && place->record) {
      const Value& held = parent->get(node.parent_field());
      if (held.type() == FieldType::MFNode)
        remove_value(world, *place, index_in(held.as<MFNode>()));
      else
        set_value(world, *place, Value(NodePtr()));
      return;
    }
  if (!parent) return world.remove(nullptr, no_field, index_in(world.nodes()));
  if (const FieldIndex field = node.parent_field(); parent->type().field(field).type == FieldType::SFNode)
    world.set(*parent, field, Value(NodePtr()));
  else
    world.remove(parent, field, index_in(parent->get(field).as<MFNode>()));
  regrow_around(world, *parent);
}

std::string regrow_around(World& world, Node& edited) {
  std::vector<Reader> readers;
  const auto look_around = [&](Node& node) {
    const auto reader = reader_around(node);
    if (reader && std::ranges::find(readers, reader->instance, &Reader::instance) == readers.end())
      readers.push_back(*reader);
  };
  look_around(edited);
  for (Node* copy : world.copies_of(edited)) look_around(*copy);
  for (const Reader& reader : readers) {
    Node* instance = world.find_id(reader.instance);
    if (!instance) continue;  // inside of one that was grown anew
    ProtoInstance& record = *instance->proto();
    const FieldPlace place{instance, &record, LO_LEVEL_WRITTEN, reader.parameter};
    if (std::string problem = regrow(world, place, live_value(*instance, record, reader.parameter).clone());
        !problem.empty())
      return problem;
  }
  return {};
}

int proto_count(const Node& node) {
  int count = 0;
  for (const ProtoInstance* record = node.proto(); record; record = record->base.get()) ++count;
  return count;
}

bool holds_nodes(const FieldPlace& place) {
  return place.is_root() || element_type(place.description().type) == FieldType::SFNode;
}

const NodeType* type_at(const Node& node, int level) {
  if (level == LO_LEVEL_WRITTEN) level = node.proto() ? 1 : LO_LEVEL_BASE;
  if (level == LO_LEVEL_BASE) return &node.type();
  const ProtoInstance* record = level > 0 ? record_at(node, level) : nullptr;
  return record ? &record->parameters->type() : nullptr;
}

FieldIndex counted_field(const NodeType& type, int number) {
  if (number < 0 || number >= type.field_count()) return no_field;
  return std::size_t(number) < type.counted().size() ? type.counted()[std::size_t(number)] : FieldIndex(number);
}

int number_of(const NodeType& type, FieldIndex field) {
  if (field >= type.fields().size() && field < type.field_count()) return field;
  const auto at = std::ranges::find(type.counted(), field);
  return at == type.counted().end() ? -1 : int(at - type.counted().begin());
}

std::optional<FieldPlace> place_at(Node& node, int level, FieldIndex field) {
  const NodeType* type = type_at(node, level);
  if (!type || field >= type->field_count()) return std::nullopt;
  // A USE copy is edited and read through its original, which knows its PROTO's live nodes.
  Node& original = node.use_of() ? *node.use_of() : node;
  if (level == LO_LEVEL_BASE || (level == LO_LEVEL_WRITTEN && !node.proto()))
    return FieldPlace{&original, nullptr, LO_LEVEL_BASE, field};
  return FieldPlace{&original, record_at(original, std::max(level, 1)), level, field};
}

bool is_read_only(const FieldPlace& place) {
  if (place.is_root()) return false;
  if (place.level == LO_LEVEL_BASE ? place.node->proto() != nullptr : place.level != LO_LEVEL_WRITTEN) return true;
  return is_internal(*place.node);
}

std::optional<FieldPlace> actual_place(const FieldPlace& place) {
  if (!is_read_only(place)) return place;
  FieldPlace at = place;
  if (at.level == LO_LEVEL_WRITTEN) at.level = 1;
  while (true) {
    if (at.level == 1 && !is_internal(*at.node)) return FieldPlace{at.node, at.record, LO_LEVEL_WRITTEN, at.field};
    const auto above = parameter_above(*at.node, at.level, at.field);
    if (!above) return std::nullopt;
    at = *above;
  }
}

bool is_internal(const Node& node) {
  bool instance_above = false;
  for (const Node* above = node.parent(); above && !instance_above; above = above->parent())
    instance_above = above->proto() != nullptr;
  if (!instance_above) return false;
  std::vector<const Node*> line;
  for (const Node* above = node.parent(); above; above = above->parent()) line.push_back(above);
  bool internal = false;
  Exposed inside;
  for (std::size_t i = line.size(); i-- > 0;) {
    const Node& above = *line[i];
    const Node& child = i > 0 ? *line[i - 1] : node;
    if (!internal && above.proto()) {
      inside = exposed_fields(above);
      internal = true;
    }
    if (internal && contains(inside, above, child.parent_field())) internal = false;
  }
  return internal;
}

Node* find_visible_def(World& world, std::string_view path) {
  if (path.empty()) return nullptr;
  for (const NodePtr& node : world.nodes())
    if (Node* found = find_at(*node, nullptr, path, false)) return found;
  return nullptr;
}

Node* find_def_below(Node& node, std::string_view path) {
  return path.empty() ? nullptr : find_below(node, nullptr, path, true);
}

const Value& value_of(const FieldPlace& place) {
  return place.record ? live_value(*place.node, *place.record, place.field) : place.node->get(place.field);
}

std::string set_value(World& world, const FieldPlace& place, Value value) {
  std::string problem;
  if (place.record) {
    problem = set_parameter(world, place, std::move(value));
  } else {
    problem = problem_with(place, {}, value);
    if (problem.empty()) world.set(*place.node, place.field, std::move(value));
  }
  return problem.empty() ? regrow_around(world, *place.node) : problem;
}

std::string insert_value(World& world, const FieldPlace& place, int index, Value element) {
  if (place.is_root()) {
    world.insert(nullptr, no_field, index, std::move(element));
    return {};
  }
  std::string problem;
  if (place.record && element.type() == FieldType::SFNode) {
    problem = edit_parameter_nodes(world, place, index, &element);
  } else if (place.record) {
    Value list = value_of(place).clone();
    edit_list(list, index, &element);
    problem = set_parameter(world, place, std::move(list));
  } else {
    problem = problem_with(place, {}, element);
    if (problem.empty()) world.insert(place.node, place.field, index, std::move(element));
  }
  return problem.empty() ? regrow_around(world, *place.node) : problem;
}

std::string remove_value(World& world, const FieldPlace& place, int index) {
  std::string problem;
  if (place.record && element_type(place.description().type) == FieldType::SFNode) {
    problem = edit_parameter_nodes(world, place, index, nullptr);
  } else if (place.record) {
    Value list = value_of(place).clone();
    edit_list(list, index, nullptr);
    problem = set_parameter(world, place, std::move(list));
  } else {
    world.remove(place.node, place.is_root() ? no_field : place.field, index);
  }
  return problem.empty() && !place.is_root() ? regrow_around(world, *place.node) : problem;
}

}  // namespace lightsout
