// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What counts of a file that a controller writes its metrics to.
#include "runs/reports/metrics.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct Read {
  std::string entries, told;
};

Read read(const std::string& text) {
  std::vector<Metric> metrics;
  Diagnostics diagnostics;
  read_metrics(*std::make_shared<const Source>("m.json", text), "ARM", metrics, diagnostics);
  Read result;
  for (const Metric& metric : metrics) result.entries += metric.name + "=" + metric.value + ";";
  for (const Diagnostic& diagnostic : diagnostics.sorted()) result.told += render(diagnostic, false);
  return result;
}

}  // namespace

TEST_CASE("An object counts whole, however it is written") {
  CHECK(read("{\"a\": 1, \"b\": [1, 2], \"c\": {\"d\": \"x\"}}").entries == "ARM.a=1;ARM.b=[1,2];ARM.c={\"d\":\"x\"};");
  CHECK(read("\n{\n  \"a\":\n    0.5\n}\n").entries == "ARM.a=0.5;");
  CHECK(read("{}").entries == "");
  CHECK(read("").told == "");
  CHECK(read(" \n\n").told == "");
}

TEST_CASE("Of lines the last whole one counts") {
  CHECK(read("{\"a\": 1}\n{\"a\": 2, \"b\": 3}\n").entries == "ARM.a=2;ARM.b=3;");
  // Its writer was ended amid the line.
  const Read cut = read("{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3, \"b\"");
  CHECK(cut.entries == "ARM.a=2;");
  CHECK(cut.told == "");
  // The end of the line may be missing alone.
  CHECK(read("{\"a\": 1}\n{\"a\": 2}").entries == "ARM.a=2;");
  CHECK(read("{\"a\": 1}\n\n\n").entries == "ARM.a=1;");
}

TEST_CASE("What is no object is shown at its place, and lines before it count") {
  const Read number = read("[1, 2]");
  CHECK(number.entries == "");
  CHECK_THAT(number.told, Catch::Contains("m.json:1:1: warning: metrics are a JSON object, and this is none"));
  // Python writes NaN, which is no JSON: byte 7 of the second line.
  const Read nan = read("{\"a\": 1}\n{\"a\": NaN}\n");
  CHECK(nan.entries == "ARM.a=1;");
  CHECK_THAT(nan.told, Catch::Contains("m.json:2:7: warning:"));
  CHECK_THAT(read("{\"a\": 1").told, Catch::Contains("m.json:1:7: warning:"));
  CHECK_THAT(read("distance 3\n").told, Catch::Contains("m.json:1:1: warning:"));
}

TEST_CASE("A number that no double holds, and what is nested without end, are no metrics") {
  // Byte 6 of the line is the number's first.
  const Read big = read("{\"n\":1e400}");
  CHECK(big.entries == "");
  CHECK_THAT(big.told, Catch::Contains("m.json:1:6: warning: metrics are a JSON object, and this is none: the number "
                                       "1e400 is too large; it is left out"));
  CHECK(read("{\"a\": 1}\n{\"a\": -1e999}\n").entries == "ARM.a=1;");
  CHECK_THAT(read("{\"a\": 1}\n{\"a\": -1e999}\n").told, Catch::Contains("m.json:2:7: warning:"));
  const Read deep = read("{\"a\": " + std::string(200'000, '[') + std::string(200'000, ']') + "}");
  CHECK(deep.entries == "");
  CHECK_THAT(deep.told, Catch::Contains("it is nested more than 256 deep"));
}
