// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/controller_check.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "controllers/host/extern/extern_port.h"
#include "controllers/host/launch/find_controller.h"
#include "controllers/host/launch/launcher.h"
#include "world_format/nodes/node.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

void check_controller(const Node& robot, const World& world, const std::vector<std::filesystem::path>& assets,
                      const std::filesystem::path& prefix, Diagnostics& diagnostics) {
  const std::string name = robot.get<std::string>("controller");
  // Whoever is <extern> comes when the run waits for it.
  if (needs_no_process(name) || name == "<extern>") return;
  ControllerDescription description;
  description.world_path = world.path;
  description.proto_files = proto_files_of(robot);
  LaunchSettings settings;
  settings.prefix = prefix;
  settings.extra_projects = assets;
  if (const auto found = find_controller(name, controller_projects(description, settings)); !found)
    diagnostics.report(DiagnosticKind::MissingController, robot.span_of("controller"), found.error().sentence);
}

void check_extern_names(const World& world, Diagnostics& diagnostics) {
  std::map<std::string, const Node*> first;
  const auto check = [&](const Node& node) {
    if (!node.is_a("Robot") || node.get<std::string>("controller") != "<extern>") return;
    const std::string& name = node.get<std::string>("name");
    const auto [known, is_new] = first.emplace(name, &node);
    const std::string wrong = is_new ? wrong_extern_name(name) : equal_extern_names(name);
    if (wrong.empty()) return;
    Diagnostic& found = diagnostics.report(DiagnosticKind::MissingController, node.span_of("name"),
                                           "no extern controller can connect to this robot: " + wrong);
    if (!is_new) found.note(known->second->span(), "the other one is here");
  };
  for (const NodePtr& node : world.nodes()) for_each_node(std::as_const(*node), check);
}

}  // namespace lightsout
