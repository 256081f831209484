// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/run_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>

#include "engine/state/log.h"
#include "runs/settings/run_options.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// What a batch leaves in the folder of a run.
constexpr std::string_view own_names[] = {"run.json", "verdict.json", "log", "output"};

bool is_in_folder(const RunOption& option) { return option.is_written() && option.key != "output"; }

bool starts_anywhere(const std::string& name) { return name == "-" || fs::path(name).is_absolute(); }

bool leaves_folder(const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  return path.empty() || *path.begin() == "..";
}

}  // namespace

std::expected<RunSettings, std::string> settle_outputs(RunSettings settings) {
  if (settings.output.empty()) return settings;
  const fs::path folder = settings.output;
  if (settings.log.empty()) settings.log = "log";
  if (settings.verdict.empty()) settings.verdict = "verdict.json";
  // A folder that need not be named.
  if (settings.snapshots.every && !starts_anywhere(settings.snapshots.folder))
    settings.snapshots.folder = (folder / settings.snapshots.folder).string();
  for (const RunOption& option : options_of(settings)) {
    if (!is_in_folder(option) || option.key == "snapshots") continue;
    for (const std::string& name : option.paths())
      if (!starts_anywhere(name) && leaves_folder(name))
        return std::unexpected(
            fmt::format("{} {}: this leads out of the run's folder, {}, where names of what it writes "
                        "start",
                        option.option(), name, settings.output));
    if (option.rename)
      option.rename([&](const std::string& name) { return starts_anywhere(name) ? name : (folder / name).string(); });
  }
  return settings;
}

std::string verdict_in(const std::string& folder) { return (fs::path(folder) / "verdict.json").string(); }

std::string output_for_many(const RunSettings& given) {
  const auto is_own = [](const std::string& name) {
    const fs::path path = fs::path(name).lexically_normal();
    return std::ranges::find(own_names, *path.begin()) != std::end(own_names);
  };
  RunSettings settings = given;
  for (const RunOption& option : options_of(settings)) {
    if (!is_in_folder(option)) continue;
    for (const std::string& name : option.paths())
      if (starts_anywhere(name) || leaves_folder(name))
        return fmt::format(
            "{} {}: in a batch this is the name of a file in each run's own folder, and does not lead out "
            "of it",
            option.option(), name);
      else if (is_own(name))
        return fmt::format("{} {}: each run of a batch leaves a file of this name itself: choose another",
                           option.option(), name);
  }
  return {};
}

std::string output_in_the_way(const RunSettings& settings) {
  std::error_code error;
  if (settings.output.empty()) return {};
  const fs::directory_iterator first(settings.output, error), end;
  if (error == std::errc::no_such_file_or_directory) return {};
  if (error) return fmt::format("--output {}: the folder cannot be read: {}", settings.output, error.message());
  if (first == end) return {};
  return fmt::format(
      "--output {}: the folder holds files already ({}), and what the run leaves would be mixed with them: remove it, "
      "or name another",
      settings.output, first->path().filename().string());
}

}  // namespace lightsout
