// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/old_types.h"

#include "engine/robots/exchange/release.h"

namespace lightsout {

std::optional<ServoParts> servo_of(const World& world, const Node& solid) {
  Node* joint = solid.parent();
  if (!Release(world).is_before("R2019a") || !joint || !(joint->is_a("HingeJoint") || joint->is_a("SliderJoint")))
    return std::nullopt;
  const MFNode& devices = joint->nodes("device");
  if (joint->node("endPoint") != &solid || devices.size() != 2 || !devices[0]->is_a("Motor") ||
      !devices[1]->is_a("PositionSensor"))
    return std::nullopt;
  const std::string& name = devices[0]->get<std::string>("name");
  if (solid.get<std::string>("name") != name || devices[1]->get<std::string>("name") != name + " sensor")
    return std::nullopt;
  return ServoParts{joint->node("jointParameters"), devices[0].get()};
}

std::string_view name_of_type(const World& world, const Node& node) {
  if (node.type().name() == "Robot" && node.get<bool>("supervisor") && Release(world).is_before("R2019a"))
    return "Supervisor";
  if (node.type().name() == "Solid" && servo_of(world, node)) return "Servo";
  if (node.type().name() == "Pose" && Release(world).is_before("R2023b")) return "Transform";
  return node.type().name();
}

}  // namespace lightsout
