// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a parameter of an expanded PROTO instance sets, through nested PROTOs, and the types that a node was written as.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {

// The fields in the tree of `instance` (an expanded node) that a parameter sets, through nested PROTOs, as far as their
// nodes are still there; of nodes that a PROTO keeps (ProtoInstance::kept) the keeper's.
struct ProtoTarget {
  Node* node;
  FieldIndex field;
  double scale;  // as Link::scale
};
std::vector<ProtoTarget> follow(const Node& instance, FieldIndex parameter);
// The same for a PROTO of the chain of derivation: record is instance.proto(), its base, the base of that...
std::vector<ProtoTarget> follow(const Node& instance, const ProtoInstance& record, FieldIndex parameter);
// Of a node type, or of a PROTO that the node was written as or is derived from.
bool is_instance_of(const Node& node, std::string_view type);
// The name of the PROTO that the node is an instance of, else that of its type.
const std::string& written_type(const Node& node);
// By a restriction: `Solid` takes what is written as a Solid, `+Solid` what inherits from it too.
bool is_taken(const Node& node, std::string_view choice);
// True if a template reads the parameter, directly or through the PROTOs that get it: the instance is to be expanded
// anew when it changes.
bool is_read_by_template(const Node& instance, FieldIndex parameter);
// The field that shows the value of a parameter, if there is one.
std::optional<ProtoTarget> live_target(const Node& instance, const ProtoInstance& record, FieldIndex parameter);
// The value that the parameter has now: of the field that it sets, or, where it sets none, as it was given.
const Value& live_value(const Node& instance, const ProtoInstance& record, FieldIndex parameter);

}  // namespace lightsout
