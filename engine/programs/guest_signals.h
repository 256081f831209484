// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The signals of users' code inside this process. What it wants done at those that the program itself needs (to end, to
// crash, to watch over turns) is kept for it, and done where it sends itself one, or crashes; the program goes on to
// have them. One that it sends itself (raise(), kill() of its process or group) and does not handle ends it alone.
// sigaction(), signal(), raise(), kill(), the functions that block signals and those that make timers are noticed
// because the executable is searched before the C library.
#pragma once

#include <csignal>
#include <ctime>
#include <map>
#include <vector>

#include "engine/programs/guest_threads.h"

namespace lightsout {

class GuestSignals {
 public:
  // One that the program needs, of which a guest has only what is kept here.
  static bool is_the_programs(int signal);
  // As sigaction(). An error of the C library's is returned, and errno is set.
  int set(int signal, const struct sigaction* action, struct sigaction* before);
  // Its timers stop, and what it handles is handled by nobody any more. `threads`: of the same guest.
  void end(const GuestThreads& threads);
  // As raise(): false where the guest is to end by it.
  bool send(int signal);
  // A handler that crashes is not called for that; one that jumped out is called again in the next turn.
  void begin_turn() { handles_ = false; }
  // One of timer_create(), which goes at its end.
  void add_timer(timer_t timer) { timers_.push_back(timer); }
  void forget_timer(timer_t timer) { std::erase(timers_, timer); }
  // Its own handler for one that has come, which may jump out of it; false if it has none.
  bool handle(int signal, siginfo_t* info, void* context);

 private:
  std::map<int, struct sigaction> actions_;  // of others than the program's: as they were set last
  bool handles_ = false;
  std::vector<timer_t> timers_;
};

}  // namespace lightsout
