// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// <folder of a batch>/sweep/: what the batch is, written down so that other processes make parts of it, and what of it
// there is can be told.
//   plan          the names of its runs, a line each
//   run.yaml      what all runs have in common
//   points.jsonl  the points
//   job.sh, jobs  what was submitted to a cluster, and the numbers that it gave
#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "batches/plans/plan.h"
#include "batches/sweeps/values.h"

namespace lightsout {

class SweepFolder {
 public:
  explicit SweepFolder(const std::filesystem::path& batch) : path_(batch / "sweep") {}
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

  // "" or what went wrong.
  std::string write_plan(const std::vector<PlannedRun>& plan) const;
  std::expected<std::vector<std::string>, std::string> read_plan() const;
  // Words of `lightsout batch` that make the same sweep, without the folder; what they name is written.
  std::expected<std::vector<std::string>, std::string> write_down(const Sweep& sweep) const;

 private:
  std::string write(const char* name, const std::string& text) const;
  std::filesystem::path path_;
};

// The runs of a part, as places in the plan: [first, last).
std::pair<std::size_t, std::size_t> part_of(std::size_t runs, const Shard& shard);

}  // namespace lightsout
