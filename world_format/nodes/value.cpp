// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Copying, comparing and naming values.
#include "world_format/nodes/value.h"

#include <array>

#include "world_format/nodes/node.h"

namespace lightsout {

std::string_view to_string(FieldType type) {
  static constexpr std::array<std::string_view, 18> names = {
      "SFBool", "SFInt32", "SFFloat", "SFVec2f", "SFVec3f", "SFRotation", "SFColor", "SFString", "SFNode",
      "MFBool", "MFInt32", "MFFloat", "MFVec2f", "MFVec3f", "MFRotation", "MFColor", "MFString", "MFNode"};
  return names[static_cast<std::size_t>(type)];
}

bool field_type_from(std::string_view name, FieldType& type) {
  for (int i = 0; i <= static_cast<int>(FieldType::MFNode); ++i) {
    if (to_string(static_cast<FieldType>(i)) != name) continue;
    type = static_cast<FieldType>(i);
    return true;
  }
  return false;
}

Value Value::empty(FieldType type) {
  switch (type) {
    case FieldType::SFBool:
      return Value(false);
    case FieldType::SFInt32:
      return Value(std::int32_t{0});
    case FieldType::SFFloat:
      return Value(0.0);
    case FieldType::SFVec2f:
      return Value(Vec2{});
    case FieldType::SFVec3f:
      return Value(Vec3{});
    case FieldType::SFRotation:
      return Value(Rotation{});
    case FieldType::SFColor:
      return Value(Color{});
    case FieldType::SFString:
      return Value(std::string());
    case FieldType::SFNode:
      return Value(NodePtr());
    case FieldType::MFBool:
      return Value(MFBool());
    case FieldType::MFInt32:
      return Value(MFInt32());
    case FieldType::MFFloat:
      return Value(MFFloat());
    case FieldType::MFVec2f:
      return Value(MFVec2f());
    case FieldType::MFVec3f:
      return Value(MFVec3f());
    case FieldType::MFRotation:
      return Value(MFRotation());
    case FieldType::MFColor:
      return Value(MFColor());
    case FieldType::MFString:
      return Value(MFString());
    case FieldType::MFNode:
      return Value(MFNode());
  }
  return {};
}

std::size_t Value::size() const {
  return std::visit(
      [](const auto& value) -> std::size_t {
        using T = std::remove_cvref_t<decltype(value)>;
        if constexpr (requires { typename T::allocator_type; } && !std::same_as<T, std::string>)
          return value.size();
        else
          return 1;
      },
      storage_);
}

namespace {

bool equal(const NodePtr& a, const NodePtr& b);

bool equal(const Node& a, const Node& b) {
  if (&a.type() != &b.type() || a.def() != b.def()) return false;
  for (FieldIndex i = 0; i < a.type().field_count(); ++i)
    if (!a.get(i).equals(b.get(i))) return false;
  return true;
}

bool equal(const NodePtr& a, const NodePtr& b) {
  if (!a || !b) return !a && !b;
  return equal(*a, *b);
}

}  // namespace

bool Value::equals(const Value& other) const {
  if (storage_.index() != other.storage_.index()) return false;
  return std::visit(
      [&other](const auto& value) {
        using T = std::remove_cvref_t<decltype(value)>;
        const T& second = other.as<T>();
        if constexpr (std::same_as<T, NodePtr>) {
          return equal(value, second);
        } else if constexpr (std::same_as<T, MFNode>) {
          if (value.size() != second.size()) return false;
          for (std::size_t i = 0; i < value.size(); ++i)
            if (!equal(value[i], second[i])) return false;
          return true;
        } else {
          return value == second;
        }
      },
      storage_);
}

}  // namespace lightsout
