// `run --sandbox`: the same command line once more, in a tree of processes that bubblewrap confines: all of the run,
// since plugins are code in its own process. docs/security.md says what that holds off.
//
// The sandbox sees the system's programs and libraries, this installation, the world's own folders, --assets, the other
// inputs of the command line and what --sandbox-read names, and writes to none of them. Controllers and plugins stand
// there as private copies, so that they can be built. Outputs are written to a private folder, and those that the
// command line names are copied to their places when all processes have ended.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "runs/named_files.h"
#include "runs/verdict.h"

namespace lightsout {

struct SandboxSettings {
  bool on = false;
  std::vector<std::string> reads;  // files and folders that are seen besides
};

void add_sandbox_options(CLI::App& command, SandboxSettings& settings);

// How it ended: the verdict that the run has written itself, or why there is none.
struct SandboxEnd {
  int exit_code = 0;
  std::string verdict;  // the text; "": `failure` says why not
  Stop failure{};
  std::string not_copied;  // an output that did not get to its place, with the reason
};
// `command`: parsed. `files`: all of it, prepared. `world`: "" if it is not named.
SandboxEnd run_in_sandbox(const CLI::App& command, const SandboxSettings& settings, const NamedFiles& files,
                          const std::string& world);

}  // namespace lightsout
