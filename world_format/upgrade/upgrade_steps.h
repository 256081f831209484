// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the version steps share. For upgrade*.cpp only.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;

struct UpgradeStep {
  MFNode& nodes;
  int version;  // of the file
  Diagnostics& diagnostics;
};

// Every node that is neither a reference nor a PROTO instance, children first.
void for_each_node_to_upgrade(MFNode& nodes, const std::function<void(Node&)>& visit);

// A file gave it a field that is retired.
bool gives_retired(const Node& node);

struct RetiredValue {
  Value value;
  Span span;
};
// The value of a retired field if a file gave one; the node has it no longer. Nodes with DEF names stay: USE refers to
// them.
std::optional<RetiredValue> take_retired(Node& node, std::string_view field);
// Whether nodes in the value have DEF names: USE may refer to them.
bool has_names(const Value& value);
// By IS, to a parameter of the PROTO in whose body the node stands.
bool is_bound(const Node& node, std::string_view field);
// What a reference refers to, else the node.
inline const Node& meant(const Node& node) { return node.use_of() ? *node.use_of() : node; }
// Unless the field has a value already.
void set_field(Node& node, std::string_view field, Value value, Span span = {});
// Values, bindings and hidden values of all fields that both types have.
void move_fields(Node& from, Node& to);
NodePtr new_node(std::string_view type, Span span = {});

// Nodes of VRML97.
void from_vrml97(const UpgradeStep& step);
// Before Webots 6: faces that were planes.
void make_planes(const UpgradeStep& step);
// R2022a: geometries stand along z instead of y, devices look along x.
void turn_axes(const UpgradeStep& step);
// R2023b: solids have no scale.
void bake_scales(const UpgradeStep& step);
// Whether bake_scales() has something to do, in files of every version.
bool has_scaled_solids(const Node& node);

}  // namespace lightsout
