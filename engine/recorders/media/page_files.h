// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The textures and meshes that a page shows, copied into a folder beside it. Files of one folder stay in one folder, so
// that a mesh finds its materials and textures by the names that it has for them.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace lightsout {

class PageFiles {
 public:
  // The folder is made when the first file comes.
  explicit PageFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The URL of the file's copy, from the folder that the page is in. Files that an OBJ or Collada file names are copied
  // with it, where they lie in its folder or below.
  std::string url_of(const std::filesystem::path& file);
  // Why the first file could not be copied; "" if all could.
  const std::string& failure() const { return failure_; }
  // Takes the folder away if nothing came into it.
  void end() const;

 private:
  bool copy(const std::filesystem::path& file, const std::filesystem::path& to);

  std::filesystem::path folder_;
  std::map<std::filesystem::path, std::string> urls_;  // by the file's path
  std::map<std::filesystem::path, int> numbers_;       // of the folders that files come from
  std::string failure_;
};

}  // namespace lightsout
