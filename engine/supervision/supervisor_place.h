// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which node and field a supervisor means: what of a tree with PROTO instances is visible to it, the levels of a
// PROTO's derivation, and edits through a parameter to the fields that it sets. Knows nothing of requests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {

// A field of a node (level LO_LEVEL_BASE), or a parameter of one of the PROTOs that it is an instance of.
struct FieldPlace {
  Node* node = nullptr;             // nullptr: the root, whose only field are the top-level nodes
  ProtoInstance* record = nullptr;  // nullptr: the node's own field
  int level = 0;                    // as on the wire, LO_LEVEL_WRITTEN of a plain node is LO_LEVEL_BASE
  FieldIndex field = no_field;
  bool is_root() const { return node == nullptr; }
  const NodeType& type() const { return record ? record->parameters->type() : node->type(); }
  const FieldDescription& description() const { return type().field(field); }
};

// The field is of nodes, one or a list.
bool holds_nodes(const FieldPlace& place);

// The type whose fields a level of a node has; nullptr if there is no such level.
const NodeType* type_at(const Node& node, int level);
// Length of the chain of derivation, 0 for a plain node.
int proto_count(const Node& node);
// Fields go by their number among NodeType::counted outside of the engine: no_field, or -1, if there is no such. The
// retired ones come behind (supervisor_old_names.h).
FieldIndex counted_field(const NodeType& type, int number);
int number_of(const NodeType& type, FieldIndex field);
// nullptr if there is no such field.
std::optional<FieldPlace> place_at(Node& node, int level, FieldIndex field);
// What a supervisor may not change: insides of PROTO instances, and parameters got through a PROTO's handle.
bool is_read_only(const FieldPlace& place);
// The field that a supervisor may change and that sets this one; itself if it may be changed.
std::optional<FieldPlace> actual_place(const FieldPlace& place);

// Inside of a PROTO instance, and no parameter leads there.
bool is_internal(const Node& node);
// As World::find_def, but for insides of PROTO instances.
Node* find_visible_def(World& world, std::string_view path);
// The same below a node, insides and all.
Node* find_def_below(Node& node, std::string_view path);

// The value now; not of the root.
const Value& value_of(const FieldPlace& place);

// What the field, or a field that the parameter sets, must not hold is replaced as in a file: "" or what is wrong and
// what stands there.
std::string repair_value(const FieldPlace& place, Value& value);
// Edits of a place that is not read-only: "" or why it cannot be done. Where a template reads a parameter, the instance
// is expanded anew: its own node stays, those below are new.
std::string set_value(World& world, const FieldPlace& place, Value value);
// One element of a list; a node (for the root too) or any other value. index in [0, size].
std::string insert_value(World& world, const FieldPlace& place, int index, Value element);
std::string remove_value(World& world, const FieldPlace& place, int index);
// A node out of the field that holds it: a copy's node goes with its original's, and what a parameter gave goes from
// all fields that have it.
void take_out_of_world(World& world, Node& node);
// After an edit of the node: instances whose templates read it, or a USE of it, through a parameter are expanded anew.
std::string regrow_around(World& world, Node& edited);

}  // namespace lightsout
