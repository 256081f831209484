// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a project lies is no matter for what two runs are compared by: texts without its folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

class ProjectFolder {
 public:
  // The folder of the project that the file belongs to (see project_of).
  explicit ProjectFolder(const std::filesystem::path& file);

  // The text without the folder, wherever a path in it begins with it; in `room` if that is another text.
  std::string_view leave_out(std::string_view text, std::string& room) const;

 private:
  // Of the name of the folder that stands there; 0: none does.
  std::size_t size_at(std::string_view text, std::size_t at) const;

  std::vector<std::string> names_;  // as the file's path has it, and with links followed; the longer one first
};

}  // namespace lightsout
