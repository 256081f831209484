// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a process does that makes one run of a batch: from settings that many runs share, a folder and a seed.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batches/plans/held_files.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

struct LoadedWorld;

struct RunProcessCaller {
  std::function<std::atomic<bool>&()> catch_interrupts;
  std::vector<std::string> view_options;
};

class RunProcess {
 public:
  // `files`: what is to be as it was when the runs were named; where one has changed, a run is refused.
  RunProcess(const RunSettings& settings, const std::vector<HeldFile>& files);
  ~RunProcess();

  // Reads the world, where processes forked from this one can go on from there: it has one thread, and the world may be
  // read outside of a sandbox.
  void load();
  // The exit code. What is printed goes to the file `output` in the folder; none is left if nothing was.
  int make(const std::filesystem::path& folder, std::optional<std::uint64_t> seed, const RunProcessCaller& caller);

 private:
  const RunSettings& settings_;
  const std::vector<HeldFile>& files_;
  std::unique_ptr<LoadedWorld> loaded_;
};

}  // namespace lightsout
