// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is said of tests while they run and when they have ended: a line for each, what did not hold below it, and a
// line of sums. stdout is for people and logs alike; a line of progress is on stderr where that is a terminal.
#pragma once

#include <chrono>
#include <cstdio>
#include <map>
#include <string>

#include "world_tests/test_run.h"

namespace lightsout {

class TestTerminal final : public TestView {
 public:
  // `out`: where results are told of; the state of things goes to stderr.
  TestTerminal(bool quiet, std::FILE* out);
  void begin(std::size_t tests) override;
  void look(std::size_t ended, std::size_t running) override;
  void ended(const WorldTest& test, const TestResult& result) override;
  // The last line.
  void sum_up(const TestRunEnd& end);

 private:
  void clear();
  std::string colored(TestResult::State state) const;
  void annotate(const WorldTest& test, const TestResult& result) const;

  std::FILE* out_;
  bool quiet_, live_, color_, github_;
  bool visible_ = false;
  std::size_t tests_ = 0;
  std::map<TestResult::State, int> counts_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace lightsout
