// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Folders into which a process of this machine writes now, with all that is in them; and single files, which lie in
// nobody else's folders. As of files against each other (file_claims.h), a claim is a name that the system knows until
// the process and its forks are gone.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

// Where somebody else writes, as messages say it.
inline constexpr std::string_view into_claimed_folder = "into this folder, or one that holds it or lies in it,",
                                  beside_claimed_file =
                                      "into the folder in which this file lies, or one that holds it,";

class FolderClaims {
 public:
  // Several may have one folder together where all of them are parts of one thing.
  enum class Sharing : std::uint8_t { None, Batch, Tests };
  // The error is the first path that is, holds or lies in a folder that somebody else has claimed, or the first of the
  // `files` that lies in one. A folder that holds a file that somebody else has claimed so is refused too. What is left
  // of a process that was killed gets `patience` to be gone. Where the system has no room for claims, or shows none
  // (/proc), there are none.
  static std::expected<FolderClaims, std::string> make(const std::vector<std::string>& paths,
                                                       Sharing sharing = Sharing::None,
                                                       const std::vector<std::string>& files = {},
                                                       std::chrono::milliseconds patience = std::chrono::seconds(5));

 private:
  std::vector<FileDescriptor> held_;
};

}  // namespace lightsout
