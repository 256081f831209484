// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the standard streams can show, and the one line that a run keeps rewriting on a terminal.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

namespace lightsout {

// To stderr. Where that is closed or full, what is said is lost and nothing else.
template <class... Arguments>
void print_error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  std::fputs(fmt::format(format, std::forward<Arguments>(arguments)...).c_str(), stderr);
}

// The stream is a terminal that understands colours, and the user has not said otherwise (NO_COLOR).
bool shows_color(std::FILE* stream);
// The stream is a terminal whose cursor can return to the line's start.
bool is_live(std::FILE* stream);

// "12.3 s of 60 s, 45.6 times real time", on stderr. Used by one thread at a time.
class Progress {
 public:
  // `duration` in simulated seconds, infinity if none was given.
  explicit Progress(double duration) : duration_(duration) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  // A tenth of a second has passed since the last time.
  bool is_due() const { return WallClock::now() - last_ >= std::chrono::milliseconds(100); }
  void show(double simulated_seconds);
  // Takes the line away, so that something else may be printed.
  void clear();

 private:
  using WallClock = std::chrono::steady_clock;
  bool visible_ = false;
  double duration_;
  WallClock::time_point start_ = WallClock::now();
  WallClock::time_point last_ = start_;
};

}  // namespace lightsout
