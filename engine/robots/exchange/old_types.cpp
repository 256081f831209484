// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/old_types.h"

#include "engine/robots/exchange/release.h"

namespace lightsout {

namespace {

bool is_servo(const World& world, const Node& solid) {
  const Node* joint = solid.parent();
  if (!Release(world).is_before("R2019a") || !joint || !(joint->is_a("HingeJoint") || joint->is_a("SliderJoint")))
    return false;
  const MFNode& devices = joint->nodes("device");
  if (joint->node("endPoint") != &solid || devices.size() != 2 || !devices[0]->is_a("Motor") ||
      !devices[1]->is_a("PositionSensor"))
    return false;
  const std::string& name = devices[0]->get<std::string>("name");
  return solid.get<std::string>("name") == name && devices[1]->get<std::string>("name") == name + " sensor";
}

}  // namespace

std::optional<ServoParts> servo_of(const World& world, Node& solid) {
  if (!is_servo(world, solid)) return std::nullopt;
  Node& joint = *solid.parent();
  return ServoParts{joint.node("jointParameters"), joint.nodes("device")[0].get()};
}

std::string_view name_of_type(const World& world, const Node& node) {
  if (node.type().name() == "Robot" && node.get<bool>("supervisor") && Release(world).is_before("R2019a"))
    return "Supervisor";
  if (node.type().name() == "Solid" && is_servo(world, node)) return "Servo";
  if (node.type().name() == "Pose" && Release(world).is_before("R2023b")) return "Transform";
  return node.type().name();
}

}  // namespace lightsout
