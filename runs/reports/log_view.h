// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where people read what a run says while it goes on. RunLog calls it, from one thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "controllers/host/launch/extern_news.h"

namespace lightsout {

struct Diagnostic;
enum class LogLevel : std::uint8_t;

class LogView {
 public:
  virtual ~LogView() = default;
  // Lines of this level are to be shown.
  virtual bool shows(LogLevel level) const = 0;
  // `time`: simulated, s. `source`: who says it, "" for nobody in particular.
  virtual void line(double time, LogLevel level, std::string_view source, std::string_view text) = 0;
  virtual void controller_line(double time, std::string_view robot, bool is_stderr, std::string_view line) = 0;
  // Sorted, and none that was there before.
  virtual void diagnostics(const std::vector<Diagnostic>& found) = 0;
  // For whoever is looking; no part of the log.
  virtual void remark(std::string_view text) = 0;
  // Why there is no run that could say so in its log.
  virtual void complaint(std::string_view text) = 0;
  // Of a robot with an extern controller; url: what that connects to.
  virtual void extern_robot(std::string_view /*robot*/, ExternNews /*news*/, std::string_view /*url*/) {}
  // Why something that a program reads could not be written, "" while all is well.
  virtual std::string failure() const { return {}; }

  // A run of so many simulated seconds, infinity if nobody knows.
  virtual void begin(double /*duration*/) {}
  // at() is to be called now. Cheap: asked for after every step.
  virtual bool wants_time() const { return false; }
  virtual void at(double /*time*/) {}
  virtual void end() {}
};

// "debug", "info", "warning", "error"
std::string_view name_of(LogLevel level);

}  // namespace lightsout
