// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The way of solids in a table that a run has recorded (.csv, .csv.gz), thinned out for a picture.
#pragma once

#include <array>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace lightsout {

struct RecordedPath {
  std::string solid;
  std::vector<std::array<double, 3>> points;  // world axes, m; of the first episode
};

// Of each solid with columns .x .y .z, at most `most_points` of each, the first and the last among them. What is cut
// off at the end is left out; none for a table of something else.
std::expected<std::vector<RecordedPath>, std::string> read_recorded_paths(const std::filesystem::path& file,
                                                                          std::size_t most_points);

}  // namespace lightsout
