// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A fresh folder that only this user sees, gone with all that is in it when the object is, or when this program is
// killed. Forks of the program leave it alone.
#pragma once

#include <sys/types.h>

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace lightsout {

class PrivateFolder {
 public:
  // Where temporary files lie; `purpose` stands in its name. The error names it.
  static std::expected<PrivateFolder, std::string> make(std::string_view purpose);
  PrivateFolder(PrivateFolder&& other) noexcept
      : path_(std::exchange(other.path_, std::filesystem::path())), owner_(other.owner_) {}
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  ~PrivateFolder();

  const std::filesystem::path& path() const { return path_; }
  // It stays, and is the caller's.
  void keep();

 private:
  explicit PrivateFolder(std::filesystem::path path);
  std::filesystem::path path_;
  pid_t owner_;
};

}  // namespace lightsout
