// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Names of files and folders that make can cope with.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace lightsout {

// What make and the shell take for something else: in the name of the folder, which its program or library has, in
// that of a source, which the rules for it are made of, and in a path from which Makefiles are included.
inline constexpr std::string_view odd_in_folders = "'\"`$\\&;|<>():%", odd_in_sources = "'\"`$\\&;|<>():%#=*?[]",
                                  odd_in_paths = "'\"`$\\&;|<>():%#*?[]";

// What of the name is odd: a blank, a control character, one of `odd`. "" if nothing.
std::string oddity_of(const std::string& name, std::string_view odd);

// The home by a path from which Makefiles can be included: itself, or where make cannot cope with its path, a link to
// it below the user's cache folder ($XDG_CACHE_HOME, else ~/.cache). The link stays: programs are linked by it. The
// error says what make cannot cope with, and why there is no link.
std::expected<std::filesystem::path, std::string> home_for_make(const std::filesystem::path& home);

}  // namespace lightsout
