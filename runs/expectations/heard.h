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
  // Lines of the robot of that name, "" for any, that have the text in them or match the expression.
  struct Ear {
    std::string robot;
    std::variant<std::string, std::regex> what;
    std::atomic<int> count = 0;  // since it was made
  };
  Ear& listen(std::string robot, std::variant<std::string, std::regex> what);
  void turn(Ear& ear, const std::string& robot);

  void write(LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(std::string_view robot, bool is_stderr, std::string_view line) override;
  // Each once, in the order in which they came.
  std::vector<std::string> warnings() const;

 private:
  std::deque<Ear> ears_;
  mutable std::mutex mutex_;
  std::vector<std::string> warnings_;
  std::set<std::string> known_;
};

}  // namespace lightsout
