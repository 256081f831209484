// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run in a tree of processes that bubblewrap confines: all of the run, since plugins are code in its own process.
// docs/security.md says what that holds off.
//
// The sandbox sees the system's programs and libraries, this installation, the world's own folders, --assets, the other
// inputs of the run and what --sandbox-read names, and writes to none of them. Controllers and plugins stand there as
// private copies, so that they can be built. Outputs are written to a private folder, and copied to their places when
// all processes have ended. What is to be run stands in a run file that is made for it.
#pragma once

#include <string>
#include <vector>

#include "runs/reports/outcome.h"
#include "runs/reports/run_progress.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

// For a run that finds itself in a sandbox: that of its starter; else nullptr.
RunProgress::Shared progress_of_sandboxed_run();

// How it ended: the verdict that the run has written itself, or why there is none.
struct SandboxEnd {
  int exit_code = 0;
  std::string verdict;  // the text; "": `failure` says why not
  Ending failure{};
  std::string not_copied;  // an output that did not get to its place, with the reason
  RunProgress::Shared progress{};
};
// `view_options`: of its command line. `files`: all that the run reads and writes, prepared.
SandboxEnd run_in_sandbox(const RunSettings& settings, const std::vector<std::string>& view_options,
                          const NamedFiles& files);

}  // namespace lightsout
