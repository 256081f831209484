// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What controllers find in their environment, wherever they run, beyond what this program's own holds.
#pragma once

#include <string>
#include <vector>

#include "controllers/host/launcher.h"
#include "engine/programs/environment.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

// NAME=VALUE of what the run asks for, who the controller's robot is, and the seeds that it may draw from.
void add_variables(Environment& environment, const ControllerDescription& description, const LaunchSettings& settings);

}  // namespace lightsout
