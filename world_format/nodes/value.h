// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Field values of world files: the nine single types of VRML97 as Webots uses them, and a list of each.
// Plain data without units; a field's documentation says what its numbers mean.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace lightsout {

class Node;
struct NodeDeleter {
  void operator()(Node* node) const;
};
// A node belongs to the field that holds it, or to the world's top level.
using NodePtr = std::unique_ptr<Node, NodeDeleter>;

struct Vec2 {
  double x = 0, y = 0;
  bool operator==(const Vec2&) const = default;
};

struct Vec3 {
  double x = 0, y = 0, z = 0;
  bool operator==(const Vec3&) const = default;
};

// Axis (unit length not guaranteed in files) and angle in radians.
struct Rotation {
  double x = 0, y = 0, z = 1, angle = 0;
  bool operator==(const Rotation&) const = default;
};

// Red, green, blue in [0, 1].
struct Color {
  double r = 0, g = 0, b = 0;
  bool operator==(const Color&) const = default;
};

// The order is that of the alternatives of Value::Storage.
enum class FieldType : std::uint8_t {
  SFBool,
  SFInt32,
  SFFloat,
  SFVec2f,
  SFVec3f,
  SFRotation,
  SFColor,
  SFString,
  SFNode,
  MFBool,
  MFInt32,
  MFFloat,
  MFVec2f,
  MFVec3f,
  MFRotation,
  MFColor,
  MFString,
  MFNode,
};

constexpr bool is_multiple(FieldType type) { return type >= FieldType::MFBool; }
// MFVec3f -> SFVec3f; a single type is its own element type.
constexpr FieldType element_type(FieldType type) {
  return is_multiple(type) ? FieldType(int(type) - int(FieldType::MFBool)) : type;
}
// "SFVec3f"
std::string_view to_string(FieldType type);
// False if there is no type of that name.
bool field_type_from(std::string_view name, FieldType& type);

using MFBool = std::vector<bool>;
using MFInt32 = std::vector<std::int32_t>;
using MFFloat = std::vector<double>;
using MFVec2f = std::vector<Vec2>;
using MFVec3f = std::vector<Vec3>;
using MFRotation = std::vector<Rotation>;
using MFColor = std::vector<Color>;
using MFString = std::vector<std::string>;
using MFNode = std::vector<NodePtr>;

// One field's value. Move-only, because an SFNode or MFNode value owns its nodes; clone() copies deeply.
class Value {
 public:
  using Storage = std::variant<bool, std::int32_t, double, Vec2, Vec3, Rotation, Color, std::string, NodePtr, MFBool,
                               MFInt32, MFFloat, MFVec2f, MFVec3f, MFRotation, MFColor, MFString, MFNode>;

  Value() = default;
  template <class T>
  requires std::constructible_from<Storage, T&&> &&(!std::same_as<std::remove_cvref_t<T>, Value>)Value(T&& value)
      : storage_(std::forward<T>(value)) {}
  Value(Value&&) = default;
  Value& operator=(Value&&) = default;

  // The empty value of a type: FALSE, 0, "", NULL, [].
  static Value empty(FieldType type);

  FieldType type() const { return FieldType(storage_.index()); }

  // Asserts that the value holds a T.
  template <class T>
  const T& as() const {
    return std::get<T>(storage_);
  }
  template <class T>
  T& as() {
    return std::get<T>(storage_);
  }

  // Copies nodes too; the copies have no parent yet.
  Value clone() const;
  // Nodes are compared by type, DEF and fields, deeply. Numbers are compared by value.
  bool equals(const Value& other) const;
  // Number of elements of an MF value; 1 for an SF value.
  std::size_t size() const;

  const Storage& storage() const { return storage_; }
  Storage& storage() { return storage_; }

 private:
  Storage storage_;
};

}  // namespace lightsout
