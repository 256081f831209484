// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether users' code was ended in this process before its end: its destructors and atexit() functions, which the C
// library keeps for the process, must not run then. A process of its own that is killed runs none either.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace lightsout {

inline std::atomic<bool> code_is_left_behind = false;

// Ends the process. Files of the C library are written out as exit() does it.
[[noreturn]] inline void exit_without_what_is_left_behind(int code) {
  if (!code_is_left_behind) std::exit(code);
  ::fcloseall();
  ::_exit(code);
}

}  // namespace lightsout
