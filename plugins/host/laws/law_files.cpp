// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/laws/law_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace lightsout {

namespace fs = std::filesystem;

std::expected<LawFiles::Opening, std::string> LawFiles::open(const std::string& name, const std::string& joint) {
  if (folder_.empty())
    return std::unexpected(fmt::format("{} cannot be written: the run was given no --law-files DIR", name));
  const fs::path relative = fs::path(name).lexically_normal();
  if (relative.empty() || relative.is_absolute() || !relative.has_filename() || *relative.begin() == "..")
    return std::unexpected(fmt::format("\"{}\" is no name of a file in the folder of --law-files", name));
  const fs::path path = folder_ / relative;
  const auto [writer, is_new] = writers_.try_emplace(path, joint);
  if (writer->second != joint)
    return std::unexpected(fmt::format("{} is written by the callback of {} already", name, writer->second));
  if (discards_) return Opening{"/dev/null", true};
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  return Opening{path, is_new};
}

}  // namespace lightsout
