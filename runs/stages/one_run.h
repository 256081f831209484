// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One run of one world, from its file to its verdict, in this process. A Run makes one, or several that are compared.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "runs/reports/run_log.h"
#include "runs/reports/verdict.h"
#include "runs/settings/run_settings.h"
#include "runs/stages/snapshots.h"

namespace lightsout {

struct LoadedWorld;
class RunProgress;

// Sees the state at time 0 and after every step; an ending that it returns ends the run.
using StepObserver = std::function<std::optional<Ending>(const Simulation&)>;

// In which a run finds itself; all references outlive it.
struct RunConditions {
  RunLog& log;
  const std::atomic<bool>& interrupted;  // the run ends
  // Why, where it was no signal; may be empty.
  std::function<std::optional<Ending>()> why_interrupted = nullptr;
  const ReadSnapshot* from = nullptr;  // what it goes on from
  bool hashes = false;                 // Verdict::run_hash is wanted
  bool repeats = false;  // an equal run came before: nothing is recorded again, nor is said again what was said then
  StepObserver observer = nullptr;
  std::unique_ptr<LoadedWorld>* loaded = nullptr;  // by these settings; the first run takes it
  RunProgress* progress = nullptr;                 // is told of each step
  bool ends_process = false;                       // the process ends with the run
};

// Of a run in this process in which a thread of users' code has failed.
std::optional<Ending> failed_thread();

Verdict run_once(const RunSettings& settings, const RunConditions& conditions);

}  // namespace lightsout
