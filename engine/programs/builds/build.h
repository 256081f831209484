// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Builds controllers and plugins from their sources with make: by the folder's own Makefile if it has one, else by
// the rules of the prefix's resources/Makefile.include.
#pragma once

#include <atomic>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lightsout {

// Longer than what anybody waits for, so that a Makefile that waits for something else ends.
inline constexpr double default_build_timeout_s = 600;

struct BuildSettings {
  std::filesystem::path prefix;  // WEBOTS_HOME of the build
  const std::atomic<bool>* interrupted = nullptr;
  double timeout_s = default_build_timeout_s;  // wall clock; 0: none
  bool forbidden = false;                      // what is not up to date is an error: --no-build
  std::vector<std::string> variables;          // NAME=VALUE for it, beside the environment's
  // Called with what holds it up, once and where that lasts.
  std::function<void(const std::string&)> report_wait;
};

struct BuildResult {
  std::string command;  // as a person would type it
  std::string output;   // all that it printed
};

// The files of the folder that are sources in C or C++.
std::vector<std::filesystem::path> sources_of(const std::filesystem::path& folder);
// The folder holds a Makefile, or sources in C, C++ or Java.
bool has_sources(const std::filesystem::path& folder);
// A folder that cannot be listed (no descriptor is left, or it may not be read) holds nothing for those above: the
// reason, one clause; "" where it can.
std::string why_not_listed(const std::filesystem::path& folder);

// What the folder's name is built from is up to date afterwards. One at a time per folder, also among processes. The
// error is the whole report: command, how it ended, output.
std::expected<BuildResult, std::string> build_folder(const std::filesystem::path& folder,
                                                     const BuildSettings& settings);

}  // namespace lightsout
