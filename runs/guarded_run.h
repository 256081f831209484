// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run in a child process (--plugin-guard), so that whatever happens to that, its parent tells how it ended.
#pragma once

#include <atomic>
#include <expected>
#include <optional>

#include "engine/descriptors/file_descriptor.h"
#include "runs/outcome.h"

namespace lightsout {

// In the child. It dies with its parent.
class GuardedRun {
 public:
  // What the parent knows of it.
  struct Ended {
    int exit_code;
    std::optional<Ending> without_verdict;  // the child has not got to one
  };
  // Forks. In the child: the run goes on. In the parent: how the child has ended.
  // Signals to end, to stop and to go on are passed on to the child. Call it while there is one thread. `in_process`:
  // its controllers may run in it. `has_called`: whether a plugin or joint callback was called, in memory that both
  // share.
  static std::expected<GuardedRun, Ended> begin(bool in_process, std::atomic<bool>& has_called);

  // The run has got to its verdict and will return this exit code: only what says so has ended in order.
  void tell_verdict(int exit_code);

 private:
  GuardedRun() = default;
  FileDescriptor word_;  // to the parent; empty: could not fork, the run is unguarded
};

}  // namespace lightsout
