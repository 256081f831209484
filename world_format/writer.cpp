// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <unordered_map>
#include <vector>

#include "world_format/nodes/assets.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/protos/proto.h"
#include "world_format/saved_state.h"
#include "world_format/text/version.h"

namespace lightsout {

namespace {

// Lists of numbers are broken into lines of about this many characters.
constexpr std::size_t list_line = 100;

// "../protos/Arm.proto" for a PROTO of the project, seen from the folder of the world.
std::string url_of(const ProtoDeclaration& declaration, const World& world) {
  const std::filesystem::path folder = std::filesystem::path(world.path).parent_path();
  return std::filesystem::path(declaration.path).lexically_proximate(folder).generic_string();
}

bool declares(const World& world, const ProtoDeclaration& proto) {
  return std::ranges::find(world.extern_protos, proto.name, &ExternProto::name) != world.extern_protos.end();
}

// Whether what the parameter sets names files from another place than the PROTO's own, as its default does not.
bool names_files_elsewhere(const Node& node, const ProtoInstance& record, FieldIndex parameter) {
  const Source* own = record.declaration->source.get();
  bool found = false;
  const auto look = [&](const Node& holder, FieldIndex field) {
    found = found || (names_files(holder.type().field(field)) && holder.get(field).size() > 0 &&
                      holder.span_of(field).source != own);
  };
  for (const ProtoTarget& target : follow(node, record, parameter)) {
    look(*target.node, target.field);
    const Value& value = target.node->get(target.field);
    const auto look_below = [&](const Node& below) {
      if (!below.use_of())
        for (const FieldValue& inner : below.values()) look(below, inner.index);
    };
    if (const NodePtr* child = std::get_if<NodePtr>(&value.storage()); child && *child)
      for_each_node(**child, look_below);
    if (const MFNode* children = std::get_if<MFNode>(&value.storage()))
      for (const NodePtr& child : *children) for_each_node(*child, look_below);
  }
  return found;
}

class Writer {
 public:
  // `world`: of a whole file, nullptr where nodes are written alone.
  Writer(const WriteOptions& options, const World* world) : options_(options), world_(world) {}

  // The PROTOs of the instances that were kept and that the world does not declare, in the order of their first use.
  std::vector<const ProtoDeclaration*> undeclared;
  std::string out;

  void write(const Node& node) {
    const bool in_copy = node.parent() && node.parent()->use_of();
    if (node.use_of() && !in_copy && is_latest(node)) {
      fmt::format_to(std::back_inserter(out), "USE {}", node.def());
      return;
    }
    // A node inside of a copy that had to be written out has no name of its own.
    if (!node.def().empty() && !node.use_of()) {
      fmt::format_to(std::back_inserter(out), "DEF {} ", node.def());
      latest_[node.def()] = &node;
    }
    if (const Node* instance = kept_instance(node)) {
      options_.live ? write_live_instance(node) : write_fields(*instance);
      return;
    }
    write_fields(node);
  }

  void write(const Value& value) {
    std::visit([this](const auto& stored) { write_stored(stored); }, value.storage());
  }

 private:
  // USE means the latest DEF of that name above it. Names of nodes that PROTOs made may hide one another, and what an
  // instance was given is written from a copy of it: there the name must do.
  bool is_latest(const Node& copy) const {
    const auto found = latest_.find(copy.def());
    return found != latest_.end() && (found->second == copy.use_of() || in_parameters_ > 0);
  }

  const Node* kept_instance(const Node& node) {
    if (!options_.keep_protos || !node.proto()) return nullptr;
    const ProtoInstance& instance = *node.proto();
    const ProtoDeclaration& declaration = *instance.declaration;
    if (declaration.missing) return nullptr;
    if (options_.all_protos) return instance.scale != 1 && level_ > 0 ? nullptr : instance.parameters.get();
    // Variants for older files are no PROTOs of today.
    if (declaration.place == Asset::Place::Library && declaration.path.find('/') != std::string::npos) return nullptr;
    // Declared in the world itself: the declaration is not written.
    if (!declaration.path.ends_with(".proto")) return nullptr;
    // The solids around it have given it their scale. Who writes it alone to expand it in their place scales it anew.
    if (instance.scale != 1 && (options_.live || level_ > 0)) return nullptr;
    if (world_ && !declares(*world_, declaration)) {
      const bool by_name_alone = version_number(world_->version) < version_number("R2022b");
      if (!by_name_alone || declaration.place != Asset::Place::Project) return nullptr;
      if (std::ranges::find(undeclared, &declaration) == undeclared.end()) undeclared.push_back(&declaration);
    }
    return instance.parameters.get();
  }

  void write_live_instance(const Node& node) {
    const ProtoInstance& record = *node.proto();
    const NodeType& type = record.parameters->type();
    out += type.name();
    out += " {\n";
    ++level_;
    const auto write_parameter = [&](FieldIndex parameter) {
      const bool names_others = names_files_elsewhere(node, record, parameter);
      if (!names_others && is_default(type.field(parameter), live_value(node, record, parameter))) return;
      indent();
      fmt::format_to(std::back_inserter(out), "{} ", type.field(parameter).name);
      // Nodes that no field took are written from the instance's copy of them.
      const bool copied = follow(node, parameter).empty();
      if (copied) ++in_parameters_;
      write(live_value(node, record, parameter));
      if (copied) --in_parameters_;
      out += '\n';
    };
    for (const FieldValue& given : record.parameters->values()) write_parameter(given.index);
    for (FieldIndex i = 0; i < type.fields().size(); ++i)
      if (!record.parameters->is_set(i)) write_parameter(i);
    for (const HiddenValue& hidden : state_below(node)) {
      indent();
      fmt::format_to(std::back_inserter(out), "hidden {}", hidden.name);
      for (const double number : hidden.numbers) fmt::format_to(std::back_inserter(out), " {}", number);
      out += '\n';
    }
    --level_;
    indent();
    out += '}';
  }

  void write_fields(const Node& node) {
    out += node.type().name();
    out += " {\n";
    ++level_;
    if (node.type().is_proto()) ++in_parameters_;
    // What the parser keeps apart from fields comes last, so that its place does not depend on when it was set.
    for (const FieldValue& field : node.values())
      if (!node.type().field(field.index).hidden) write_field(node, field);
    for (const FieldValue& field : node.values())
      if (node.type().field(field.index).hidden) write_field(node, field);
    if (options_.live && options_.keep_protos && node.is_a("Joint")) write_axis_positions(node);
    for (const IsBinding& binding : node.bindings()) {
      indent();
      fmt::format_to(std::back_inserter(out), "{} IS {}\n", node.type().field(binding.field).name, binding.parameter);
    }
    for (const HiddenValue& hidden : node.hidden()) {
      indent();
      fmt::format_to(std::back_inserter(out), "hidden {}", hidden.name);
      for (const double number : hidden.numbers) fmt::format_to(std::back_inserter(out), " {}", number);
      out += '\n';
    }
    if (node.type().is_proto()) --in_parameters_;
    --level_;
    indent();
    out += '}';
  }

  void write_axis_positions(const Node& joint) {
    for (const SavedAxis& axis : saved_axes(joint)) {
      const Node& parameters = *joint.node(axis.parameters);
      if (!parameters.is_set("position") || !kept_instance(parameters)) continue;
      indent();
      fmt::format_to(std::back_inserter(out), "{} ", joint.type().field(axis.field).name);
      write(parameters.get("position"));
      out += '\n';
    }
  }

  // Nodes are compared as they would be written: what a PROTO has become is no node of its default's type any more. One
  // that has a name is not left out: there may be a USE of it.
  bool is_default(const FieldDescription& field, const Value& value) const {
    if (element_type(field.type) != FieldType::SFNode) return value.equals(field.default_value);
    const Value& standard = field.default_value;
    if (value.size() != standard.size()) return false;
    if (const NodePtr* node = std::get_if<NodePtr>(&value.storage())) {
      if (!*node || !standard.as<NodePtr>()) return !*node && !standard.as<NodePtr>();
      if ((*node)->use_of()) return false;
    }
    if (value.size() == 0) return true;
    Writer now(options_, nullptr), then(options_, nullptr);
    now.in_parameters_ = then.in_parameters_ = 1;
    now.write(value);
    then.write(standard);
    return now.latest_.empty() && now.out == then.out;
  }

  void write_field(const Node& node, const FieldValue& value) {
    const FieldDescription& field = node.type().field(value.index);
    if (options_.live && is_default(field, value.value)) return;
    indent();
    // The parser keeps `hidden name_0` apart from fields, see restore_saved_state. Joints are numbered by their solid.
    if (field.hidden && node.is_a("Solid"))
      fmt::format_to(std::back_inserter(out), "hidden {}_0 ", field.name);
    else
      fmt::format_to(std::back_inserter(out), "{} ", field.name);
    write(value.value);
    out += '\n';
  }

  void write_stored(bool value) { out += value ? "TRUE" : "FALSE"; }
  void write_stored(std::int32_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }
  void write_stored(double value) { fmt::format_to(std::back_inserter(out), "{}", value); }
  void write_stored(const Vec2& v) { fmt::format_to(std::back_inserter(out), "{} {}", v.x, v.y); }
  void write_stored(const Vec3& v) { fmt::format_to(std::back_inserter(out), "{} {} {}", v.x, v.y, v.z); }
  void write_stored(const Rotation& r) {
    fmt::format_to(std::back_inserter(out), "{} {} {} {}", r.x, r.y, r.z, r.angle);
  }
  void write_stored(const Color& c) { fmt::format_to(std::back_inserter(out), "{} {} {}", c.r, c.g, c.b); }
  void write_stored(const std::string& text) {
    out += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }
  void write_stored(const NodePtr& node) {
    if (node)
      write(*node);
    else
      out += "NULL";
  }
  void write_stored(const MFNode& nodes) {
    if (nodes.empty()) {
      out += "[ ]";
      return;
    }
    out += "[\n";
    ++level_;
    for (const NodePtr& node : nodes) {
      indent();
      write(*node);
      out += '\n';
    }
    --level_;
    indent();
    out += ']';
  }
  template <class T>
  void write_stored(const std::vector<T>& list) {
    if (list.empty()) {
      out += "[ ]";
      return;
    }
    out += '[';
    const bool one_each = std::same_as<T, std::string>;
    std::size_t line_begin = out.size();
    const bool short_list = list.size() == 1;
    ++level_;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (short_list) {
        out += ' ';
      } else if (i == 0 || one_each || out.size() - line_begin > list_line) {
        out += '\n';
        line_begin = out.size();
        indent();
      } else {
        out += ", ";
      }
      write_stored(T(list[i]));
    }
    --level_;
    if (short_list) {
      out += ' ';
    } else {
      out += '\n';
      indent();
    }
    out += ']';
  }

  void indent() { out.append(static_cast<std::size_t>(level_) * 2, ' '); }

  int level_ = 0;
  int in_parameters_ = 0;
  const WriteOptions& options_;
  const World* world_;
  std::unordered_map<std::string, const Node*> latest_;  // by DEF name; looked up, never iterated
};

}  // namespace

std::string write_world(const World& world, const WriteOptions& options) {
  Writer writer(options, &world);
  for (const NodePtr& node : world.nodes()) {
    writer.write(*node);
    writer.out += '\n';
  }
  std::string head = fmt::format("#VRML_SIM {} utf8\n\n", current_version);
  const auto declare = [&head](const std::string& url, bool importable) {
    fmt::format_to(std::back_inserter(head), "{}EXTERNPROTO {}\n", importable ? "IMPORTABLE " : "",
                   write_value(Value(url)));
  };
  const std::size_t before = head.size();
  // Supervisors may import the importable ones.
  for (const ExternProto& proto : world.extern_protos)
    if (options.keep_protos || proto.importable) declare(proto.url, proto.importable);
  for (const ProtoDeclaration* proto : writer.undeclared) declare(url_of(*proto, world), false);
  if (head.size() > before) head += '\n';
  return head + writer.out;
}

std::string write_node(const Node& node, const WriteOptions& options) {
  Writer writer(options, nullptr);
  writer.write(node);
  return std::move(writer.out);
}

std::string write_value(const Value& value) {
  const WriteOptions options;
  Writer writer(options, nullptr);
  writer.write(value);
  return std::move(writer.out);
}

}  // namespace lightsout
