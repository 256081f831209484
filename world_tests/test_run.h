// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Runs tests, several at a time, each in a process and a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batches/workers/run_process.h"
#include "world_tests/test_result.h"
#include "world_tests/world_test.h"

namespace lightsout {

// Where people look on. Tests are told in their order, however they end.
class TestView {
 public:
  virtual ~TestView() = default;
  virtual void begin(std::size_t tests) = 0;
  // Some times a second: how many have ended, and how many are being made.
  virtual void look(std::size_t ended, std::size_t running) = 0;
  virtual void ended(const WorldTest& test, const TestResult& result) = 0;
};

struct TestRunSettings {
  std::filesystem::path folder;  // for what the tests write; "": a temporary one, of which only what failed is kept
  int jobs = 1;
  bool update = false;  // goldens are made anew
  bool verify = false;  // each is run twice and compared, state by state
};

struct TestRunEnd {
  std::vector<TestResult> results;  // one for each test
  bool interrupted = false;
  std::string wrong;             // why there are no results, "" if there are
  std::filesystem::path folder;  // what is left, "" if nothing is
};

// What stands in `folder` where a test is to have its own and what stood there goes, though no test has written it; ""
// if nothing does.
std::filesystem::path foreign_folder(const std::vector<WorldTest>& tests, const std::filesystem::path& folder);

// Call it while there is one thread.
TestRunEnd run_tests(std::vector<WorldTest> tests, const TestRunSettings& settings, const RunProcessCaller& caller,
                     TestView& view);

// Of the command: 0 if all is good, 10 if something did not hold, else the code of the first that could not be run.
int exit_code_of(const TestRunEnd& end);

}  // namespace lightsout
