// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run has said so far, as far as somebody expects something of it: lines of controllers and warnings.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <regex>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/state/log.h"

namespace lightsout {

// Lines of controllers come from the thread of their host; whoever counts them asks between steps.
class Heard final : public Log {
 public:
  // How many lines had the text in them, or matched the expression, since it was asked for.
  using Count = std::atomic<int>;
  // `robot`: name of whose lines, "" for any.
  const Count& count_lines(std::string robot, std::variant<std::string, std::regex> what);

  void write(LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override;
  // Each once, in the order in which they came.
  std::vector<std::string> warnings() const;

 private:
  struct Ear {
    std::string robot;
    std::variant<std::string, std::regex> what;
    Count count = 0;
  };
  std::deque<Ear> ears_;
  mutable std::mutex mutex_;
  std::vector<std::string> warnings_;
  std::set<std::string> known_;
};

}  // namespace lightsout
