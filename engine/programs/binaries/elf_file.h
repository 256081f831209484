// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a shared library's file says of itself, before it is loaded: is it for this machine, what does it ask for, what
// does it have.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace lightsout {

struct ElfSummary {
  std::vector<std::string> needed;     // DT_NEEDED, as written
  std::vector<std::string> search;     // DT_RUNPATH or DT_RPATH, $ORIGIN replaced
  std::vector<std::string> undefined;  // strong symbols that it expects from elsewhere, sorted
  std::vector<std::string> weak;       // those that it can do without, sorted
  std::vector<std::string> defined;    // functions and objects that it exports, sorted
  bool has_debug_lines = false;
};

// The error is a sentence about the file ("is for 32-bit x86, ..."), without its name.
std::expected<ElfSummary, std::string> read_elf(const std::filesystem::path& file);

}  // namespace lightsout
