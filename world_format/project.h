// Which project a file belongs to: one rule for all who look for something of a project (PROTOs, controllers, plugins,
// sounds).
#pragma once

#include <filesystem>

namespace lightsout {

// Absolute. The folder above the nearest `worlds` or `protos` in which the file lies, at any depth. A file in neither,
// or in a folder that itself holds controllers/, plugins/ or protos/: that folder, or else the one above it, if it
// holds them; else the file's own.
std::filesystem::path project_of(const std::filesystem::path& file);

}  // namespace lightsout
