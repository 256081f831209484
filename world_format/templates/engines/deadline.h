// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Ends what runs too long in code that asks nobody: a signal of this thread's own processor time jumps out of it, as
// from siglongjmp. Between start() and the end only code may run that holds no lock and owns nothing but what is thrown
// away then; what is called back from there is held() together.
#pragma once

#include <csetjmp>
#include <ctime>
#include <type_traits>

namespace lightsout {

class Deadline {
 public:
  // s of processor time; one at a time in a thread.
  explicit Deadline(double seconds);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // To be set by sigsetjmp before start(), in a function that is still running when time is up.
  sigjmp_buf* way_out();
  void start();
  // Of this thread: from now on time is never up.
  static void end();

  // Calls what must be done as a whole: if time is up meanwhile, it is so afterwards.
  template <class Work>
  static std::invoke_result_t<Work> hold(const Work& work) {
    begin_hold();
    auto result = work();
    end_hold();
    return result;
  }

 private:
  static void begin_hold();
  static void end_hold();

  timer_t timer_{};
  bool has_timer_ = false;
  double seconds_;
};

}  // namespace lightsout
