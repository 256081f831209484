// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Calls into users' native code so that what goes wrong in there comes back as a value: a crash, a hang, a C++
// exception, an error that ODE raises, exit(). After any of these the code called is not to be called again, nor
// unloaded. The same of threads that the code has started: what goes wrong in one ends that thread, and the calls.
#pragma once

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/programs/guests/guest.h"

namespace lightsout {

struct CallbackFailure {
  enum class Kind : std::uint8_t { Crash, Hang, Interrupted, Exception, OdeError, Misuse, Exit };
  Kind kind = Kind::Crash;
  std::string callback;    // "webots_physics_step"; "" if it was seen in none
  std::string message;     // "was killed by SIGSEGV (...)"; without the callback's name
  bool in_thread = false;  // that users' code has started
  // Innermost first: "dBodyAddForce", "crasher.c:12 in push". Names and lines where there is debug information.
  std::vector<std::string> backtrace;

  // "was killed by SIGSEGV (...)"; "had a thread that was killed by SIGSEGV (...)".
  std::string what() const;
  // With the callback.
  std::string what_and_where() const;
};

// What a handler writes down of a crash.
struct CrashRecord {
  static constexpr int max_frames = 64;
  int signal = 0;
  int code = 0;
  void* address = nullptr;
  std::uint64_t registers[17] = {};
  void* frames[max_frames] = {};
  int frame_count = 0;

  void note(int signal, const siginfo_t& info, void* context);
  // Of here, outside of a handler.
  void note_frames();
  // Of the instruction alone, where the unwinding of a damaged stack has crashed too.
  void keep_first_frame() { frame_count = frame_count < 1 ? frame_count : 1; }
  // "was killed by SIGSEGV (...): it used ..."
  std::string text() const;
};

class CallbackGuard {
 public:
  // `timeout_s`: wall-clock seconds that one call may last; 0: for ever. Time under a debugger does not count.
  explicit CallbackGuard(double timeout_s);
  ~CallbackGuard();
  CallbackGuard(const CallbackGuard&) = delete;
  CallbackGuard& operator=(const CallbackGuard&) = delete;

  // True if the call returned. `callback` must be a literal. No allocation, no system call.
  template <class Call>
  bool run(const char* callback, Call&& call) {
    if (thread_has_failed()) return note_thread(callback);
    // The signal mask is not saved here (that costs a system call): the way back restores it.
    if (sigsetjmp(jump_, 0) != 0) return come_back();
    enter(callback);
    try {
      call();
    } catch (...) {
      leave();
      note_exception();
      return false;
    }
    leave();
    return !thread_has_failed() || note_thread(callback);
  }

  // Whose calls these are.
  Guest& guest() { return guest_; }

  // What ended the last run(); valid after it returned false.
  const CallbackFailure& failure() const { return failure_; }

  // The functions in which threads began that the code called has started and that go on. The first times it is
  // asked it gives them a while to end.
  std::vector<void*> threads_left();

  // From inside a call, by the services and ODE functions that the called code uses: ends the call.
  [[noreturn]] void give_up(CallbackFailure::Kind kind, const char* message);
  // The guard whose call is running in this thread of this process, nullptr if none is.
  static CallbackGuard* current() { return current_; }
  // From exit() and its kin, whose `status` was given: ends the call that is running, or the thread that users' code
  // has started. Returns where neither is so, and in a process that the called code has forked. `function` is a
  // literal.
  static void on_exit(const char* function, int status);
  // For the handler of a signal that asks the program to end: a call that still lasts between half a second and one
  // later is ended. Safe in handlers, of any thread.
  static void hurry();
  // What went wrong in a thread of users' code; the first in this process.
  static std::optional<CallbackFailure> thread_failure();
  // Set when something does, so that whatever the run waits for does not hold it up; nullptr: nothing is. Outlives its
  // being set.
  static void let_threads_interrupt(std::atomic<bool>* interrupted);
  // Set once users' code is first called in this process; outlives it.
  static void note_calls(std::atomic<bool>& any) { any_ = &any; }

 private:
  void enter(const char* callback) {
    callback_ = callback;
    outer_ = current_;
    ++calls_;
    current_ = this;
    if (!has_timer_) make_timer();
    guest_.enter();
  }
  void leave() {
    guest_.leave();
    current_ = outer_;
  }
  bool come_back();
  void note_exception();
  bool note_thread(const char* callback);
  static bool thread_has_failed() { return thread_has_failed_.load(std::memory_order_relaxed); }
  void make_timer();
  void set_timer(double period_s);
  static void on_signal(int signal, siginfo_t* info, void* context);
  static void on_tick(int signal, siginfo_t* info, void* context);
  static void on_terminate();
  [[noreturn]] static void fail_thread(CallbackFailure::Kind kind, const char* message);
  [[noreturn]] static void crash_thread(int signal, const siginfo_t& info, void* context);
  static void tell_of_failed_thread();
  [[noreturn]] void leave_by_jump();

  // Of the thread that runs a call. Signal handlers have no argument to find it by.
  static thread_local constinit CallbackGuard* current_;
  static std::atomic<bool> thread_has_failed_;
  static std::atomic<bool>* any_;

  Guest guest_;
  sigjmp_buf jump_;
  const char* callback_ = "";
  CallbackGuard* outer_ = nullptr;
  std::uint64_t calls_ = 0;
  CallbackFailure failure_;

  double timeout_s_;
  bool has_timer_ = false;  // since the first call, for the thread that makes the calls
  timer_t timer_{};
  int timer_slot_ = -1;
  std::uint64_t calls_at_tick_ = 0;
  int idle_ticks_ = 0;

  // Written by the handlers.
  CallbackFailure::Kind kind_ = CallbackFailure::Kind::Crash;
  CrashRecord crash_;
  bool unwinding_ = false;
  int thread_waits_ = 0;
  char message_[512] = {};
};

}  // namespace lightsout
