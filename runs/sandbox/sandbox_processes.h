// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The processes of a sandbox as its starter sees them, from outside, and those of a run as it sees them itself.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace lightsout {

struct SandboxUse {
  std::int64_t processes = 0;
  std::int64_t memory = 0;  // bytes that are resident; what processes share counts in each
  pid_t first = 0;          // the oldest child of the sandbox's own first process: the run; 0: not yet, or gone
};
// Of all that descends from `init`, the first process in the sandbox, whoever its parent is by now.
SandboxUse use_of_sandbox(pid_t init);
// Of this process and all that descends from it, bytes, counted in the same way.
std::int64_t memory_of_run();

}  // namespace lightsout
