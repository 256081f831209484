// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file that is there whole or not at all: written beside its name and then renamed.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace lightsout {

// Where a file of this path is: behind symbolic links, also behind one that leads to nothing yet. Links of /dev and
// /proc, which name open files, stay as they are.
std::filesystem::path place_of(const std::filesystem::path& path);
// There is a plain file, which another may replace; not a pipe, a device or an open file by its number.
bool is_plain(const std::filesystem::path& path);

// 0, or the errno of what failed; what was there before then stays. What is there and no plain file (a pipe,
// /dev/stdout) is written to, not replaced; a symbolic link stays, and what it leads to is replaced.
int write_whole_file(const std::filesystem::path& path, std::string_view bytes);

// All bytes of a file, or the errno of what failed: EISDIR of a folder.
std::expected<std::string, int> read_whole_file(const std::filesystem::path& path);

}  // namespace lightsout
