// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// --limit NAME=VALUE: see limits/limits.def.
#pragma once

#include <CLI/CLI.hpp>

namespace lightsout {

void add_limits(CLI::App& command);

}  // namespace lightsout
