// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What can be said of a robot's controller without starting or building it.
#pragma once

#include <filesystem>
#include <vector>

namespace lightsout {

class Diagnostics;
class Node;
class World;

// The folder that the robot's `controller` names is there: reports what a run would end for. `assets`: of others
// (--assets, WEBOTS_EXTRA_PROJECT_PATH, WEBOTS_HOME); `prefix`: of the installation.
void check_controller(const Node& robot, const World& world, const std::vector<std::filesystem::path>& assets,
                      const std::filesystem::path& prefix, Diagnostics& diagnostics);

// Each robot of the world that waits for an extern controller can be told from the others by its name.
void check_extern_names(const World& world, Diagnostics& diagnostics);

}  // namespace lightsout
