// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run: all that makes one, from what was asked of it to its verdict. Commands, batches and programs that have runs
// made say what they want in a RunSettings, look on through a LogView, and get an exit code.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runs/manifests/manifest_writer.h"
#include "runs/reports/log_view.h"
#include "runs/reports/run_progress.h"
#include "runs/reports/verdict.h"
#include "runs/settings/run_settings.h"
#include "runs/stages/one_run.h"

namespace lightsout {

struct LoadedWorld;

// Who has it made.
struct RunCaller {
  LogView& view;
  // Called when the run is about to begin in this process: from then on the flag says that it is to end.
  std::function<std::atomic<bool>&()> catch_interrupts;
  // Of a command line that says the same of how to look on, for the run in the sandbox.
  std::vector<std::string> view_options{};
  // The world, where it has been read by these settings already.
  std::unique_ptr<LoadedWorld>* loaded = nullptr;
  // The folder of the run was made for it.
  bool owns_output = false;
  // How it ended is told on the view. A caller that reads the verdict file may tell it itself.
  bool says_end = true;
  // The process ends with the run.
  bool ends_process = false;
};

class Run {
 public:
  explicit Run(RunSettings settings);
  const RunSettings& settings() const { return settings_; }

  // Refuses what makes no sense before it touches anything, writes what it is to write, the verdict too; the exit code.
  // With a guard or a sandbox it is made in processes of its own.
  int make(const RunCaller& caller);
  // Ends before it begins, with a verdict if that takes the place of nothing; the exit code.
  int refuse(const RunCaller& caller, Ending ending) const;

 private:
  int make_here(const RunCaller& caller, const NamedFiles& files);
  int make_confined(const RunCaller& caller, const NamedFiles& files);
  // Another run of this machine writes that output, or what holds it: `what`.
  int refuse_for_claim(const RunCaller& caller, const NamedFiles& files, const std::string& path,
                       std::string_view what) const;
  // What speaks against it before anything is touched, "" if nothing does.
  std::string objection(const RunCaller& caller, const NamedFiles& files) const;
  // What is written of its end; what that changes of the verdict. False: the verdict is not.
  bool write(const RunCaller& caller, Verdict& verdict) const;
  // What speaks against it before it has begun; the snapshot is read.
  std::optional<Ending> prepare(const NamedFiles& files);
  // The snapshot that it goes on from.
  std::optional<Ending> read_from();
  Verdict to_verdict(const RunCaller& caller, const NamedFiles& files, std::atomic<bool>& interrupted);
  Verdict play(const RunCaller& caller, RunLog& log, std::atomic<bool>& interrupted) const;
  // It has gone on beyond a limit and cannot be brought to its end: writes its verdict and ends the process.
  [[noreturn]] void end_now(const RunCaller& caller, const Ending& ending) const;
  Verdict early_verdict(Ending ending) const;

  RunSettings settings_;
  std::string unsettled_;  // why its outputs have no places
  std::optional<ReadSnapshot> from_;
  std::unique_ptr<ManifestWriter> manifest_;
  RunProgress::Shared progress_;  // once it may begin
};

}  // namespace lightsout
