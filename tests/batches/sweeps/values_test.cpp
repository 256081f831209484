// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Values, seeds and parts as people write them in one line.
#include "batches/sweeps/values.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace lightsout;

namespace {

using Texts = std::vector<std::string>;

Texts values(const std::string& text) {
  const auto parsed = parse_values(text);
  INFO(text << (parsed ? "" : ": " + parsed.error()));
  REQUIRE(parsed);
  return *parsed;
}

}  // namespace

TEST_CASE("Commas part values, but not within quotes and brackets") {
  CHECK(values("0.1,0.5") == Texts{"0.1", "0.5"});
  CHECK(values(" 0 0 1 , 0 0 2") == Texts{"0 0 1", "0 0 2"});
  CHECK(values(R"("a,b","c")") == Texts{R"("a,b")", R"("c")"});
  CHECK(values("[1, 2],[3]") == Texts{"[1, 2]", "[3]"});
  for (const char* wrong : {"", "1,", "1,,2", "[1", "\"a"}) CHECK_FALSE(parse_values(wrong));
}

TEST_CASE("A range holds its last value where a step ends there, in the digits that a person would write") {
  CHECK(values("range(0.2,1,0.2)") == Texts{"0.2", "0.4", "0.6", "0.8", "1"});
  CHECK(values("range(0,1,0.4)") == Texts{"0", "0.4", "0.8"});
  CHECK(values("range(3,1,-1)") == Texts{"3", "2", "1"});
  CHECK(values("linspace(0,1,5)") == Texts{"0", "0.25", "0.5", "0.75", "1"});
  CHECK(values("logspace(0.01,100,5)") == Texts{"0.01", "0.1", "1", "10", "100"});
  for (const char* wrong : {"range(1,2)", "range(1,2,0)", "range(1,2,-1)", "range(a,2,1)", "linspace(0,1,1)",
                            "linspace(0,1,2.5)", "logspace(-1,1,3)", "range(0,1e9,1e-9)"})
    CHECK_FALSE(parse_values(wrong));
}

TEST_CASE("Seeds are decimal and whole") {
  using Seeds = std::vector<std::uint64_t>;
  CHECK(parse_seeds("1..3") == Seeds{1, 2, 3});
  CHECK(parse_seeds("08,010") == Seeds{8, 10});
  CHECK(parse_seeds("5,1..3,2") == Seeds{5, 1, 2, 3});
  CHECK(parse_seeds("18446744073709551615") == Seeds{UINT64_MAX});
  for (const char* wrong : {"", "1..", "3..1", "-1", "1.5", "0x10", "1..1e3", "18446744073709551616"})
    CHECK_FALSE(parse_seeds(wrong));
}

TEST_CASE("A part is one of so many") {
  const auto shard = parse_shard("2/8");
  REQUIRE(shard);
  CHECK(shard->index == 2);
  CHECK(shard->count == 8);
  for (const char* wrong : {"", "2", "0/8", "9/8", "1/0", "a/b", "-1/2"}) CHECK_FALSE(parse_shard(wrong));
}

TEST_CASE("A parameter is a name and values") {
  const auto parameter = parse_parameter("ROBOT.translation=0 0 1,0 0 2");
  REQUIRE(parameter);
  CHECK(parameter->name == "ROBOT.translation");
  CHECK(parameter->values == Texts{"0 0 1", "0 0 2"});
  for (const char* wrong : {"a", "=1", "a="}) CHECK_FALSE(parse_parameter(wrong));
}
