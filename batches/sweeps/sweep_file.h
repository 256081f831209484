// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A sweep file (sweep.yaml) says all that a sweep is: what is varied, and what each run is by the keys of a run file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "batches/sweeps/sweep.h"
#include "runs/settings/run_file.h"

namespace lightsout {

class Diagnostics;

struct SweepFile {
  static constexpr std::uint64_t most_repetitions = 1'000'000, most_jobs = 4096;
  Sweep sweep;
  std::string output;  // folder, "" if it names none
  std::optional<int> jobs;
  KeyPlaces places;         // of what it says of all runs
  bool lacks_file = false;  // one that it names cannot be read
};

// Relative paths start at the folder of the file. What is wrong is reported as bad-run-file at its place, and left out.
SweepFile read_sweep_file(const Source& source, Diagnostics& diagnostics);

// Points of a file, or of standard input: "-". What is wrong in it is reported at its place; the error is of the file
// itself: it cannot be read.
std::expected<std::vector<Point>, std::string> read_points_of(const std::string& path, Diagnostics& diagnostics);

}  // namespace lightsout
