// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run in a child process (--plugin-guard), so that whatever happens to that, its parent tells how it ended.
#pragma once

#include <atomic>
#include <optional>

#include "runs/reports/outcome.h"

namespace lightsout {

// What the parent knows of it.
struct GuardedEnd {
  int exit_code;
  std::optional<Ending> without_verdict{};  // the child has not got to one
  bool was_asked_to_end = false;            // by a signal, which is passed on
};
// Forks. In the parent: how the child has ended. Nothing in the child, and where there can be none: the run goes on.
// Signals to end, to stop and to go on are passed on to the child, which dies with its parent. Call it while there is
// one thread. `in_process`: its controllers may run in it. `timeout_s`: how long it may stand still that somebody else
// has stopped; 0: for ever. `has_called`: whether a plugin or joint callback was called, in memory that both share.
std::optional<GuardedEnd> guard_run(bool in_process, double timeout_s, std::atomic<bool>& has_called);

// The run has got to its verdict, or has said why there is none, and will end with this exit code: only what says so
// last has ended in order. Does nothing in a process that no parent guards.
void tell_guard_of_end(int exit_code);

}  // namespace lightsout
