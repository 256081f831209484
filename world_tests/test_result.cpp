// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/test_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

#include "batches/results/run_record.h"
#include "engine/files/parsed_json.h"
#include "engine/files/whole_file.h"
#include "runs/expectations/expectation.h"
#include "runs/reading/file_text.h"
#include "runs/reports/outcome.h"
#include "runs/series/series_recorder.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;
using State = TestResult::State;

constexpr std::size_t lines_of_log = 20;

std::string content_of(const std::filesystem::path& file) { return text_of_file(file).value_or(""); }

std::string tail_of(const std::string& text) {
  std::size_t at = text.size();
  for (std::size_t lines = 0; at > 0; --at)
    if (text[at - 1] == '\n' && lines++ == lines_of_log) break;
  // Controllers print bytes of any kind; whoever reads reports wants UTF-8.
  return Json::parse(Json(text.substr(at)).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

std::optional<double> number_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

ExpectationResult read_expectation_result(const Json& json) {
  ExpectationResult result;
  const std::string state = member_or(json, "state", "");
  for (const auto each :
       {ExpectationResult::State::Held, ExpectationResult::State::Failed, ExpectationResult::State::NotReached})
    if (name_of(each) == state) result.state = each;
  result.what = member_or(json, "what", "");
  result.message = member_or(json, "message", "");
  result.file = member_or(json, "file", "");
  result.line = member_or(json, "line", 0);
  result.column = member_or(json, "column", 0);
  result.seen = member_or(json, "seen", "");
  result.time = number_at(json, "time");
  result.number = number_at(json, "number");
  result.worst = number_at(json, "worst");
  result.worst_time = number_at(json, "worst_time");
  result.unit = member_or(json, "unit", "");
  return result;
}

// It says itself how its run is to end.
bool says_outcome(const WorldTest& test) {
  return std::ranges::any_of(test.settings.expect, [](const std::string& text) {
    const auto expectation = parse_expectation(text, ExpectationUse::Expect);
    return expectation && expectation->condition.is_of_the_outcome;
  });
}

State state_of(const WorldTest& test, const TestResult& result, const std::string& outcome) {
  const bool says = says_outcome(test);
  if (result.exit_code == 0 || (says && result.failures.empty()))
    return result.failures.empty() ? State::Passed : State::Failed;
  // What is compared with itself is held to something, too.
  if (outcome == name_of(Outcome::ExpectationFailed) || outcome == name_of(Outcome::NotReproducible))
    return State::Failed;
  return says ? State::Failed : State::Error;
}

// "FILE:LINE:COLUMN: what is wrong" of the file of the test.
std::optional<PlacedError> error_in_file(const WorldTest& test, const std::string& message) {
  PlacedError error{.file = test.file};
  std::string_view left = message;
  if (!left.starts_with(test.file + ":")) return {};
  left.remove_prefix(test.file.size() + 1);
  for (int* number : {&error.line, &error.column}) {
    const auto [stop, wrong] = std::from_chars(left.data(), left.data() + left.size(), *number);
    if (wrong != std::errc() || stop == left.data() + left.size() || *stop != ':') return {};
    left.remove_prefix(std::size_t(stop - left.data()) + 1);
  }
  error.text = left.substr(std::min(left.find_first_not_of(' '), left.size()));
  return error;
}

std::vector<PlacedError> errors_in(const Json& verdict) {
  std::vector<PlacedError> errors;
  for (const Json& error : member_or(verdict, "errors", Json::array()))
    errors.push_back({member_or(error, "file", ""), member_or(error, "line", 0), member_or(error, "column", 0),
                      member_or(error, "text", "")});
  return errors;
}

// Of a run that could not be made: what is wrong stands somewhere in a file that it read.
void place_errors(const WorldTest& test, const Json& verdict, TestResult& result) {
  result.errors = errors_in(verdict);
  if (!result.errors.empty()) {
    result.message += ": " + result.errors.front().text;
  } else {
    for (const ExpectationResult& failure : result.failures)
      if (failure.state == ExpectationResult::State::Failed)
        result.errors.push_back({failure.file, failure.line, failure.column, failure.seen});
  }
  if (result.errors.empty()) {
    const auto message = member_or(verdict, "message", "");
    if (auto error = error_in_file(test, message))
      result.errors.push_back(std::move(*error));
    else if (test.golden && message.starts_with(series_of))
      result.errors.push_back({test.file, test.golden->line, test.golden->column, "golden: " + message});
  }
  // The rest was not looked at.
  if (!result.errors.empty()) result.failures.clear();
}

}  // namespace

std::string_view name_of(State state) {
  switch (state) {
    case State::Passed:
      return "passed";
    case State::Failed:
      return "failed";
    case State::Stale:
      return "stale";
    case State::Error:
      return "error";
    case State::XFailed:
      return "xfailed";
    case State::XPassed:
      return "xpassed";
    case State::NotRun:
      return "not run";
  }
  return "";
}

TestResult read_test_result(const WorldTest& test, const std::filesystem::path& folder, const std::string& wrong,
                            int exit_code) {
  TestResult result;
  const Json verdict = json_or_null<Json>(content_of(folder / "verdict.json"));
  if (!verdict.is_object()) {
    result.state = State::Error;
    result.exit_code = exit_code > 0 ? exit_code : int(Outcome::EnvironmentFailed);
    const std::string said = content_of(folder / "output");
    result.message = !wrong.empty() ? wrong : !said.empty() ? said : "the process of the run ended without a verdict";
    while (result.message.ends_with('\n')) result.message.pop_back();
    result.log_tail = tail_of(content_of(folder / "log"));
    return result;
  }
  result.exit_code = member_or(verdict, "exit_code", -1);
  for (const Json& entry : member_or(verdict, "expectations", Json::array())) {
    ExpectationResult expectation = read_expectation_result(entry);
    if (expectation.state != ExpectationResult::State::Held) result.failures.push_back(std::move(expectation));
  }
  const auto outcome = member_or(verdict, "outcome", "");
  result.state = state_of(test, result, outcome);
  if (result.state == State::Passed && wrong.empty()) return result;
  result.message = fmt::format("{}: {}", outcome, member_or(verdict, "message", ""));
  if (result.state == State::Passed) {
    result.state = State::Error;
    result.exit_code = int(Outcome::EnvironmentFailed);
    result.message = wrong;
  }
  const bool was_refused = outcome == name_of(Outcome::WrongUse) || outcome == name_of(Outcome::BadWorld);
  if (result.state == State::Error && was_refused)
    place_errors(test, verdict, result);
  else if (result.state == State::Error)
    if (auto error = error_in_file(test, member_or(verdict, "message", ""))) result.errors.push_back(std::move(*error));
  result.log_tail = tail_of(content_of(folder / "log"));
  return result;
}

std::string write_test_result(const WorldTest& test, const TestResult& result, const std::filesystem::path& folder) {
  const int own = result.exit_code > 0 ? result.exit_code : int(Outcome::EnvironmentFailed);
  const Json json = {{"test", test.id()},
                     {"result", name_of(result.state)},
                     {"message", result.message},
                     {"exit_code", result.state == State::Error ? own
                                   : result.failed()            ? int(Outcome::ExpectationFailed)
                                                                : 0}};
  const std::filesystem::path file = folder / test_result_name;
  const int error = write_whole_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  return error ? fmt::format("{}: {}", file.string(), std::strerror(error)) : "";
}

void apply_xfail(const WorldTest& test, TestResult& result) {
  if (test.xfail.empty() || result.state == State::NotRun) return;
  if (result.state == State::Passed) {
    result.state = State::XPassed;
    result.message = fmt::format("it passes, and is said to fail: {}", test.xfail);
    return;
  }
  result.state = State::XFailed;
  result.message = test.xfail;
}

}  // namespace lightsout
