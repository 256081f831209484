// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/junit.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>

namespace lightsout {
namespace {

using State = TestResult::State;

// XML has no room for control characters and for U+FFFE and U+FFFF (XML 1.0, 2.2); what controllers print may hold any.
std::string printable(std::string text) {
  for (const std::string_view no_character : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
    for (std::size_t at = 0; (at = text.find(no_character, at)) != std::string::npos; ++at)
      text.replace(at, no_character.size(), 1, '?');
  std::ranges::replace_if(
      text, [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') || c == 0x7f; }, '?');
  return text;
}

std::string details(const TestResult& result) {
  std::string text;
  for (const PlacedError& error : result.errors)
    text += fmt::format("{}:{}:{}: {}\n", error.file, error.line, error.column, error.text);
  for (const ExpectationResult& failure : result.failures) text += sentence(failure) + "\n";
  for (const std::string& remark : result.remarks) text += remark + "\n";
  return text.empty() ? result.message : text;
}

void add_case(tinyxml2::XMLPrinter& out, const WorldTest& test, const TestResult& result) {
  out.OpenElement("testcase");
  out.PushAttribute("classname", test.file.c_str());
  out.PushAttribute("name", test.name.empty() ? test.file.c_str() : test.name.c_str());
  out.PushAttribute("file", test.file.c_str());
  out.PushAttribute("line", test.line);
  out.PushAttribute("time", fmt::format("{:.3f}", result.seconds).c_str());
  const auto add = [&](const char* element) {
    out.OpenElement(element);
    out.PushAttribute("message", printable(result.message).c_str());
    out.PushAttribute("type", std::string(name_of(result.state)).c_str());
    out.PushText(printable(details(result)).c_str());
    out.CloseElement();
  };
  if (result.failed()) add("failure");
  if (result.state == State::Error) add("error");
  if (result.state == State::XFailed || result.state == State::NotRun) {
    out.OpenElement("skipped");
    out.PushAttribute("message",
                      printable(result.state == State::NotRun ? "not run" : "xfail: " + result.message).c_str());
    out.CloseElement();
  }
  if (!result.is_good() && !result.log_tail.empty()) {
    out.OpenElement("system-out");
    out.PushText(printable(result.log_tail).c_str());
    out.CloseElement();
  }
  out.CloseElement();
}

}  // namespace

std::string junit_of(std::span<const WorldTest> tests, std::span<const TestResult> results) {
  double seconds = 0;
  for (const TestResult& result : results) seconds += result.seconds;
  const auto count = [&](auto is_one) { return int(std::ranges::count_if(results, is_one)); };
  tinyxml2::XMLPrinter out;
  out.PushHeader(false, true);
  out.OpenElement("testsuites");
  out.OpenElement("testsuite");
  out.PushAttribute("name", "lightsout");
  out.PushAttribute("tests", int(results.size()));
  out.PushAttribute("failures", count([](const TestResult& result) { return result.failed(); }));
  out.PushAttribute("errors", count([](const TestResult& result) { return result.state == State::Error; }));
  out.PushAttribute("skipped", count([](const TestResult& result) {
                      return result.state == State::XFailed || result.state == State::NotRun;
                    }));
  out.PushAttribute("time", fmt::format("{:.3f}", seconds).c_str());
  for (std::size_t i = 0; i < results.size(); ++i) add_case(out, tests[i], results[i]);
  out.CloseElement();
  out.CloseElement();
  return out.CStr();
}

}  // namespace lightsout
