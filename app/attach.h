// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Starting a controller for a robot that waits for one, for the commands that do (docs/extern.md).
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "controllers/host/launch/attach.h"

namespace lightsout {

// This process becomes the controller; returns only the exit code of what went wrong before, which is said on stderr.
int attach(const Attachment& attachment, bool verbose);

// Usage of a command behind whose options stands the command line of another program, which is taken as it is
// (CLI::App::prefix_command, with CLI::App::remaining).
void take_command_line(CLI::App& command, const std::string& words);

}  // namespace lightsout
