// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Cuts the bytes that a controller prints into lines for the log, and loses none.
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

class Log;

class Console {
 public:
  Console(Log& log, std::string robot, bool is_stderr) : log_(log), robot_(std::move(robot)), is_stderr_(is_stderr) {}

  void take(std::string_view bytes);
  // What was printed without a newline at its end.
  void flush();
  const std::string& last_line() const { return last_line_; }

  // A longer line comes in pieces of this size: memory stays bounded whatever a controller prints.
  static constexpr std::size_t longest_line = 64 * 1024;

 private:
  void line(std::string_view text);
  Log& log_;
  std::string robot_;
  bool is_stderr_;
  std::string partial_, last_line_;
};

}  // namespace lightsout
