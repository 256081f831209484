// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nodes and fields by the names and types that they had in the release for which a world was written: its controllers
// ask for them. Where today's field has another type the place is the retired field, whose value is made of today's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/supervision/supervisor_place.h"
#include "world_format/nodes/node.h"

namespace lightsout {

// The field of a node that is no PROTO instance, if the world's release knew another one by this name.
std::optional<FieldPlace> place_by_old_name(const World& world, Node& node, std::string_view field);

// A supervisor of a world before R2022a does not see the Poses that the upgrade has put around geometries and what
// stands in devices: what is seen in the place of such a Pose, and what stands in the tree for a node that is seen.
const Node& seen_there(const World& world, const Node& node);
const Node& standing_for(const World& world, const Node& node);
Node& standing_for(const World& world, Node& node);

// Whether the place is a retired field, or one whose value was another: the rotation of a device that the upgrade
// turned, and what stands in its frame.
bool is_old(const World& world, const FieldPlace& place);
// Its value then, of today's.
Value old_value(const World& world, const FieldPlace& place);
// The element that had this number among the field's then: the rows of an ElevationGrid went the other way.
int element_now(const World& world, const FieldPlace& place, int index);
// Why nothing can be inserted into the field or removed from it: "" for a field of today.
std::string edit_problem(const World& world, const FieldPlace& place);
// From such a field and a value for it to today's: "" or why it cannot be done.
std::string bring_to_today(const World& world, FieldPlace& place, Value& value);

}  // namespace lightsout
