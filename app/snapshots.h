// The snapshots that a run leaves behind it (--snapshot-every) and goes on from (--from). A folder holds a file
// step_<number>.snapshot for each, and what its controllers were told, exchange_<step of the run's start>, that they
// share.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/simulation.h"

namespace lightsout {

struct SnapshotSettings {
  std::optional<double> every;  // simulated s between two; none: none is made
  std::string folder = "snapshots";
  std::string from;  // the file to go on from, "" for the start
};

// The error names the file.
std::expected<std::vector<std::uint8_t>, std::string> read_snapshot(const std::filesystem::path& file);

// Where the exchange of a run that starts at this step is recorded; makes the folder.
std::expected<std::filesystem::path, std::string> exchange_file(const SnapshotSettings& settings,
                                                                std::int64_t first_step);

// Call after each step: writes a snapshot if one is due. "" or what went wrong.
std::string snapshot_if_due(const SnapshotSettings& settings, Simulation& simulation);

}  // namespace lightsout
