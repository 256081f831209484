// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Looks into a shared library's file before it is loaded: is it for this machine, and is everything there that it asks
// for. Loading itself (and running its constructors) is library.h's.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

struct ElfSummary {
  std::vector<std::string> needed;     // DT_NEEDED, as written
  std::vector<std::string> search;     // DT_RUNPATH or DT_RPATH, $ORIGIN replaced
  std::vector<std::string> undefined;  // strong symbols that it expects from elsewhere, sorted
  std::vector<std::string> defined;    // functions and objects that it exports, sorted
  bool has_debug_lines = false;
};

// The error is a sentence about the file ("is for 32-bit x86, ..."), without its name.
std::expected<ElfSummary, std::string> read_elf(const std::filesystem::path& file);

// For each needed library that is nowhere to be found, and each undefined symbol that neither this process nor a needed
// library has: a line saying what it is and what provides it. Empty: the file can be loaded.
std::vector<std::string> missing_for(const ElfSummary& elf);

// "Lua (Debian: liblua5.4-dev): ...": what a symbol belongs to, "" if its name says nothing.
std::string_view provider_of(std::string_view symbol);

}  // namespace lightsout
