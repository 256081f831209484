// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nodes and fields as supervisors see them: by id, level and index; values out, edits through the world's door.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <unordered_map>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/axis_fields.h"
#include "engine/robots/device.h"
#include "engine/robots/exchange/node_type_number.h"
#include "engine/robots/exchange/old_types.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/supervision/supervisor.h"
#include "engine/supervision/supervisor_names.h"
#include "engine/supervision/supervisor_old_names.h"
#include "engine/supervision/supervisor_place.h"
#include "engine/supervision/supervisor_request.h"
#include "world_format/load.h"
#include "world_format/nodes/assets.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/text/diagnostic_text.h"
#include "world_format/value_check.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

// WbFieldType: SF_BOOL 1 ... SF_NODE 9 in this order, MF is 0x10 more.
int field_type_number(FieldType type) {
  static constexpr int numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  return numbers[int(element_type(type))] + (is_multiple(type) ? 0x10 : 0);
}

// The pseudo field of the root: its children are the world's top-level nodes.
constexpr int root_children = 0;

std::string with_nul(std::string_view text) { return std::string(text) + '\0'; }

// Element `index` of a value (the value itself if it is single) as an answer.
template <class T>
void put_element(const T& v, lo_supervisor_value& out, std::string& data) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int32_t>) {
    out.integer = v;
  } else if constexpr (std::is_same_v<T, double>) {
    out.numbers[0] = v;
  } else if constexpr (std::is_same_v<T, Vec2>) {
    out.numbers[0] = v.x, out.numbers[1] = v.y;
  } else if constexpr (std::is_same_v<T, Vec3>) {
    out.numbers[0] = v.x, out.numbers[1] = v.y, out.numbers[2] = v.z;
  } else if constexpr (std::is_same_v<T, Color>) {
    out.numbers[0] = v.r, out.numbers[1] = v.g, out.numbers[2] = v.b;
  } else if constexpr (std::is_same_v<T, Rotation>) {
    out.numbers[0] = v.x, out.numbers[1] = v.y, out.numbers[2] = v.z, out.numbers[3] = v.angle;
  } else if constexpr (std::is_same_v<T, std::string>) {
    data = v;
  } else if constexpr (std::is_same_v<T, NodePtr>) {
    // What a parameter holds that no field follows is not in the world.
    out.integer = v && v->id() != 0 ? std::int32_t(v->id()) : LO_NO_NODE;
  }
}

bool put_value(const Value& value, int index, lo_supervisor_value& out, std::string& data) {
  return std::visit(
      [&](const auto& v) {
        using T = std::remove_cvref_t<decltype(v)>;
        if constexpr (requires { typename T::allocator_type; } && !std::is_same_v<T, std::string>) {
          if (index < 0 || std::size_t(index) >= v.size()) return false;
          if constexpr (std::is_same_v<T, MFBool>)
            put_element(bool(v[index]), out, data);
          else
            put_element(v[index], out, data);
        } else {
          put_element(v, out, data);
        }
        return true;
      },
      value.storage());
}

// The value that a request carries, of a single type other than SFNode.
Value value_in(const lo_supervisor_request& r, std::string_view text, FieldType type) {
  const double* n = r.numbers;
  switch (type) {
    case FieldType::SFBool:
      return Value(r.integer != 0);
    case FieldType::SFInt32:
      return Value(std::int32_t(r.integer));
    case FieldType::SFFloat:
      return Value(n[0]);
    case FieldType::SFVec2f:
      return Value(Vec2{n[0], n[1]});
    case FieldType::SFVec3f:
      return Value(Vec3{n[0], n[1], n[2]});
    case FieldType::SFRotation:
      return Value(Rotation{n[0], n[1], n[2], n[3]});
    case FieldType::SFColor:
      return Value(Color{n[0], n[1], n[2]});
    case FieldType::SFString:
      return Value(std::string(text));
    default:
      return Value();
  }
}

// One element of a list of values.
void put_element_into(Value& list, int index, Value element) {
  std::visit(
      [&](auto& values) {
        using List = std::remove_cvref_t<decltype(values)>;
        if constexpr (requires { typename List::allocator_type; } && !std::same_as<List, std::string> &&
                      !std::same_as<List, MFNode>)
          values[std::size_t(index)] = element.as<typename List::value_type>();
      },
      list.storage());
}

// The node in whose fields or parameters a node stands, as a supervisor sees it; nullptr: the root.
const Node* holder_of(const World& world, const Node& node) {
  const Node* parent = standing_for(world, node).parent();
  return parent && parent->type().is_proto() ? parent->parent() : parent;
}

bool all_finite(const lo_supervisor_request& r) {
  for (const double number : r.numbers)
    if (!std::isfinite(number)) return false;
  return true;
}

}  // namespace

void Supervisor::get_node(const Request& request, Answer& answer) {
  World& world = simulation_.world();
  const auto put_root = [&] {
    lo_supervisor_node n{};
    n.id = LO_ROOT_NODE;
    n.parent = LO_NO_NODE;
    n.type = node_type_number("Group");
    n.field_count = n.base_field_count = 1;
    answer.put(n, std::string("Group\0Group\0\0", 13));
  };
  const Node* node = nullptr;
  switch (request.operation) {
    case LO_SUPERVISOR_ROOT:
      return put_root();
    case LO_SUPERVISOR_SELF:
      node = &request.robot->node();
      break;
    case LO_SUPERVISOR_SELECTED:
      break;  // nobody can select without a window
    case LO_SUPERVISOR_FROM_ID:
      if (request.node == LO_ROOT_NODE) return put_root();
      node = node_of(request.node);
      break;
    case LO_SUPERVISOR_FROM_DEF:
      if (request.other == LO_NO_NODE) {
        node = find_visible_def(world, request.body);
      } else if (Node* instance = node_of(request.other)) {
        node = find_def_below(*instance, request.body);
      }
      break;
    case LO_SUPERVISOR_FROM_DEVICE:
      if (request.index == 0) node = &request.robot->node();
      if (const Device* device = request.robot->device_of_tag(std::uint32_t(request.index))) node = &device->node();
      break;
    case LO_SUPERVISOR_PARENT: {
      const Node* child = node_of(request.node);
      if (!child) return answer.no();
      node = holder_of(world, *child);
      if (!node) return put_root();
      break;
    }
  }
  if (!node) return answer.no();
  lo_supervisor_node n{};
  n.id = std::int32_t(node->id());
  const Node* holder = holder_of(world, *node);
  n.parent = holder ? std::int32_t(holder->id()) : LO_ROOT_NODE;
  const std::string base(name_of_type(world, *node));
  n.type = node_type_number(base);
  n.proto_count = proto_count(*node);
  n.field_count = std::int32_t(type_at(*node, LO_LEVEL_WRITTEN)->fields().size());
  n.base_field_count = std::int32_t(node->type().fields().size());
  n.internal = is_internal(*node);
  answer.put(
      n, with_nul(node->proto() ? node->proto()->declaration->name : base) + with_nul(base) + with_nul(node->def()));
}

void Supervisor::get_proto(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  if (!node || request.level < 1 || request.level > proto_count(*node)) return answer.no();
  const NodeType& type = *type_at(*node, request.level);
  lo_supervisor_proto p{};
  p.field_count = std::int32_t(type.fields().size());
  p.is_derived = request.level < proto_count(*node);
  answer.put(p, with_nul(type.name()));
}

namespace {

// The hidden position of a joint is that of its jointParameters, if it has any.
std::optional<FieldPlace> place_of_position(const FieldPlace& place) {
  if (place.record || !place.node->is_a("Joint") || !place.description().hidden) return place;
  Node* parameters = place.node->node(parameter_fields[axis_of_field(place.description().name)]);
  return parameters ? place_at(*parameters, LO_LEVEL_BASE, parameters->type().find("position")) : place;
}

// The field of a request, or nothing.
std::optional<FieldPlace> find_place(const lo_supervisor_request& request, Node* node) {
  if (request.node == LO_ROOT_NODE) return FieldPlace{};
  const NodeType* type = node ? type_at(*node, request.level) : nullptr;
  const auto place = type ? place_at(*node, request.level, counted_field(*type, request.field)) : std::nullopt;
  return place ? place_of_position(*place) : std::nullopt;
}

int count_of(const FieldPlace& place, const World& world) {
  return int(place.is_root() ? world.nodes().size() : value_of(place).size());
}

// Before index `index`, negative counts from the end: -1 appends.
bool resolve_index(int& index, int count) {
  if (index < 0) index += count + 1;
  return index >= 0 && index <= count;
}

bool is_list(const FieldPlace& place) { return place.is_root() || is_multiple(place.description().type); }

bool is_one_in_a_world(const Node& node) { return node.is_a("WorldInfo") || node.is_a("Viewpoint"); }

// Before Webots 8 whatever a supervisor put elsewhere stopped (change log of 8.0).
void stop_if_moved(const FieldPlace& place, Scene& scene) {
  const std::string& field = place.description().name;
  if (field != "translation" && field != "rotation") return;
  if (!Release(scene.world()).placing_stops()) return;
  const Solid* top = scene.solid_of(*place.node);
  if (!top) return;
  for (const auto& solid : scene.solids()) {
    if (!solid->is_part_of(*top)) continue;
    solid->stop_motion();
    scene.stop_motors(*solid);
  }
}

constexpr std::string_view read_only_reason = "the field is inside of a PROTO instance, where nothing can be changed";

}  // namespace

void Supervisor::get_field(const Request& request, Answer& answer) {
  lo_supervisor_field f{};
  f.node = request.node;
  f.level = request.level;
  if (request.node == LO_ROOT_NODE) {
    if (request.operation == LO_SUPERVISOR_FIELD_BY_NAME ? request.body != "children" : request.field != root_children)
      return answer.no();
    f.field = root_children;
    f.type = field_type_number(FieldType::MFNode);
    return answer.put(f, with_nul("children"));
  }
  Node* node = node_of(request.node);
  const NodeType* type = node ? type_at(*node, request.level) : nullptr;
  if (!type) return answer.no();
  const bool by_name = request.operation == LO_SUPERVISOR_FIELD_BY_NAME;
  std::optional<FieldPlace> place;
  if (by_name && type == &node->type()) place = place_by_old_name(simulation_.world(), *node, request.body);
  if (place) {
    f.node = std::int32_t(place->node->id());
    f.level = place->level;
  } else {
    const FieldIndex index = by_name ? type->find(request.body) : counted_field(*type, request.field);
    // Whoever counts does not meet the retired ones.
    if (index < type->fields().size() || request.operation == LO_SUPERVISOR_ACTUAL_FIELD)
      place = place_at(*node, request.level, index);
  }
  if (place && request.operation == LO_SUPERVISOR_ACTUAL_FIELD) {
    place = actual_place(*place);
    if (place) {
      f.node = std::int32_t(place->node->id());
      f.level = place->level;
    }
  }
  if (!place) return answer.no();
  f.field = number_of(place->type(), place->field);
  f.type = field_type_number(place->description().type);
  f.read_only = is_read_only(*place);
  answer.put(f, with_nul(place->description().name));
}

void Supervisor::get_count(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place) return answer.no("no such field");
  lo_supervisor_value v{};
  v.integer = count_of(*place, simulation_.world());
  answer.put(v);
}

void Supervisor::get_value(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place) return answer.no("no such field");
  lo_supervisor_value v{};
  std::string data;
  if (place->is_root()) {
    const MFNode& nodes = simulation_.world().nodes();
    if (request.index < 0 || std::size_t(request.index) >= nodes.size()) return answer.no("index out of range");
    v.integer = std::int32_t(seen_there(simulation_.world(), *nodes[request.index]).id());
  } else {
    // Moving things keep their pose in the scene; the tree is brought up to date for whoever reads it.
    bring_up_to_date(*place);
    const bool shown =
        is_old(simulation_.world(), *place)
            ? put_value(old_value(simulation_.world(), *place), request.index, v, data)
            : put_value(value_of(*place), element_now(simulation_.world(), *place, request.index), v, data);
    if (!shown) return answer.no("index out of range");
    if (holds_nodes(*place) && v.integer != LO_NO_NODE)
      v.integer =
          std::int32_t(seen_there(simulation_.world(), *simulation_.world().find_id(std::uint32_t(v.integer))).id());
  }
  v.data_size = std::uint32_t(data.size());
  answer.put(v, data);
}

void Supervisor::set_value(const Request& request, Answer&) {
  const auto place = find_place(request, node_of(request.node));
  if (!place || place->is_root()) return warn(request, "a field of a node that does not exist was set: ignored");
  const FieldDescription& field = place->description();
  const auto name = [&] { return fmt::format("{}.{}", describe(*place->node), field.name); };
  const FieldType type = element_type(field.type);
  if (type == FieldType::SFNode)
    return warn(request, fmt::format("{} holds a node: it cannot be set by value", name()));
  if (is_read_only(*place)) return warn(request, fmt::format("{}: {}: ignored", name(), read_only_reason));
  if (!all_finite(request))
    return warn(request, fmt::format("{} was set to a number that is not finite: ignored", name()));
  Value value = value_in(request, request.body, type);
  const std::string text = type == FieldType::SFString ? value.as<std::string>() : std::string();
  // What is expanded anew begins as it is now; of a list the other elements stay as they are now.
  if (place->record && is_read_by_template(*place->node, place->field))
    simulation_.scene().write_to_tree();
  else
    bring_up_to_date(*place);
  World& world = simulation_.world();
  FieldPlace target = *place;
  if (is_old(world, target))
    if (const std::string problem = bring_to_today(world, target, value); !problem.empty())
      return warn(request, fmt::format("{}: {}: ignored", name(), problem));
  if (!target.record && field.name == "scale" && target.node->is_a("Transform"))
    if (Vec3 scale = value.as<Vec3>(); reset_zeros(scale)) {
      warn(request, fmt::format("{} must not have a 0: 1 stands in its place", name()));
      value = Value(scale);
    }
  if (is_multiple(field.type)) {
    const int count = count_of(*place, world);
    const int index = request.index < 0 ? request.index + count : request.index;
    if (index < 0 || index >= count)
      return warn(request, fmt::format("{} has no element {}: ignored", name(), request.index));
    Value list = value_of(*place).clone();
    put_element_into(list, element_now(world, *place, index), std::move(value));
    value = std::move(list);
  }
  const std::string repair = repair_value(target, value);
  if (const std::string problem = lightsout::set_value(world, target, std::move(value)); !problem.empty())
    return warn(request, fmt::format("{}: {}: ignored", name(), problem));
  if (!repair.empty()) warn(request, fmt::format("{}: {}", name(), repair));
  edits_.note_set(target);
  warn_of_missing_file(request, target, text);
  stop_if_moved(*place, simulation_.scene());
}

void Supervisor::warn_of_missing_file(const Request& request, const FieldPlace& place, const std::string& text) {
  if (text.empty()) return;
  bool is_name = names_files(place.description());
  if (place.record)
    for (const ProtoTarget& target : follow(*place.node, *place.record, place.field))
      is_name = is_name || names_files(target.node->type().field(target.field));
  // What a running world is given is looked for beside the world's file.
  if (!is_name || asset_path(simulation_.world(), text, {}) || !missing_files_.insert(text).second) return;
  warn(request,
       fmt::format("{}.{}: `{}` was not found: it is left out", describe(*place.node), place.description().name, text));
}

void Supervisor::insert_value(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place || place->is_root()) return answer.no("no such field");
  const FieldDescription& field = place->description();
  if (!is_list(*place) || holds_nodes(*place)) return answer.no(fmt::format("{} is no list of values", field.name));
  if (is_read_only(*place)) return answer.no(read_only_reason);
  if (const std::string problem = edit_problem(simulation_.world(), *place); !problem.empty())
    return answer.no(problem);
  if (!all_finite(request)) return answer.no("the value is not finite");
  int index = request.index;
  if (!resolve_index(index, count_of(*place, simulation_.world()))) return answer.no("index out of range");
  simulation_.scene().write_to_tree();
  Value value = value_in(request, request.body, element_type(field.type));
  const std::string text = value.type() == FieldType::SFString ? value.as<std::string>() : std::string();
  const std::string problem = lightsout::insert_value(simulation_.world(), *place, index, std::move(value));
  if (!problem.empty()) return answer.no(problem);
  edits_.note_set(*place);
  warn_of_missing_file(request, *place, text);
  answer.yes();
}

void Supervisor::remove_value(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place) return answer.no("no such field");
  if (is_read_only(*place)) return answer.no(read_only_reason);
  if (const std::string problem = edit_problem(simulation_.world(), *place); !problem.empty())
    return answer.no(problem);
  World& world = simulation_.world();
  int index = request.index;
  Node* gone = nullptr;
  if (is_list(*place)) {
    const int count = count_of(*place, world);
    if (index < 0) index += count;
    if (index < 0 || index >= count) return answer.no("index out of range");
    if (holds_nodes(*place))
      gone = (place->is_root() ? world.nodes() : value_of(*place).as<MFNode>())[std::size_t(index)].get();
  } else {
    if (!holds_nodes(*place)) return answer.no("the field is no list");
    gone = value_of(*place).as<NodePtr>().get();
    if (!gone) return answer.no("the field is empty");
  }
  if (gone && gone->id() != 0) return take_out(request, *gone, answer);
  simulation_.scene().write_to_tree();
  const std::string problem = lightsout::remove_value(world, *place, index);
  if (!problem.empty()) return answer.no(problem);
  edits_.note_set(*place);
  answer.yes();
}

void Supervisor::import_node(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place) return answer.no("no such field");
  if (!holds_nodes(*place)) return answer.no("the field holds no nodes");
  if (is_read_only(*place)) return answer.no(read_only_reason);
  if (const std::string problem = edit_problem(simulation_.world(), *place); !problem.empty())
    return answer.no(problem);
  World& world = simulation_.world();
  int index = request.index;
  if (is_list(*place)) {
    if (!resolve_index(index, count_of(*place, world))) return answer.no("index out of range");
  } else if (value_of(*place).as<NodePtr>()) {
    return answer.no("the field is not empty: remove its node first");
  }
  // What may stand there is told by the field that really holds it.
  const Node* parent = place->node;
  FieldIndex field = place->field;
  if (place->record) {
    const auto targets = follow(*place->node, *place->record, place->field);
    if (targets.empty()) return answer.no("the PROTO uses this parameter in a way that nothing can be imported into");
    parent = targets.front().node;
    field = targets.front().field;
  }
  Diagnostics diagnostics;
  MFNode nodes = load_nodes(std::string(request.body), world, parent, field, diagnostics);
  end_at_limit(diagnostics);
  if (diagnostics.errors() > 0 || nodes.empty())
    return answer.no(with_diagnostics("the node could not be read:", diagnostics));
  if (!is_list(*place) && nodes.size() != 1) return answer.no("the field holds one node");
  for (const NodePtr& node : nodes)
    if (is_one_in_a_world(*node) &&
        std::ranges::any_of(world.nodes(), [&](const NodePtr& top) { return &top->type() == &node->type(); }))
      return answer.no(fmt::format("the world has its one {} already", node->type().name()));
  if (!diagnostics.empty()) warn(request, with_diagnostics("in an imported node:", diagnostics));
  simulation_.scene().write_to_tree();
  std::string problem;
  // What a template takes is copied.
  const bool copied = place->record && is_read_by_template(*place->node, place->field);
  std::vector<Node*> arrived;
  for (NodePtr& node : nodes)
    if (!copied) arrived.push_back(node.get());
  for (NodePtr& node : nodes)
    if (problem.empty())
      problem = is_list(*place) ? lightsout::insert_value(world, *place, index++, Value(std::move(node)))
                                : lightsout::set_value(world, *place, Value(std::move(node)));
  if (!problem.empty()) return answer.no(problem);
  const auto first = std::ptrdiff_t(initial_.size());
  for (Node* node : arrived) {
    give_unique_names(world, *node);
    keep_state(*node, initial_);
  }
  // Ids only grow, but for those that templates asked for before their nodes came.
  std::stable_sort(initial_.begin() + first, initial_.end(),
                   [](const SavedField& a, const SavedField& b) { return a.node < b.node; });
  answer.yes();
}

void Supervisor::take_out(const Request& request, Node& node, Answer& answer) {
  if (is_one_in_a_world(node)) return answer.no(fmt::format("the {} cannot be removed", node.type().name()));
  if (is_internal(node)) return answer.no("the node is inside of a PROTO instance, where nothing can be changed");
  // Its own robot goes at the end of the step.
  for (const Node* above = &request.robot->node(); above; above = above->parent())
    if (above == &node) {
      leaving_.push_back(node.id());
      return answer.yes();
    }
  simulation_.scene().write_to_tree();
  remove(node);
  answer.yes();
}

void Supervisor::remove(Node& node) {
  edits_.note_removal(node);
  take_out_of_world(simulation_.world(), node);
}

void Supervisor::finish_step() {
  for (const std::uint32_t id : std::exchange(leaving_, {}))
    if (Node* node = simulation_.world().find_id(id)) {
      simulation_.scene().write_to_tree();
      remove(*node);
    }
}

void Supervisor::bring_up_to_date(const FieldPlace& place) {
  const auto moves = [](const std::string& field) {
    return field == "translation" || field == "rotation" || field == "linearVelocity" || field == "angularVelocity" ||
           field.starts_with("position") || field == "battery";
  };
  Scene& scene = simulation_.scene();
  if (!place.record) {
    if (moves(place.description().name)) scene.write_to_tree(*place.node);
    return;
  }
  for (const ProtoTarget& target : follow(*place.node, *place.record, place.field))
    if (moves(target.node->type().field(target.field).name)) scene.write_to_tree(*target.node);
}

void Supervisor::remove_node(const Request& request, Answer& answer) {
  Node* node = node_of(request.node);
  if (!node) return answer.no("no such node");
  take_out(request, standing_for(simulation_.world(), *node), answer);
}

void Supervisor::export_string(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  if (!node) return answer.no("no such node");
  simulation_.scene().write_to_tree();
  const std::string text = write_node(*node, {.keep_protos = true, .live = true});
  lo_supervisor_value v{};
  v.data_size = std::uint32_t(text.size());
  answer.put(v, text);
}

}  // namespace lightsout
