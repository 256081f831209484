// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// --build-timeout, of each command that builds.
#pragma once

#include <CLI/CLI.hpp>

namespace lightsout {

void add_build_timeout(CLI::App& command, double& seconds);

}  // namespace lightsout
