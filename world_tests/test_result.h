// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What became of a test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "runs/reports/expectation_result.h"
#include "world_tests/world_test.h"

namespace lightsout {

struct TestResult {
  enum class State : std::uint8_t {
    Passed,
    Failed,   // it ran, and something did not hold
    Stale,    // its golden is of another version or build, and differs
    Error,    // it could not be run to its end
    XFailed,  // it fails as it is said to
    XPassed,  // it is said to fail, and does not
    NotRun,   // the tests were interrupted before
  };
  State state = State::NotRun;
  std::string message;                      // why, in a line; "" of a test that passed
  std::vector<ExpectationResult> failures;  // expectations that did not hold
  std::vector<PlacedError> errors;          // of the file of the test, and of its golden
  std::vector<std::string> remarks;         // plots, updated goldens
  double seconds = 0;                       // wall clock
  int exit_code = 0;                        // of its run, -1: it gave none
  std::string log_tail;                     // of one that did not pass: the last lines of its log

  bool is_good() const { return state == State::Passed || state == State::XFailed; }
  bool failed() const { return state == State::Failed || state == State::Stale || state == State::XPassed; }
};

// "passed", "failed", "stale", "error", "xfailed", "xpassed", "not run"
std::string_view name_of(TestResult::State state);

// Of the run of a test, from what it has left in its folder; `wrong`: how its process ended, if not by an exit;
// `exit_code`: of its process, what counts where it has left no verdict.
TestResult read_test_result(const WorldTest& test, const std::filesystem::path& folder, const std::string& wrong,
                            int exit_code = 0);
// Into the folder of the run: for reports, which see what the run is said to be, not what it is held against. "" or
// what went wrong.
std::string write_test_result(const WorldTest& test, const TestResult& result, const std::filesystem::path& folder);
// A test that is expected to fail.
void apply_xfail(const WorldTest& test, TestResult& result);

}  // namespace lightsout
