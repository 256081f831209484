// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether a program's file can be started here: is it for this machine, and does it find all that it was linked to.
// Starting it is spawn.h's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/programs/environment.h"

namespace lightsout {

// A script, or a program for this machine.
bool is_for_this_machine(const std::filesystem::path& file);

// What a program was linked to and does not find.
struct Lacks {
  std::vector<std::string> what;  // a clause each: "there is no libglfw.so.3"
  bool starts = true;             // with lacks: it ends where it first calls one of them
};

// As the dynamic linker finds it for a program that is started in this folder with this environment.
Lacks lacks_of(const std::filesystem::path& program, const Environment& environment,
               const std::filesystem::path& folder);

}  // namespace lightsout
