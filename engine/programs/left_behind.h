// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether users' code was ended in this process before its end, or goes on in a thread: its destructors and atexit()
// functions, which the C library keeps for the process, must not run then. A process of its own that is killed runs
// none either.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace lightsout {

inline std::atomic<bool> code_is_left_behind = false;

// Ends the process at once, whichever thread calls: _exit() of the executable is for users' code too (exit_watch.cpp).
// Safe in handlers.
[[noreturn]] inline void end_process(int code) {
  for (;;) ::syscall(SYS_exit_group, code);
}

// Ends the process. Files of the C library are written out as exit() does it.
[[noreturn]] inline void exit_without_what_is_left_behind(int code) {
  if (!code_is_left_behind) std::exit(code);
  // A thread may hold a stream for ever.
  constexpr unsigned most_seconds = 2;
  static std::atomic<int> exit_code;
  exit_code = code;
  struct sigaction action {};
  action.sa_handler = [](int) { end_process(exit_code); };
  ::sigaction(SIGALRM, &action, nullptr);
  ::alarm(most_seconds);
  ::fcloseall();
  end_process(code);
}

}  // namespace lightsout
