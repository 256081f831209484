// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where the engine's talk goes. The application prints it; a test collects it.
#pragma once

#include <cstdint>
#include <string_view>

namespace lightsout {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };

class Log {
 public:
  virtual ~Log() = default;
  // `source`: who speaks ("ODE", a robot's name, a device's path); "" for the engine itself. One line, no newline at
  // its end.
  virtual void write(LogLevel level, std::string_view source, std::string_view text) = 0;
  // A line of a controller's output, without its newline.
  virtual void controller_line(std::string_view robot, bool is_stderr, std::string_view line) = 0;
  // The simulation waits for somebody, for so long by the clock on the wall: for whoever looks on now, and no part of
  // what a run says. From any thread.
  virtual void waiting(std::string_view /*for_whom*/, double /*seconds*/) {}
};

}  // namespace lightsout
