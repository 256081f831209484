// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What controllers find in their environment, wherever they run, beyond what this program's own holds.
#pragma once

#include <string>
#include <vector>

#include "controllers/host/launch/launcher.h"
#include "engine/programs/environment.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

// What is wrong with a NAME=VALUE for HostOptions::environment, "" if nothing is.
std::string wrong_controller_variable(const std::string& text);

// NAME=VALUE of what the run asks for, who the controller's robot is, and the seeds that it may draw from.
void add_variables(Environment& environment, const ControllerDescription& description, const LaunchSettings& settings);

}  // namespace lightsout
