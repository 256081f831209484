// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include <csignal>
#include <thread>
#include <utility>

namespace lightsout {

// A thread to which no signal comes: they are for the threads of the program. Throws as std::thread does.
template <class Body>
std::thread thread_without_signals(Body body) {
  struct Blocked {
    sigset_t before;
    Blocked() {
      sigset_t all;
      sigfillset(&all);
      ::pthread_sigmask(SIG_SETMASK, &all, &before);
    }
    ~Blocked() { ::pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  };
  const Blocked while_it_starts;
  return std::thread(std::move(body));
}

}  // namespace lightsout
