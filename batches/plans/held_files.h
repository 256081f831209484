// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Files that are to stay as they were when the runs of a batch were named: of a run that is made later their content is
// what its name says.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

struct HeldFile {
  std::string path;
  std::uint64_t digest = 0;  // of its content
  // By which a file that nobody has touched is known without reading it.
  std::uint64_t inode = 0;
  std::int64_t size = 0, changed_ns = 0;
};

// As it is now; nothing if it cannot be read, or is empty.
std::optional<HeldFile> hold_file(const std::string& path);
// The first whose content is another by now, "" if there is none. One system call for each file.
std::string changed_file(const std::vector<HeldFile>& files);

// A line for each, for another process; files whose paths have several lines are left out.
std::string lines_of(const std::vector<HeldFile>& files);
std::vector<HeldFile> held_files_of(std::string_view lines);

}  // namespace lightsout
