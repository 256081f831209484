// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/private_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>

#include "engine/programs/process_guard.h"

namespace lightsout {

namespace fs = std::filesystem;

std::expected<PrivateFolder, std::string> PrivateFolder::make(std::string_view purpose) {
  std::error_code error;
  fs::path place = fs::temp_directory_path(error);
  if (error) place = "/tmp";
  std::string name = (place / fmt::format("lightsout_{}_XXXXXX", purpose)).string();
  if (!::mkdtemp(name.data())) return std::unexpected(fmt::format("cannot make {}: {}", name, std::strerror(errno)));
  PrivateFolder folder(fs::absolute(name, error));
  ProcessGuard::of_this_program().leave_nothing_of(folder.path().string());
  return folder;
}

void PrivateFolder::keep() {
  ProcessGuard::of_this_program().leave_alone(path_.string());
  path_.clear();
}

PrivateFolder::~PrivateFolder() {
  if (path_.empty()) return;
  std::error_code error;
  // A folder without rights cannot be emptied.
  for (fs::recursive_directory_iterator at(path_, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error))
    if (std::error_code ignored; at->is_directory(ignored) && !at->is_symlink(ignored))
      fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
  fs::remove_all(path_, error);
  ProcessGuard::of_this_program().leave_alone(path_.string());
}

}  // namespace lightsout
