// Nodes and fields as supervisors see them: by id, level and index; values out, edits through the world's door.
#include <fmt/format.h>

#include <cmath>

#include "engine/node_type_number.h"
#include "engine/robot.h"
#include "engine/simulation.h"
#include "engine/supervisor.h"
#include "engine/supervisor_request.h"
#include "world_format/check.h"
#include "world_format/load.h"
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
    out.integer = v ? std::int32_t(v->id()) : LO_NO_NODE;
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
      node = world.find_def(request.body);
      break;
    case LO_SUPERVISOR_FROM_DEVICE:
      if (request.index == 0) node = &request.robot->node();
      if (const Device* device = request.robot->device_of_tag(std::uint32_t(request.index))) node = &device->node();
      break;
    case LO_SUPERVISOR_PARENT: {
      const Node* child = node_of(request.node);
      if (!child) return answer.no();
      if (!child->parent()) return put_root();
      node = child->parent();
      break;
    }
  }
  if (!node) return answer.no();
  lo_supervisor_node n{};
  n.id = std::int32_t(node->id());
  n.parent = node->parent() ? std::int32_t(node->parent()->id()) : LO_ROOT_NODE;
  n.type = node_type_number(node->type().name());
  n.field_count = n.base_field_count = std::int32_t(node->type().fields().size());
  answer.put(n, with_nul(node->type().name()) + with_nul(node->type().name()) + with_nul(node->def()));
}

void Supervisor::get_proto(const Request&, Answer& answer) { answer.no(); }

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
  const Node* node = node_of(request.node);
  if (!node) return answer.no();
  const FieldIndex index = request.operation == LO_SUPERVISOR_FIELD_BY_NAME
                               ? node->type().find(request.body)
                               : FieldIndex(std::clamp(request.field, -1, int(no_field)));
  if (index >= node->type().fields().size()) return answer.no();
  const FieldDescription& description = node->type().fields()[index];
  f.field = index;
  f.type = field_type_number(description.type);
  answer.put(f, with_nul(description.name));
}

namespace {

// The node and field of a request, or why there is none.
struct Place {
  Node* node = nullptr;  // nullptr with `root`
  FieldIndex field = no_field;
  bool root = false;
  const FieldDescription* description = nullptr;
};

std::optional<Place> find_place(const lo_supervisor_request& request, Node* node) {
  if (request.node == LO_ROOT_NODE) return Place{nullptr, no_field, true, nullptr};
  if (!node || request.field < 0 || std::size_t(request.field) >= node->type().fields().size()) return std::nullopt;
  const auto field = FieldIndex(request.field);
  return Place{node, field, false, &node->type().fields()[field]};
}

int count_of(const Place& place, const World& world) {
  return int(place.root ? world.nodes().size() : place.node->get(place.field).size());
}

// Before index `index`, negative counts from the end: -1 appends.
bool resolve_index(int& index, int count) {
  if (index < 0) index += count + 1;
  return index >= 0 && index <= count;
}

}  // namespace

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
  if (place->root) {
    const MFNode& nodes = simulation_.world().nodes();
    if (request.index < 0 || std::size_t(request.index) >= nodes.size()) return answer.no("index out of range");
    v.integer = std::int32_t(nodes[request.index]->id());
  } else {
    // Moving things keep their pose in the scene; the tree is brought up to date for whoever reads it.
    simulation_.scene().write_to_tree();
    if (!put_value(place->node->get(place->field), request.index, v, data)) return answer.no("index out of range");
  }
  v.data_size = std::uint32_t(data.size());
  answer.put(v, data);
}

void Supervisor::set_value(const Request& request, Answer&) {
  const auto place = find_place(request, node_of(request.node));
  if (!place || place->root) return warn(request, "a field of a node that does not exist was set: ignored");
  const FieldDescription& field = *place->description;
  const auto name = [&] { return fmt::format("{}.{}", describe(*place->node), field.name); };
  const FieldType type = element_type(field.type);
  if (type == FieldType::SFNode)
    return warn(request, fmt::format("{} holds a node: it cannot be set by value", name()));
  if (field.fixed) return warn(request, fmt::format("{} cannot change while the world runs: ignored", name()));
  if (!all_finite(request))
    return warn(request, fmt::format("{} was set to a number that is not finite: ignored", name()));
  Value value = value_in(request, request.body, type);
  if (!is_multiple(field.type)) {
    if (const std::string problem = value_problem(field, value); !problem.empty())
      return warn(request, fmt::format("{}: {}: ignored", name(), problem));
    // A pose that was only partly set keeps the rest of what the scene says.
    if (field.name == "translation" || field.name == "rotation") simulation_.scene().write_to_tree();
    simulation_.world().set(*place->node, place->field, std::move(value));
    return;
  }
  const int count = count_of(*place, simulation_.world());
  const int index = request.index < 0 ? request.index + count : request.index;
  if (index < 0 || index >= count)
    return warn(request, fmt::format("{} has no element {}: ignored", name(), request.index));
  simulation_.world().set_element(*place->node, place->field, index, std::move(value));
}

void Supervisor::insert_value(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place || place->root) return answer.no("no such field");
  const FieldDescription& field = *place->description;
  const FieldType type = element_type(field.type);
  if (!is_multiple(field.type) || type == FieldType::SFNode)
    return answer.no(fmt::format("{} is no list of values", field.name));
  if (!all_finite(request)) return answer.no("the value is not finite");
  int index = request.index;
  if (!resolve_index(index, count_of(*place, simulation_.world()))) return answer.no("index out of range");
  simulation_.world().insert(place->node, place->field, index, value_in(request, request.body, type));
  answer.yes();
}

void Supervisor::remove_value(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place) return answer.no("no such field");
  World& world = simulation_.world();
  if (!place->root && !is_multiple(place->description->type)) {
    if (place->description->type != FieldType::SFNode) return answer.no("the field is no list");
    world.set(*place->node, place->field, Value(NodePtr()));
    return answer.yes();
  }
  const int count = count_of(*place, world);
  const int index = request.index < 0 ? request.index + count : request.index;
  if (index < 0 || index >= count) return answer.no("index out of range");
  if (place->root && world.nodes()[index]->is_a("WorldInfo")) return answer.no("the WorldInfo cannot be removed");
  simulation_.scene().write_to_tree();
  world.remove(place->node, place->field, index);
  answer.yes();
}

void Supervisor::import_node(const Request& request, Answer& answer) {
  const auto place = find_place(request, node_of(request.node));
  if (!place) return answer.no("no such field");
  World& world = simulation_.world();
  Diagnostics diagnostics;
  MFNode nodes = load_nodes(std::string(request.body), world, simulation_.load_options(), diagnostics);
  if (diagnostics.errors() > 0 || nodes.empty()) {
    std::string reason = "the node could not be read:";
    for (const Diagnostic& diagnostic : diagnostics.sorted()) reason += fmt::format("\n{}", render(diagnostic, false));
    return answer.no(reason);
  }
  simulation_.scene().write_to_tree();
  if (!place->root && place->description->type == FieldType::SFNode) {
    if (nodes.size() != 1) return answer.no("the field holds one node");
    world.set(*place->node, place->field, Value(std::move(nodes[0])));
    return answer.yes();
  }
  if (!place->root && place->description->type != FieldType::MFNode) return answer.no("the field holds no nodes");
  int index = request.index;
  if (!resolve_index(index, count_of(*place, world))) return answer.no("index out of range");
  for (NodePtr& node : nodes) world.insert(place->node, place->field, index++, Value(std::move(node)));
  answer.yes();
}

void Supervisor::remove_node(const Request& request, Answer& answer) {
  Node* node = node_of(request.node);
  if (!node) return answer.no("no such node");
  if (node->is_a("WorldInfo") || node->is_a("Viewpoint"))
    return answer.no(fmt::format("the {} cannot be removed", node->type().name()));
  World& world = simulation_.world();
  simulation_.scene().write_to_tree();
  const auto index_in = [&](const MFNode& list) {
    return int(std::find_if(list.begin(), list.end(), [&](const NodePtr& n) { return n.get() == node; }) -
               list.begin());
  };
  if (Node* parent = node->parent()) {
    const FieldIndex field = node->parent_field();
    if (parent->type().fields()[field].type == FieldType::SFNode)
      world.set(*parent, field, Value(NodePtr()));
    else
      world.remove(parent, field, index_in(parent->get(field).as<MFNode>()));
  } else {
    world.remove(nullptr, no_field, index_in(world.nodes()));
  }
  answer.yes();
}

void Supervisor::export_string(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  if (!node) return answer.no("no such node");
  simulation_.scene().write_to_tree();
  const std::string text = write_node(*node);
  lo_supervisor_value v{};
  v.data_size = std::uint32_t(text.size());
  answer.put(v, text);
}

}  // namespace lightsout
