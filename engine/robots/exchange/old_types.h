// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What nodes were in the release for which a world was written: its controllers know them so.
#pragma once

#include <optional>
#include <string_view>

#include "world_format/nodes/node.h"

namespace lightsout {

// What an upgraded Servo is: its solid at the end of the joint, with the motor and the sensor of its name.
struct ServoParts {
  Node* parameters;
  Node* motor;
};
// Of the solid that a Servo became; nothing of any other.
std::optional<ServoParts> servo_of(const World& world, Node& solid);

// "Servo" for the Solid that a Servo became, "Supervisor" for a Robot that was one; else the name of the node's type.
std::string_view name_of_type(const World& world, const Node& node);

}  // namespace lightsout
