// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// On which processors the engine's thread and its controllers run. In lock step one works while the others sleep, and
// waking a sleeper on another processor costs many times what it does on the same one (on virtual machines 70 against 3
// microseconds). So controllers share the engine's processor, but for those that think longer than a wake-up costs:
// they are spread over all processors as soon as several can think at the same time. How long each thinks is the
// processor time that it takes for a turn, whatever else the machine does. What this does changes no result.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace lightsout {

class Placement {
 public:
  struct Thinker;  // a controller

  Placement();
  ~Placement();
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;

  // Valid until it is removed.
  Thinker& add(pid_t controller);
  void remove(Thinker& controller);
  // A controller was handed its turn; one gave it back. Between the first of the ones and the last of the others lies
  // an exchange. Both are called by the engine's thread.
  void handed(Thinker& controller);
  void returned() {
    if (outstanding_ > 0 && --outstanding_ == 0) end_exchange();
  }
  // Where a controller is held, -1: nowhere.
  static int processor_of(const Thinker& controller);

 private:
  void end_exchange();
  void look();
  bool read_clocks();
  void leave_free();
  void place();
  bool is_worth_spreading() const;
  std::vector<int> spread(int home) const;
  void hold_engine(int processor);
  void hold(Thinker& controller, int processor) const;

  cpu_set_t allowed_;
  std::vector<int> processors_;  // those allowed; nothing is done where there is one
  pid_t engine_thread_ = 0;
  std::vector<std::unique_ptr<Thinker>> controllers_;
  int home_ = -1;  // where the engine's thread is held; -1: nowhere
  unsigned outstanding_ = 0;
  unsigned exchanges_ = 0, next_look_ = 0;
  // At the last look, of the wall and of the engine's thread.
  std::int64_t wall_seen_ns_ = 0, work_seen_ns_ = 0;
  // The engine's processor is shared with others that are not ours: until then nothing is done about that.
  std::int64_t next_move_ns_ = 0, move_pause_ns_ = 0;
};

}  // namespace lightsout
