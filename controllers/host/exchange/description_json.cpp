// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/description_json.h"

#include <nlohmann/json.hpp>

namespace lightsout {

nlohmann::json json_of(const ControllerDescription& d) {
  return {{"robot_id", d.robot_id},       {"robot_name", d.robot_name},
          {"robot_path", d.robot_path},   {"controller", d.controller},
          {"arguments", d.arguments},     {"world", d.world_path},
          {"proto_files", d.proto_files}, {"seed", d.seed},
          {"supervisor", d.supervisor},   {"synchronization", d.synchronization}};
}

ControllerDescription description_of(const nlohmann::json& json) {
  ControllerDescription d;
  d.robot_id = json.at("robot_id");
  d.robot_name = json.at("robot_name");
  d.robot_path = json.at("robot_path");
  d.controller = json.at("controller");
  d.arguments = json.at("arguments").get<std::vector<std::string>>();
  d.world_path = json.at("world");
  d.proto_files = json.at("proto_files").get<std::vector<std::string>>();
  d.seed = json.at("seed").get<std::uint64_t>();
  d.supervisor = json.at("supervisor");
  d.synchronization = json.at("synchronization");
  return d;
}

}  // namespace lightsout
