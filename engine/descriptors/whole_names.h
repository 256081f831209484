// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Paths from the root. Those of <filesystem> that throw nothing answer an empty path also where memory lacks, and who
// goes on with it takes another file for the one that was meant. These throw std::bad_alloc there.
#pragma once

#include <filesystem>
#include <new>
#include <system_error>

namespace lightsout {

inline void require_memory(const std::error_code& error) {
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
}

// Empty where there is no working folder any more.
inline std::filesystem::path working_folder() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::current_path(error);
  require_memory(error);
  return folder;
}

// As std::filesystem::absolute(); empty for a relative one where there is no working folder any more.
inline std::filesystem::path absolute_path(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::absolute(path, error);
  require_memory(error);
  return whole;
}

// As std::filesystem::weakly_canonical(); empty where the folders above cannot be seen.
inline std::filesystem::path canonical_path(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::weakly_canonical(path, error);
  require_memory(error);
  return whole;
}

}  // namespace lightsout
