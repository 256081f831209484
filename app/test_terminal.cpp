// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/test_terminal.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/github.h"
#include "app/terminal.h"
#include "engine/state/log.h"
#include "runs/reports/verdict.h"

namespace lightsout {
namespace {

using State = TestResult::State;

std::string indented(const std::string& text, const std::string& by) {
  std::string result = by;
  for (const char c : text) {
    result += c;
    if (c == '\n') result += by;
  }
  return result;
}

}  // namespace

TestTerminal::TestTerminal(bool quiet, std::FILE* out)
    : out_(out), quiet_(quiet), live_(!quiet && is_live(stderr)), color_(shows_color(out)), github_(is_on_github()) {}

void TestTerminal::begin(std::size_t tests) { tests_ = tests; }

void TestTerminal::look(std::size_t ended, std::size_t running) {
  if (!live_) return;
  print_error("\r{} of {} tests, {} running\x1b[K", ended, tests_, running);
  visible_ = true;
}

void TestTerminal::clear() {
  if (!visible_) return;
  print_error("\r\x1b[K");
  visible_ = false;
}

std::string TestTerminal::colored(State state) const {
  const std::string name = fmt::format("{:<7}", name_of(state));
  if (!color_) return name;
  const bool is_good = state == State::Passed || state == State::XFailed;
  return fmt::format("\x1b[{}m{}\x1b[0m", is_good ? "32" : state == State::NotRun ? "33" : "1;31", name);
}

void TestTerminal::ended(const WorldTest& test, const TestResult& result) {
  ++counts_[result.state];
  clear();
  if (!quiet_ || !result.is_good())
    fmt::print(out_, "{} {}  {:.2f} s of wall clock\n", colored(result.state), test.id(), result.seconds);
  const bool tells = !result.is_good() || !result.remarks.empty();
  if (tells && !result.message.empty()) fmt::print(out_, "{}\n", indented(result.message, "    "));
  if (!result.is_good())
    for (const ExpectationResult& failure : result.failures)
      fmt::print(out_, "{}\n", indented(sentence(failure), "    "));
  for (const std::string& remark : result.remarks) fmt::print(out_, "    {}\n", remark);
  // What did not hold is said above; of a run that came to no end, its log says why.
  if (result.state == State::Error && !result.log_tail.empty()) {
    std::string log = result.log_tail;
    while (log.ends_with('\n')) log.pop_back();
    fmt::print(out_, "    its log ended:\n{}\n", indented(log, "      "));
  }
  if (github_ && !result.is_good()) annotate(test, result);
  std::fflush(out_);
}

void TestTerminal::annotate(const WorldTest& test, const TestResult& result) const {
  const std::string title = fmt::format("{}: {}", test.id(), name_of(result.state));
  for (const PlacedError& error : result.errors)
    fmt::print(out_, "{}", github_annotation("error", {error.file, error.line, error.column}, title, error.text));
  if (result.failures.empty() || result.state == State::Error) {
    if (result.errors.empty())
      fmt::print(out_, "{}", github_annotation("error", {test.file, test.line}, title, result.message));
    return;
  }
  for (const ExpectationResult& failure : result.failures) {
    const GithubPlace place{failure.file.empty() ? test.file : failure.file, failure.line, failure.column};
    ExpectationResult placeless = failure;
    placeless.file.clear();
    fmt::print(out_, "{}", github_annotation("error", place, title, sentence(placeless)));
  }
}

void TestTerminal::sum_up(const TestRunEnd& end) {
  clear();
  std::string sums;
  for (const auto& [state, count] : counts_)
    sums += fmt::format("{}{} {}", sums.empty() ? "" : ", ", count, name_of(state));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  fmt::print(out_, "{}: {}; {:.1f} s of wall clock\n", plural(int(tests_), "test"), sums, seconds);
  if (!end.folder.empty()) print_error("logs and recordings are in {}\n", end.folder.string());
}

}  // namespace lightsout
