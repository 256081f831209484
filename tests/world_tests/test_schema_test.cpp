// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The JSON Schema of files of tests has the keys that these have.
#include "world_tests/test_schema.h"

#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "world_format/text/diagnostic.h"
#include "world_tests/test_file.h"

using namespace lightsout;
using Json = nlohmann::json;

namespace {

std::string told_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto source = std::make_shared<const Source>("a.test.yaml", text);
  (void)read_test_file(*source, diagnostics);
  std::string told;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) told += render(diagnostic, false);
  return told;
}

}  // namespace

TEST_CASE("The schema of files of tests knows the keys that they and their cases have, and no others") {
  const Json schema = Json::parse(test_file_schema());
  const Json& keys = schema.at("properties");
  for (const char* key : {"world", "duration", "expect", "golden", "cases", "matrix", "tags", "xfail", "timeout"})
    CHECK(keys.contains(key));
  CHECK(schema.at("additionalProperties") == false);
  for (const auto& [key, value] : keys.items()) {
    INFO(key);
    CHECK(told_of(key + ": nothing\n").find("has no key `" + key + "`") == std::string::npos);
  }
  const Json& of_case = keys.at("cases").at("items").at("properties");
  CHECK(of_case.contains("name"));
  for (const char* key : {"golden", "cases", "matrix"}) CHECK(!of_case.contains(key));
  for (const auto& [key, value] : of_case.items()) {
    INFO(key);
    CHECK(told_of("cases: [{" + key + ": nothing}]\n").find("has no key `" + key + "`") == std::string::npos);
    if (value.contains("$ref")) CHECK(value.at("$ref") == "#/properties/" + key);
  }
  for (const auto& [key, value] : keys.at("golden").at("properties").items()) {
    INFO(key);
    CHECK(told_of("golden: {" + key + ": nothing}\n").find("has no key `" + key + "`") == std::string::npos);
  }
}
