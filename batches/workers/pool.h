// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Makes runs, several at a time: each worker has a loader for runs of one load, and another when its load is done.
// Where runs are short the loader has its next ones before it has ended the last, so that it does not wait for the
// batch, which takes in what has ended meanwhile.
#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batches/plans/plan.h"
#include "batches/results/run_folder.h"
#include "batches/workers/loader.h"

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
    bool once = false;                            // its loader makes one run
    std::deque<MadeRun> making;                   // the first; what is behind it waits for it in the loader
    std::chrono::steady_clock::time_point since;  // when the first began
    bool is_quick = false;                        // its last run was short
  };
  Group* group_for(const Worker& worker);
  // Of a group, which goes with its last run.
  PlannedRun take_from(Group& group, bool& is_last);
  // With a folder that says what it is.
  std::expected<MadeRun, std::string> prepare(PlannedRun run) const;
  // Gives an idle worker a run; what ended before it began.
  std::expected<std::optional<MadeRun>, std::string> employ(Worker& worker);
  // Gives a worker that is at a run its next ones; "" or what went wrong.
  std::string order_ahead(Worker& worker);
  // A loader for the run and those of its load; "" or what went wrong.
  std::string hire(Worker& worker, const RunSettings& settings, const PlannedRun& run, bool once);
  std::string begin(Worker& worker, MadeRun& made, bool is_last);
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
