// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The libraries that robots of a world name as their remote controls, where they lie in the project as sources alone:
// built before a controller would ask for them.
#pragma once

#include <atomic>
#include <expected>
#include <string>

#include "runs/settings/run_settings.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Log;

// The listener of the settings is told of them. One that is not there at all is no error: its robot stays simulated,
// with a warning. The error is the report of a build that failed.
std::expected<void, std::string> build_remote_controls(const World& world, const RunSettings& settings,
                                                       const std::atomic<bool>& interrupted, Log& log);

}  // namespace lightsout
