// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/languages.h"

#include <algorithm>
#include <array>

namespace lightsout {

bool is_script(const std::filesystem::path& file) {
  constexpr std::array endings = {".py", ".m", ".jar", ".class", ".java"};
  return std::ranges::find(endings, file.extension()) != endings.end();
}

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace lightsout
