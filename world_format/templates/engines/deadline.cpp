// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/templates/engines/deadline.h"

#include <unistd.h>

#include <csignal>

namespace lightsout {
namespace {

struct OfThread {
  sigjmp_buf way_out;
  volatile std::sig_atomic_t runs = 0;
  volatile std::sig_atomic_t held = 0;
  volatile std::sig_atomic_t is_up = 0;
};
thread_local OfThread of_thread;  // there before the signal: a Deadline has touched it

// The last real-time signal: libraries begin at the first.
int signal_number() { return SIGRTMAX; }

void on_signal(int) {
  OfThread& mine = of_thread;
  if (!mine.runs) return;
  if (mine.held) {
    mine.is_up = 1;
    return;
  }
  mine.runs = 0;
  siglongjmp(mine.way_out, 1);
}

}  // namespace

Deadline::Deadline(double seconds) : seconds_(seconds) {
  of_thread.runs = 0;
  of_thread.held = 0;
  of_thread.is_up = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number(), &action, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_number();
  event._sigev_un._tid = gettid();
  has_timer_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
}

Deadline::~Deadline() {
  end();
  if (has_timer_) timer_delete(timer_);
}

sigjmp_buf* Deadline::way_out() { return &of_thread.way_out; }

void Deadline::start() {
  of_thread.runs = 1;
  itimerspec time{};
  time.it_value.tv_sec = std::time_t(seconds_);
  time.it_value.tv_nsec = long((seconds_ - double(time.it_value.tv_sec)) * 1e9);
  if (has_timer_) timer_settime(timer_, 0, &time, nullptr);
}

void Deadline::end() { of_thread.runs = 0; }

void Deadline::begin_hold() { of_thread.held = 1; }

void Deadline::end_hold() {
  OfThread& mine = of_thread;
  mine.held = 0;
  if (!mine.is_up || !mine.runs) return;
  mine.runs = 0;
  siglongjmp(mine.way_out, 1);
}

}  // namespace lightsout
