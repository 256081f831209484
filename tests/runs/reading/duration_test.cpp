// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reading/duration.h"

#include <catch2/catch.hpp>

using namespace lightsout;

TEST_CASE("Durations are read with their units") {
  CHECK(parse_duration("10s") == 10.0);
  CHECK(parse_duration("500ms") == 0.5);
  CHECK(parse_duration("2min") == 120.0);
  CHECK(parse_duration("1.5h") == 5400.0);
  CHECK(parse_duration("1e3 s") == 1000.0);
  CHECK(parse_duration("0") == 0.0);
  CHECK(parse_duration("7") == 7.0);
  CHECK(parse_duration("7", 1e-3) == 0.007);
  CHECK(parse_duration("7s", 1e-3) == 7.0);
}

TEST_CASE("A duration whose steps could not be counted is refused") {
  CHECK(parse_duration("1e10s").has_value());
  CHECK_FALSE(parse_duration("1e308h").has_value());  // infinite in seconds
  CHECK_FALSE(parse_duration("1e11").has_value());
}

TEST_CASE("What is no duration is refused with an example") {
  for (const char* text : {"", "s", "-1s", "10 parsecs", "nan", "inf", "1e999s", "10s s"}) {
    INFO(text);
    const auto parsed = parse_duration(text);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error().find("500ms") != std::string::npos);
  }
}
