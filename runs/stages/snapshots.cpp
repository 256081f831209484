// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/snapshots.h"

#include <fmt/format.h>

#include <cstring>

#include "engine/files/whole_file.h"
#include "engine/simulation.h"
#include "engine/state/clock.h"

namespace lightsout {

namespace fs = std::filesystem;

std::expected<ReadSnapshot, Ending> read_snapshot(const std::string& file) {
  const auto text = read_whole_file(file);
  if (!text || text->empty())
    return std::unexpected(Ending{
        Outcome::EnvironmentFailed,
        fmt::format("cannot read the snapshot {}: {}", file, text ? "it is empty" : std::strerror(text.error()))});
  std::vector<std::uint8_t> bytes(text->begin(), text->end());
  auto description = describe_snapshot(bytes);
  if (!description) return std::unexpected(Ending{Outcome::WrongUse, fmt::format("{}: {}", file, description.error())});
  return ReadSnapshot{std::move(bytes), std::move(*description)};
}

std::string snapshots_in_the_way(const SnapshotSettings& settings) {
  std::error_code error;
  if (!settings.every || !fs::is_directory(settings.folder, error)) return {};
  if (!settings.from.empty() && fs::equivalent(fs::absolute(settings.from).parent_path(), settings.folder, error))
    return {};
  for (fs::directory_iterator at(settings.folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".snapshot")
      return fmt::format(
          "the folder {} holds snapshots of another run: remove them, or name another folder with --snapshots",
          settings.folder);
  if (error) return fmt::format("--snapshots {}: the folder cannot be read: {}", settings.folder, error.message());
  return {};
}

std::expected<fs::path, std::string> exchange_file(const SnapshotSettings& settings, std::int64_t first_step) {
  std::error_code error;
  fs::create_directories(settings.folder, error);
  if (error) return std::unexpected(fmt::format("cannot make the folder {}: {}", settings.folder, error.message()));
  // Snapshots that are there need theirs.
  const fs::path first = fs::path(settings.folder) / fmt::format("exchange_{:09}", first_step);
  fs::path file = first;
  for (int run = 2; fs::exists(file, error); ++run) file = fmt::format("{}_{}", first.string(), run);
  return file;
}

std::string snapshot_if_due(const SnapshotSettings& settings, Simulation& simulation) {
  if (!settings.every) return {};
  // Over resets: no name comes twice.
  const std::int64_t step = simulation.total_steps();
  if (step % simulation.clock().steps_in(*settings.every * 1000) != 0) return {};
  const auto snapshot = simulation.snapshot();
  if (!snapshot) return "no snapshot can be made: " + snapshot.error();
  const fs::path file = fs::path(settings.folder) / fmt::format("step_{:09}.snapshot", step);
  if (write_whole_file(file, {reinterpret_cast<const char*>(snapshot->data()), snapshot->size()}) == 0) return {};
  return fmt::format("cannot write the snapshot {}", file.string());
}

}  // namespace lightsout
