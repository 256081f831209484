// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A batch: makes the runs of a sweep that its folder does not hold yet, or those that somebody asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "batches/results/run_record.h"
#include "batches/sweeps/sweep.h"
#include "batches/sweeps/values.h"
#include "batches/workers/run_process.h"
#include "runs/reports/outcome.h"

namespace lightsout {

struct BatchSettings {
  Sweep sweep;
  std::filesystem::path folder;
  int jobs = 1;
  bool fail_fast = false;      // ends with the first run that fails
  bool ask = false;            // points come as lines of JSON on standard input
  std::optional<Shard> shard;  // a part of the runs, beside others that make the rest: no table of results is made
};

struct BatchCounts {
  std::size_t planned = 0;
  std::size_t found = 0;   // that were there at the beginning
  std::size_t made = 0;    // since
  std::size_t failed = 0;  // of both
  std::size_t running = 0;
};

// Where people look on.
class BatchView {
 public:
  virtual ~BatchView() = default;
  virtual void begin(const BatchCounts& counts) = 0;
  virtual void run_ended(const RunRecord& record) = 0;
  // Some times a second.
  virtual void look(const BatchCounts& counts) = 0;
  virtual void end(const BatchCounts& counts) = 0;
  virtual void remark(std::string_view text) = 0;
  virtual void complaint(std::string_view text) = 0;
  // A line of JSON for who asks.
  virtual void answer(std::string_view line) = 0;
};

// The exit code of a batch of which a run failed.
inline constexpr int runs_failed = 11;

// The exit code: 0 if all runs are done, runs_failed if one failed, else that of an Outcome. Call it while there is one
// thread.
int make_batch(const BatchSettings& settings, const RunProcessCaller& caller, BatchView& view);

// Makes results.db and results.csv of the folder anew or up to date; the exit code.
int index_results(const std::filesystem::path& folder, BatchView& view);

}  // namespace lightsout
