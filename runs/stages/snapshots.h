// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The snapshots that a run leaves behind it (--snapshot-every) and goes on from (--from). A folder holds a file
// step_<number>.snapshot for each, and what its controllers were told, exchange_<step of the run's start>, that they
// share; with a number behind it where several runs went on from one step.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/snapshot.h"
#include "runs/reports/outcome.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

class Simulation;

// What a run goes on from.
struct ReadSnapshot {
  std::vector<std::uint8_t> bytes;
  SnapshotDescription description;
};

// The error names the file.
std::expected<ReadSnapshot, Ending> read_snapshot(const std::string& file);

// Why no snapshots can go into the folder, "" if they can: it holds those of another run, which would be mixed with
// these or lost. A run that goes on from one of them is no other run.
std::string snapshots_in_the_way(const SnapshotSettings& settings);

// A new file for the exchange of a run that starts at this step; makes the folder.
std::expected<std::filesystem::path, std::string> exchange_file(const SnapshotSettings& settings,
                                                                std::int64_t first_step);

// Call after each step: writes a snapshot if one is due. "" or what went wrong.
std::string snapshot_if_due(const SnapshotSettings& settings, Simulation& simulation);

}  // namespace lightsout
