// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Files that a process of this machine writes now, and nobody else is to. A claim is a name that the system knows until
// the process and its forks are gone, however they end.
#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class FileClaims {
 public:
  // Those of the paths that are plain files, or are not there yet, whatever they are called; the error is the first
  // path that somebody else has claimed. What is left of a process that was killed gets `patience` to be gone. Where
  // the system has no room for a claim there is none.
  static std::expected<FileClaims, std::string> make(const std::vector<std::string>& paths,
                                                     std::chrono::milliseconds patience = std::chrono::seconds(5));

 private:
  std::vector<FileDescriptor> held_;
};

}  // namespace lightsout
