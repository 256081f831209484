// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// All that a run was, in a file: what was asked for, what it read, on what it was made, and how it ended. With the same
// files it can be made again (replay.h).
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runs/manifests/machine.h"
#include "runs/manifests/run_inputs.h"
#include "runs/reports/verdict.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

// How it ended, of what its verdict says.
struct ManifestEnd {
  std::string outcome, message;
  int exit_code = 0;
  std::optional<std::uint64_t> seed;
  std::int64_t steps = 0;
  double simulated_seconds = 0;
  std::string state_hash, run_hash;  // "" if nothing was simulated
};
ManifestEnd end_of(const Verdict& verdict);

struct Manifest {
  std::vector<std::string> arguments;  // with which the process was started
  std::string folder;                  // in which
  std::string run;                     // JSON: the keys of a run file
  std::vector<InputRoot> roots;
  std::vector<InputFile> files;
  std::map<std::string, std::string> versions, environment;
  std::string processor, system;
  std::optional<Commit> commit;
  ManifestEnd end;

  const InputFile* find(std::string_view root, const std::filesystem::path& path) const;
};

// Of a run that has just ended: the program and what controllers imported come to the inputs.
Manifest manifest_of(const RunSettings& settings, RunInputs& inputs, const Verdict& verdict);

std::string to_json(const Manifest& manifest);
// The error names the file.
std::expected<Manifest, std::string> read_manifest(const std::filesystem::path& file);

}  // namespace lightsout
