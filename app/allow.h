// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// --allow: what is an error in a world and may be gone without; --no-code of commands that run nothing but templates.
#pragma once

#include <CLI/CLI.hpp>

namespace lightsout {

struct LoadOptions;

// `options` must outlive the parsing.
void add_allow(CLI::App& command, LoadOptions& options);
void add_no_templates(CLI::App& command, LoadOptions& options);

}  // namespace lightsout
