// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The private folder of a run in the sandbox: outputs until they are copied to their places, copies of what is built.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/programs/private_folder.h"

namespace lightsout {

class SandboxFolder {
 public:
  static std::expected<SandboxFolder, std::string> make();

  // A new folder in it.
  std::expected<std::filesystem::path, std::string> folder();
  // A new folder in it that holds a copy of another: plain files with their times, folders, and links as they are.
  std::expected<std::filesystem::path, std::string> copy_of(const std::filesystem::path& folder);

 private:
  explicit SandboxFolder(PrivateFolder folder) : folder_(std::move(folder)) {}
  PrivateFolder folder_;
  int folders_ = 0;
  std::int64_t copied_ = 0;  // bytes
};

// Plain files alone: whoever wrote `from` may have put a link there. Of a folder those with such an ending. "" or what
// went wrong; nothing there is no failure.
std::string bring_file(const std::filesystem::path& from, const std::filesystem::path& to);
std::string bring_folder(const std::filesystem::path& from, const std::filesystem::path& to,
                         std::string_view ending = "");

}  // namespace lightsout
