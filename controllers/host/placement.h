// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// On which processors the engine's thread and its controllers run. In lock step one works while the others sleep, and
// waking a sleeper on another processor costs many times what it does on the same one (on virtual machines 70 against 3
// microseconds). So they share a processor, unless several controllers think long enough that thinking at the same time
// gains more: that is measured as the run goes, and tried again now and then. What it does changes no result.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace lightsout {

class Placement {
 public:
  Placement();
  ~Placement();
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;

  void add(pid_t controller);
  void remove(pid_t controller);
  // A controller was handed its turn; one gave it back. Between the first of the ones and the last of the others lies
  // an exchange, whose length is what is measured. Both are called by the engine's thread.
  void handed() {
    if (outstanding_++ == 0) begin_exchange();
    ++handed_;
  }
  void returned() {
    if (outstanding_ > 0 && --outstanding_ == 0) end_exchange();
  }
  bool is_shared() const { return mode_ == Mode::Shared; }

 private:
  enum class Mode {
    Free,    // where the scheduler wants
    Shared,  // all on one processor
    Spread   // the controllers on one each, in turn
  };
  void begin_exchange();
  void end_exchange();
  void enter(Mode mode);
  void spread();
  void decide(std::int64_t now_ns);
  void place(pid_t who, const cpu_set_t& set);
  // Whether somebody else takes much of the shared processor's time, since the last call.
  bool is_crowded();

  cpu_set_t allowed_;
  bool may_pin_ = false;
  pid_t engine_thread_ = 0;
  std::vector<pid_t> controllers_;
  Mode mode_ = Mode::Free;
  unsigned outstanding_ = 0, handed_ = 0;
  std::int64_t begun_ns_ = 0;
  // Of the present mode and set of controllers:
  unsigned exchanges_ = 0;
  double sum_ns_ = 0;
  unsigned largest_ = 0;  // controllers in one exchange
  // What an exchange took when shared, before the last trial of spreading; when to try again.
  double shared_ns_ = 0;
  std::int64_t next_trial_ns_ = 0, trial_pause_ns_ = 0;
  std::int64_t next_crowd_ns_ = 0, crowd_pause_ns_ = 0;
  std::int64_t wall_seen_ns_ = 0, work_seen_ns_ = 0;
};

}  // namespace lightsout
