// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What can be said of a world's physics plugin without loading it.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "plugins/host/guard/elf_check.h"

namespace lightsout {

class Diagnostics;
class World;

// If a plugin draws with OpenGL: brings the stand-in, global and before the plugin, so that it satisfies both undefined
// symbols and a needed libGL.so.1 (by its soname). `prefix`: our home.
std::expected<void, std::string> bring_gl(const ElfSummary& elf, const std::filesystem::path& prefix);

// A line for each thing that keeps the library from being a physics plugin that can be loaded.
std::vector<std::string> faults_of_plugin(const ElfSummary& elf);

// The plugin that WorldInfo.physics names is there, and can be loaded: reports what is not so, or that it is not known
// as nobody has built it yet.
void check_plugin(const World& world, const std::vector<std::filesystem::path>& assets, Diagnostics& diagnostics);

}  // namespace lightsout
