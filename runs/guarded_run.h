// A run in a child process (--plugin-guard), so that whatever happens to that, its parent tells how it ended.
#pragma once

#include <expected>
#include <string>

#include "engine/programs/file_descriptor.h"

namespace lightsout {

// In the child. It dies with its parent.
class GuardedRun {
 public:
  // Forks. In the child: the run goes on. In the parent, when the child has ended: the exit code. Where the child did
  // not get to its verdict, the parent has told one (in `verdict_path` too, unless that is "").
  // Signals to end, to stop and to go on are passed on to the child. Call it while there is one thread.
  static std::expected<GuardedRun, int> begin(const std::string& world, const std::string& verdict_path);

  // The run has got to its verdict and will return this exit code: only what says so has ended in order.
  void tell_verdict(int exit_code);

 private:
  GuardedRun() = default;
  FileDescriptor word_;  // to the parent; empty: could not fork, the run is unguarded
};

}  // namespace lightsout
