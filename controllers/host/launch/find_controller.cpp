// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/launch/find_controller.h"

#include <fmt/format.h>

#include <utility>

#include "world_format/project/project.h"

namespace lightsout {

namespace fs = std::filesystem;

std::expected<fs::path, NoController> find_controller(const std::string& name, const std::vector<fs::path>& projects) {
  if (!is_plain_name(name)) {
    const std::string wrong = fmt::format("\"{}\" is not a controller's name: it is a folder in controllers/", name);
    return std::unexpected(NoController{wrong, wrong});
  }
  if (fs::path folder = find_in(projects, "controllers", name); !folder.empty()) return folder;
  const std::string nowhere = fmt::format("there is no controller \"{}\"", name);
  std::string looked, other;
  for (const fs::path& project : projects) {
    const std::string in_capitals = what_is_there(project / "controllers" / name);
    looked += fmt::format("\n  {}{}", (project / "controllers").string(), in_capitals);
    if (other.empty()) other = in_capitals;
  }
  return std::unexpected(NoController{
      fmt::format("{}: no folder controllers/{} in the world's project, those of its PROTOs, the folders of --assets, "
                  "WEBOTS_EXTRA_PROJECT_PATH, WEBOTS_HOME, or the installation{}",
                  nowhere, name, other),
      fmt::format("{}. A folder of that name was looked for in{}\nMake the folder in one of them, name another "
                  "controller in the robot's `controller` field, or set it to \"<none>\" for a robot without one",
                  nowhere, looked)});
}

}  // namespace lightsout
