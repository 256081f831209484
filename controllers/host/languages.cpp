// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/languages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lightsout {

bool is_script(const std::filesystem::path& file) {
  constexpr std::array endings = {".py", ".m", ".jar", ".class", ".java"};
  return std::ranges::find(endings, file.extension()) != endings.end();
}

std::string missing_command(const ControllerFolder& folder, std::string_view section, const std::string& command) {
  return fmt::format(
      "there is no program `{}`, which {} names as COMMAND of [{}]: name another one, or remove the line", command,
      (folder.path / "runtime.ini").string(), section);
}

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace lightsout
