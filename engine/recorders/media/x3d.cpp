// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/media/x3d.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <iterator>

#include "world_format/nodes/assets.h"

namespace lightsout {
namespace {

template <class T>
void append(std::string& out, const T& v) {
  if constexpr (std::is_same_v<T, bool>)
    out += v ? "true" : "false";
  else if constexpr (std::is_same_v<T, std::int32_t>)
    fmt::format_to(std::back_inserter(out), "{}", v);
  else if constexpr (std::is_same_v<T, double>)
    fmt::format_to(std::back_inserter(out), "{:.6g}", v);
  else if constexpr (std::is_same_v<T, Vec2>)
    fmt::format_to(std::back_inserter(out), "{:.6g} {:.6g}", v.x, v.y);
  else if constexpr (std::is_same_v<T, Vec3>)
    fmt::format_to(std::back_inserter(out), "{:.6g} {:.6g} {:.6g}", v.x, v.y, v.z);
  else if constexpr (std::is_same_v<T, Color>)
    fmt::format_to(std::back_inserter(out), "{:.6g} {:.6g} {:.6g}", v.r, v.g, v.b);
  else if constexpr (std::is_same_v<T, Rotation>)
    fmt::format_to(std::back_inserter(out), "{:.6g} {:.6g} {:.6g} {:.6g}", v.x, v.y, v.z, v.angle);
  else if constexpr (std::is_same_v<T, std::string>)
    out += v;
}

// XML 1.0 has no way to write it, and tinyxml2 writes it all the same.
bool is_no_character(char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t'; }

class X3dWriter {
 public:
  X3dWriter(const World& world, const UrlOfFile& url_of, std::uint32_t id_offset = 0)
      : world_(world), url_of_(url_of), id_offset_(id_offset) {}

  std::string write(const Node& node) {
    visit(node);
    return out_.CStr();
  }

  std::string write() {
    out_.PushDeclaration("xml version='1.0' encoding='UTF-8'");
    out_.PushUnknown(
        "DOCTYPE X3D PUBLIC 'ISO//Web3D//DTD X3D 3.0//EN' 'http://www.web3d.org/specifications/x3d-3.0.dtd'");
    out_.OpenElement("X3D");
    out_.PushAttribute("version", "3.0");
    out_.PushAttribute("profile", "Immersive");
    out_.OpenElement("head");
    meta("generator", "lightsout");
    meta("version", "R2025a");
    out_.CloseElement();
    out_.OpenElement("Scene");
    for (const NodePtr& node : world_.nodes()) visit(*node);
    out_.CloseElement();
    out_.CloseElement();
    return out_.CStr();
  }

 private:
  void meta(const char* name, const char* content) {
    out_.OpenElement("meta");
    out_.PushAttribute("name", name);
    out_.PushAttribute("content", content);
    out_.CloseElement();
  }

  void visit(const Node& node) {
    if (node.is_a("Shape")) return shape(node);
    if (node.is_a("WorldInfo")) {
      begin("WorldInfo", node);
      attributes(node, {"title", "basicTimeStep", "coordinateSystem"});
      return out_.CloseElement();
    }
    if (node.is_a("Viewpoint")) return viewpoint(node);
    for (const std::string_view type : {"Background", "Light", "Fog", "CadShape"})
      if (node.is_a(type)) return element(node, {});
    const bool has_pose = node.is_a("Pose");
    const bool holds = node.is_a("Group") || node.is_a("Joint") || node.is_a("Slot") || node.is_a("Propeller");
    if (!has_pose && !holds) return;
    begin(has_pose ? "Transform" : "Group", node);
    for (const std::string_view field : {"translation", "rotation", "scale"})
      if (has_pose && node.has(field)) attribute(node, node.type().find(field));
    if (node.is_a("Solid")) {
      out_.PushAttribute("solid", "true");
      attribute(node, node.type().find("name"));
      if (node.is_a("Robot")) out_.PushAttribute("type", "robot");
    }
    if (node.has("children"))
      for (const NodePtr& child : node.nodes("children")) visit(*child);
    for (const std::string_view field : {"endPoint", "slowHelix", "fastHelix"})
      if (const Node* end = node.has(field) ? node.node(field) : nullptr) visit(*end);
    out_.CloseElement();
  }

  // X3D has names of its own for where it is cut off, and Webots' viewer knows what it follows by an id.
  void viewpoint(const Node& node) {
    begin("Viewpoint", node);
    attributes(node, {});
    attribute(node, node.type().find("near"), "zNear");
    if (node.get<double>("far") > 0) attribute(node, node.type().find("far"), "zFar");
    const auto& follow = node.get<std::string>("follow");
    const Node* followed = nullptr;
    for (const NodePtr& top : world_.nodes())
      for_each_node(*top, [&](const Node& other) {
        if (!followed && !follow.empty() && other.is_a("Solid") && other.get<std::string>("name") == follow)
          followed = &other;
      });
    if (followed) out_.PushAttribute("followedId", id_of(*followed).c_str());
    out_.CloseElement();
  }

  void shape(const Node& node) {
    begin("Shape", node);
    attribute(node, node.type().find("castShadows"));
    if (const Node* look = node.node("appearance")) element(*look, {});
    if (const Node* geometry = node.node("geometry")) element(*geometry, {});
    out_.CloseElement();
  }

  // The node with its values as attributes and its nodes inside. `fields`: which, all if empty.
  void element(const Node& node, std::initializer_list<std::string_view> fields) {
    begin(node.type().name().c_str(), node);
    // Webots' viewer knows the textures of an appearance by it.
    if (node.is_a("ImageTexture") && node.parent())
      out_.PushAttribute("role", node.parent()->type().field(node.parent_field()).name.c_str());
    attributes(node, fields);
    for_each_child(node, [this](const Node& child) { element(child, {}); });
    out_.CloseElement();
  }

  void attributes(const Node& node, std::initializer_list<std::string_view> fields) {
    const auto wanted = [&](const FieldDescription& field) {
      return !field.hidden && (fields.size() == 0 || std::ranges::find(fields, field.name) != fields.end());
    };
    const auto types = node.type().fields();
    for (FieldIndex i = 0; i < types.size(); ++i)
      if (wanted(types[i]) && element_type(types[i].type) != FieldType::SFNode) attribute(node, i);
  }

  std::string id_of(const Node& node) const { return fmt::format("n{}", node.id() + id_offset_); }

  // `name` lasts until the element is closed: the printer keeps no copy.
  void begin(const char* name, const Node& node) {
    out_.OpenElement(name);
    out_.PushAttribute("id", id_of(node).c_str());
  }

  // `name`: of the attribute, where it is not the field's. Files without a name have no attribute: Webots' viewer looks
  // for what every such attribute names.
  void attribute(const Node& node, FieldIndex index, const char* name = nullptr) {
    if (index == no_field) return;
    const FieldDescription& field = node.type().field(index);
    std::string text;
    if (names_files(field) && field.type == FieldType::MFString) {
      text = urls(node, index);
      if (text.empty()) return;
    } else {
      text = x3d_value(node.get(index));
    }
    std::erase_if(text, is_no_character);
    out_.PushAttribute(name ? name : field.name.c_str(), text.c_str());
  }

  // Of the files that are found; what is not keeps its name.
  std::string urls(const Node& node, FieldIndex index) const {
    std::string text;
    for (const std::string& url : node.get(index).as<MFString>()) {
      const auto path = world_.locator ? asset_path(world_, url, node.span_of(index)) : std::nullopt;
      fmt::format_to(std::back_inserter(text), "{}\"{}\"", text.empty() ? "" : " ", path ? url_of_(*path) : url);
    }
    return text;
  }

  const World& world_;
  const UrlOfFile& url_of_;
  std::uint32_t id_offset_;
  tinyxml2::XMLPrinter out_;
};

}  // namespace

std::string x3d_value(const Value& value) {
  std::string out;
  std::visit(
      [&out](const auto& stored) {
        using T = std::remove_cvref_t<decltype(stored)>;
        if constexpr (std::is_same_v<T, NodePtr> || std::is_same_v<T, MFNode>) {
        } else if constexpr (std::is_same_v<T, MFString>) {
          for (const std::string& text : stored)
            fmt::format_to(std::back_inserter(out), "{}\"{}\"", out.empty() ? "" : " ", text);
        } else if constexpr (requires { typename T::allocator_type; } && !std::is_same_v<T, std::string>) {
          for (std::size_t i = 0; i < stored.size(); ++i) {
            if (i > 0) out += ' ';
            append(out, typename T::value_type(stored[i]));
          }
        } else {
          append(out, stored);
        }
      },
      value.storage());
  return out;
}

std::string write_x3d(const World& world, const UrlOfFile& url_of) { return X3dWriter(world, url_of).write(); }

std::string write_x3d(const World& world, const UrlOfFile& url_of, const Node& node, std::uint32_t id_offset) {
  return X3dWriter(world, url_of, id_offset).write(node);
}

}  // namespace lightsout
