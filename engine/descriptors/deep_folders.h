// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Looking through folders that strangers may have made as deep as they like.
#pragma once

#include <climits>
#include <filesystem>
#include <system_error>

namespace lightsout {

// As increment(), but not into a folder in which no file can be opened by its path. An iterator keeps the path of each
// folder that it is in: without an end, that grows with the square of the depth.
inline void go_on(std::filesystem::recursive_directory_iterator& at, std::error_code& error) {
  if (at->path().native().size() >= PATH_MAX - 2) at.disable_recursion_pending();
  at.increment(error);
}

}  // namespace lightsout
