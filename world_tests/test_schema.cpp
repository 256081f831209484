// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/test_schema.h"

#include <utility>

#include "runs/settings/run_schema.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

// What a case may say of its own too.
Json keys_of_cases() {
  Json keys = Json::object();
  keys["tags"] = described(schema_of_one_or_several(schema_of_text()), "Words by which --tags selects");
  keys["xfail"] = described(schema_of_text(), "Why the test fails as long as something is not mended");
  keys["timeout"] = described(schema_of_duration(), "Wall-clock time that the test may take; default: 60s");
  return keys;
}

Json schema_of_golden() {
  const Json names = schema_of_one_or_several(schema_of_text());
  const Json tolerance = {{"type", "number"}, {"minimum", 0}};
  Json keys = Json::object();
  keys["solids"] = described(names, "Solids whose positions and rotations are recorded");
  keys["joints"] = described(names, "Joints whose positions are recorded");
  keys["readings"] = described(names, "Sensors whose readings are recorded, or solids and robots: all on them");
  keys["every"] = described(schema_of_duration(), "Simulated time between two samples; default: every step");
  keys["tolerance"] = {{"anyOf", {tolerance, schema_of_names(tolerance)}},
                       {"description", "How far a number may be off: one for all, or by name or kind; default: 0.001"}};
  keys["exact"] = {{"type", "boolean"}, {"description", "All bits are to be equal; not with tolerance"}};
  keys["file"] = described(schema_of_text(), "Default: NAME.golden beside NAME.test.yaml");
  Json golden = schema_of_mapping(std::move(keys));
  golden["anyOf"] = {{{"required", {"solids"}}}, {{"required", {"joints"}}}, {{"required", {"readings"}}}};
  return described(std::move(golden), "A recording that the run is held against");
}

}  // namespace

std::string test_file_schema() {
  Json properties = schemas_of_run_keys(), of_case;
  for (const auto& [key, schema] : properties.items()) of_case[key] = {{"$ref", "#/properties/" + key}};
  of_case["name"] = schema_of_text();
  of_case.update(keys_of_cases());
  const Json list = {{"type", "array"}, {"minItems", 1}};
  properties.update(keys_of_cases());
  properties["golden"] = schema_of_golden();
  properties["cases"] = {{"type", "array"},
                         {"minItems", 1},
                         {"items", schema_of_mapping(std::move(of_case))},
                         {"description", "Tests that each say some of it otherwise"}};
  properties["matrix"] = described(schema_of_names(list), "Keys with several values each: a test for each with each");
  return schema_text("A test of worlds for lightsout", std::move(properties));
}

}  // namespace lightsout
