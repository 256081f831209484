// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Makes runs, several at a time: each worker has a loader for runs of one load, and another when its load is done.
#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batches/loader.h"
#include "batches/plan.h"
#include "batches/run_folder.h"

namespace lightsout {

// How a run's process ended; its folder is still in the room.
struct MadeRun {
  PlannedRun run;
  std::filesystem::path folder;
  std::string wrong;  // why there was no process, or how it ended if not by an exit
  bool is_bad_point = false;
};

class RunPool {
 public:
  // All outlive it.
  RunPool(const Planner& planner, const WorkRoom& room, int workers, RunProcessCaller caller);
  // Behind all that wait, but for those of the same load: they come together.
  void add(PlannedRun run);
  // No run is waiting or being made.
  bool is_idle() const { return waiting_ == 0 && running() == 0; }
  std::size_t waiting() const { return waiting_; }
  int running() const;

  // Gives work to idle workers and waits until a run has ended, `other` (a descriptor, -1: none) can be read, a signal
  // has come or the time is over; what has ended by then. The error is of the batch itself.
  std::expected<std::vector<MadeRun>, std::string> wait(std::chrono::milliseconds most, int other);

 private:
  // Runs that wait for a loader of their load.
  struct Group {
    std::string load;
    std::deque<PlannedRun> runs;
  };
  struct Worker {
    std::string load;
    std::optional<Loader> loader;
    std::optional<MadeRun> making;
  };
  Group* group_for(const Worker& worker);
  std::optional<PlannedRun> next_for(const Worker& worker, bool& is_last);
  // Gives the worker a run; what ended before it began.
  std::expected<std::optional<MadeRun>, std::string> employ(Worker& worker);
  // A loader for the run and those of its load; "" or what went wrong.
  std::string hire(Worker& worker, const RunSettings& settings, const PlannedRun& run, bool once);
  std::string begin(Worker& worker, const PlannedRun& run, bool is_last);
  MadeRun end(Worker& worker);

  const Planner& planner_;
  const WorkRoom& room_;
  const RunProcessCaller caller_;
  std::vector<Worker> workers_;
  std::map<std::uint64_t, Group> groups_;  // by when they came
  std::map<std::string, std::uint64_t> group_of_load_;
  std::uint64_t next_group_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace lightsout
