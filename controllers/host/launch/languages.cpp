// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/launch/languages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/programs/spawn.h"

namespace lightsout {

bool is_script(const std::filesystem::path& file) {
  constexpr std::array endings = {".py", ".m", ".jar", ".class", ".java"};
  return std::ranges::find(endings, file.extension()) != endings.end();
}

std::optional<std::filesystem::path> find_program_of(const ControllerFolder& folder, const std::string& name) {
  return find_program(name.contains('/') ? (folder.path / name).lexically_normal().string() : name);
}

std::string missing_command(const ControllerFolder& folder, std::string_view section, const std::string& command) {
  const bool is_relative = command.contains('/') && !command.starts_with('/');
  return fmt::format(
      "there is no program `{}`{}, which {} names as COMMAND of [{}]: name another one, or remove the line", command,
      is_relative ? " in the controller's folder" : "", (folder.path / "runtime.ini").string(), section);
}

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace lightsout
