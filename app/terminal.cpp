// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace lightsout {

bool is_live(std::FILE* stream) {
  const char* terminal = std::getenv("TERM");
  return ::isatty(::fileno(stream)) && terminal && std::string_view(terminal) != "dumb";
}

bool shows_color(std::FILE* stream) {
  // Any value but the empty one says no: https://no-color.org
  const char* no_color = std::getenv("NO_COLOR");
  return is_live(stream) && !(no_color && *no_color);
}

void Progress::show(double simulated_seconds) {
  last_ = WallClock::now();
  visible_ = true;
  const double wall_seconds = std::chrono::duration<double>(last_ - start_).count();
  const std::string goal = std::isfinite(duration_) ? fmt::format(" of {} s", duration_) : "";
  print_error("\r\x1b[K  {:.2f} s{}, {:.1f} times real time", simulated_seconds, goal,
              simulated_seconds / wall_seconds);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!visible_) return;
  visible_ = false;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace lightsout
