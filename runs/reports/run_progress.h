// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How far a run has come, in memory that whoever started its process shares: of a run that is killed the verdict says
// that much. What stands there may come from a stranger, and is no more than numbers.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "runs/reports/verdict.h"

namespace lightsout {

class Simulation;

class RunProgress {
 public:
  using Shared = std::shared_ptr<RunProgress>;
  // For this process and those forked from it; private where no memory can be shared.
  static Shared make();
  // In a file that is there, of this size; nullptr if there is none.
  static Shared find_in(const std::filesystem::path& file);
  // A copy of what stands in a file, which whoever has it open may have changed in any way.
  static Shared copy_of(const std::filesystem::path& file);

  // Of the last run that this process has begun; nullptr: of none.
  static Shared& latest();

  // A simulation was made, or has made a step.
  void note(const Simulation& simulation);
  // What was noted last goes into the verdict.
  void tell(Verdict& verdict) const;

  // A plugin or joint callback was called.
  std::atomic<bool> has_called = false;

 private:
  std::atomic<std::uint64_t> has_begun_ = 0;  // or not: 0
  std::atomic<std::uint64_t> seed_ = 0;
  std::atomic<double> step_ms_ = 0, seconds_ = 0, total_seconds_ = 0;
  std::atomic<std::int64_t> steps_ = 0, total_steps_ = 0;
  std::atomic<int> resets_ = 0;
};

}  // namespace lightsout
