// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The node types of the world format, read from the data files in node_types/ (embedded in the executable). A type is
// parsed when it is first asked for. The interface of a PROTO is a NodeType too.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/nodes/value.h"

namespace lightsout {

// Position of a field in its NodeType.
using FieldIndex = std::uint16_t;
constexpr FieldIndex no_field = 0xffff;

// What takes the place of a number outside of its range.
enum class Repair : std::uint8_t {
  Default,    // the field's default, or `replacement` where there is one
  Nearest,    // the end of the range that is nearer
  Magnitude,  // the number without its sign
  Keep,       // nothing: there is only a warning
};

struct FieldDescription {
  std::string name;
  FieldType type = FieldType::SFBool;
  Value default_value;
  std::string documentation;
  double minimum = -std::numeric_limits<double>::infinity();  // of each number in the value
  double maximum = std::numeric_limits<double>::infinity();
  bool minimum_excluded = false;  // "> 0"
  bool maximum_excluded = false;
  double special = std::numeric_limits<double>::quiet_NaN();  // a value allowed outside the range ("-1: computed")
  Repair repair = Repair::Default;
  // What wrong numbers become: all of a vector, the wrong ones of a list.
  double replacement = std::numeric_limits<double>::quiet_NaN();
  bool is_direction = false;  // an SFVec3f that 0 0 0 is none of
  // SFString, MFString: the allowed values; SFNode, MFNode: the allowed node types (bases stand for what derives from
  // them); a PROTO parameter of another type: the allowed values as written.
  std::vector<std::string> choices;
  bool hidden = false;     // written only in saved worlds ("hidden linearVelocity_0 ...")
  bool fixed = false;      // a running world may not change it
  std::string retired_in;  // "R2021b": only files older than that have it; `upgrade` turns it into today's fields
};

// Of the names of fields and types. Three letters tell them well apart; of a name that is written in the code, the
// compiler knows it: loading a world asks for fields and types by name a thousand times a robot.
constexpr std::uint32_t name_hash(std::string_view name) {
  if (name.empty()) return 0;
  const auto letter = [name](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(name[i])); };
  return static_cast<std::uint32_t>(name.size()) + 7 * letter(0) + 31 * letter(name.size() / 2) +
         127 * letter(name.size() - 1);
}

class NodeType {
 public:
  // The interface of a PROTO. An `open` one (a placeholder for a PROTO that is missing) takes any further field
  // silently.
  static std::unique_ptr<NodeType> for_proto(std::string name, std::string documentation,
                                             std::vector<FieldDescription> fields, bool open = false);

  const std::string& name() const { return name_; }
  const NodeType* base() const { return base_; }  // nullptr for Node itself
  bool is_abstract() const { return abstract_; }
  bool is_proto() const { return proto_; }
  bool is_open() const { return open_; }
  const std::string& documentation() const { return documentation_; }
  // "R2022a" for a type that files of that version on no longer have, else "".
  const std::string& retired_in() const { return retired_in_; }
  // Today's fields, inherited ones first.
  std::span<const FieldDescription> fields() const { return {fields_.data(), current_count_}; }
  bool is_retired(FieldIndex field) const { return field >= current_count_; }
  // Today's fields, then the retired ones; every FieldIndex is below this.
  FieldIndex field_count() const { return static_cast<FieldIndex>(fields_.size()); }
  const FieldDescription& field(FieldIndex index) const { return fields_[index]; }
  // Today's fields in the order in which supervisors count them, which is that of the type files of Webots: what ORDER
  // names comes first, what is hidden last.
  std::span<const FieldIndex> counted() const { return counted_; }
  // Among today's fields; no_field if there is none of that name.
  FieldIndex find(std::string_view field) const { return find(field, name_hash(field)); }
  // Among the fields that a file of this version (see version.h) has and today's dialect has not.
  FieldIndex find_retired(std::string_view field, int version) const {
    return (retired_names_ & name_bit(field)) != 0 ? search_retired(field, version) : no_field;
  }
  // True for the type itself and each of its bases: Robot is a Solid.
  bool is_a(std::string_view type_name) const { return (kinds_ & name_bit(type_name)) != 0 && derives_from(type_name); }

 private:
  friend class SchemaReader;
  std::string name_;
  const NodeType* base_ = nullptr;
  bool abstract_ = false;
  bool proto_ = false;
  bool open_ = false;
  std::string documentation_;
  std::string retired_in_;
  FieldIndex find(std::string_view field, std::uint32_t hash) const;
  FieldIndex search_retired(std::string_view field, int version) const;
  bool derives_from(std::string_view type_name) const;
  static constexpr std::uint64_t name_bit(std::string_view name) { return std::uint64_t{1} << name_hash(name) % 64; }
  // For find() and is_a(), when the name, the base and the fields are known.
  void index();
  void count_fields();
  std::vector<FieldDescription> fields_;
  std::size_t current_count_ = 0;
  std::vector<std::string> order_;  // of the base if the type gives none
  std::vector<FieldIndex> counted_;
  std::vector<FieldIndex> slots_;    // a hash table of today's fields by name; no_field where none is
  std::uint64_t kinds_ = 0;          // a bit, by hash of name, for the type and each of its bases
  std::uint64_t retired_names_ = 0;  // the same for each retired field
};

// The embedded types. Immutable once a type is read; safe to use from several threads.
// nullptr if there is no type of that name.
const NodeType* find_node_type(std::string_view name);
// Alphabetical; abstract and retired types too.
const std::vector<std::string_view>& node_type_names();

}  // namespace lightsout
