// What can be said of a world's physics plugin without loading it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plugins/host/elf_check.h"

namespace lightsout {

class Diagnostics;
class World;

// A line for each thing that keeps the library from being a physics plugin that can be loaded.
std::vector<std::string> faults_of_plugin(const ElfSummary& elf);

// The plugin that WorldInfo.physics names is there, and can be loaded or at least built: reports what is not so.
void check_plugin(const World& world, const std::vector<std::filesystem::path>& assets, Diagnostics& diagnostics);

}  // namespace lightsout
