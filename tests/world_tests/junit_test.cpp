// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/junit.h"

#include <tinyxml2.h>

#include <catch2/catch.hpp>
#include <string>

#include "engine/controller_end.h"
#include "engine/state/log.h"

using namespace lightsout;

TEST_CASE("JUnit's XML has no character that XML has no room for, whatever controllers print") {
  const WorldTest test{.file = "a.test.yaml"};
  TestResult result;
  result.state = TestResult::State::Error;
  // NUL to US, DEL, U+FFFE and U+FFFF (XML 1.0, 2.2), and what only looks like markup; U+FFFD is one.
  for (char c = 1; c < ' '; ++c) result.log_tail += c;
  result.log_tail += "\x7f \xef\xbf\xbe \xef\xbf\xbf \xef\xbf\xbd ]]> <a> &amp; ü";
  result.message = result.log_tail;
  const std::string xml = junit_of({&test, 1}, {&result, 1});
  for (const char c : xml) CHECK((static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t'));
  CHECK(xml.find("\xef\xbf\xbe") == std::string::npos);
  CHECK(xml.find("\xef\xbf\xbf") == std::string::npos);
  tinyxml2::XMLDocument document;
  REQUIRE(document.Parse(xml.c_str()) == tinyxml2::XML_SUCCESS);
  const auto* read =
      document.FirstChildElement("testsuites")->FirstChildElement("testsuite")->FirstChildElement("testcase");
  const std::string log = read->FirstChildElement("system-out")->GetText();
  CHECK(log.ends_with("? ? ? \xef\xbf\xbd ]]> <a> &amp; ü"));
}
