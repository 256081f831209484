#include "world_format/writer.h"

#include <fmt/format.h>

#include <iterator>
#include <unordered_set>

#include "world_format/version.h"

namespace lightsout {

namespace {

// Lists of numbers are broken into lines of about this many characters.
constexpr std::size_t list_line = 100;

class Writer {
 public:
  std::string out;

  void write(const Node& node) {
    const bool in_copy = node.parent() && node.parent()->use_of();
    if (const Node* original = node.use_of(); original && !in_copy && written_.contains(original)) {
      fmt::format_to(std::back_inserter(out), "USE {}", node.def());
      return;
    }
    written_.insert(&node);
    // A node inside of a copy that had to be written out has no name of its own.
    if (!node.def().empty() && !node.use_of()) fmt::format_to(std::back_inserter(out), "DEF {} ", node.def());
    out += node.type().name();
    out += " {\n";
    ++level_;
    for (const FieldValue& field : node.values()) write_field(node, field);
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
    --level_;
    indent();
    out += '}';
  }

  void write(const Value& value) {
    std::visit([this](const auto& stored) { write_stored(stored); }, value.storage());
  }

 private:
  void write_field(const Node& node, const FieldValue& value) {
    const FieldDescription& field = node.type().field(value.index);
    indent();
    // The parser keeps `hidden name_0` apart from fields, see restore_saved_state.
    if (field.hidden)
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
  std::unordered_set<const Node*> written_;  // looked up, never iterated
};

}  // namespace

std::string write_world(const World& world) {
  Writer writer;
  writer.out = fmt::format("#VRML_SIM {} utf8\n\n", current_version);
  for (const ExternProto& proto : world.extern_protos) {
    fmt::format_to(std::back_inserter(writer.out), "{}EXTERNPROTO ", proto.importable ? "IMPORTABLE " : "");
    writer.write(Value(proto.url));
    writer.out += '\n';
  }
  if (!world.extern_protos.empty()) writer.out += '\n';
  for (const NodePtr& node : world.nodes()) {
    writer.write(*node);
    writer.out += '\n';
  }
  return std::move(writer.out);
}

std::string write_node(const Node& node) {
  Writer writer;
  writer.write(node);
  return std::move(writer.out);
}

std::string write_value(const Value& value) {
  Writer writer;
  writer.write(value);
  return std::move(writer.out);
}

}  // namespace lightsout
