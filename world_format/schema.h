// The node types of the world format, read from the data files in node_types/ (embedded in the executable). A type is parsed
// when it is first asked for.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/value.h"

namespace lightsout {

// Position of a field in NodeType::fields().
using FieldIndex = std::uint16_t;
constexpr FieldIndex no_field = 0xffff;

struct FieldDescription {
  std::string name;
  FieldType type;
  Value default_value;
  std::string documentation;
  double minimum = -std::numeric_limits<double>::infinity();  // of each number in the value
  double maximum = std::numeric_limits<double>::infinity();
  bool minimum_excluded = false;             // "> 0"
  bool maximum_excluded = false;
  double special = std::numeric_limits<double>::quiet_NaN();  // a value allowed outside the range ("-1: computed")
  std::vector<std::string> choices;          // SFString: the allowed values; SFNode, MFNode: the allowed node types
  bool hidden = false;                       // written only in saved worlds ("hidden linearVelocity_0 ...")
  bool fixed = false;                        // a running world may not change it
};

class NodeType {
 public:
  const std::string& name() const { return name_; }
  const NodeType* base() const { return base_; }  // nullptr for Node itself
  bool is_abstract() const { return abstract_; }
  const std::string& documentation() const { return documentation_; }
  // Inherited fields first.
  const std::vector<FieldDescription>& fields() const { return fields_; }
  // no_field if there is none of that name.
  FieldIndex find(std::string_view field) const;
  // True for the type itself and each of its bases: Robot is a Solid.
  bool is_a(std::string_view type_name) const;

 private:
  friend class Schema;
  std::string name_;
  const NodeType* base_ = nullptr;
  bool abstract_ = false;
  std::string documentation_;
  std::vector<FieldDescription> fields_;
};

// The embedded types. Immutable once a type is read; safe to use from several threads.
// nullptr if there is no type of that name.
const NodeType* find_node_type(std::string_view name);
// Alphabetical.
const std::vector<std::string_view>& node_type_names();

}  // namespace lightsout
