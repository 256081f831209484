// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A page of a batch for a browser: all of it in one file, data, script and the library that draws, so that reading it
// needs nothing else.
#pragma once

#include <expected>
#include <filesystem>
#include <string>

namespace lightsout {

struct ReportSettings {
  std::filesystem::path folder;   // of a batch, or of one run
  std::size_t most_paths = 500;   // runs whose trajectories are drawn, the first in the order of the table
  std::size_t most_points = 300;  // of a trajectory
};

// The text of the page. The error names what is missing or cannot be read.
std::expected<std::string, std::string> make_report(const ReportSettings& settings);

// Chart.js, as Debian's libjs-chart.js installs it.
constexpr const char* chart_library = "/usr/share/javascript/chart.js/chart.min.js";

}  // namespace lightsout
