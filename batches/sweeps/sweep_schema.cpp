// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/sweep_schema.h"

#include <utility>

#include "batches/sweeps/sweep.h"
#include "batches/sweeps/sweep_file.h"
#include "runs/settings/run_schema.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

Json whole_number(std::uint64_t least, std::uint64_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

}  // namespace

std::string sweep_file_schema() {
  std::vector<std::string_view> others = {"world", "seed", "set", "output"};
  for (const auto& [key, why] : keys_of_one_run()) others.push_back(key);
  const Json scalar = {{"type", {"string", "number", "boolean"}}};
  const Json list = {{"type", "array"}, {"minItems", 1}};
  const Json values = {{"$ref", "#/$defs/values"}}, fields = {{"$ref", "#/$defs/fields"}};
  const Json seeds = {
      {"anyOf",
       {whole_number(0, UINT64_MAX), {{"type", "string"}, {"pattern", R"(^\d+(\.\.\d+)?( *, *\d+(\.\.\d+)?)*$)"}}}}};
  const Json points = {{"anyOf", {schema_of_text(), {{"type", "array"}, {"items", schema_of_names(fields)}}}}};

  Json properties = Json::object();
  properties["worlds"] = described(schema_of_one_or_several(schema_of_text()), "World files: each with each point");
  properties["world"] = described(schema_of_one_or_several(schema_of_text()), "The same as worlds");
  properties["parameters"] = described(schema_of_names(values),
                                       "Names of fields or options with their values: a list, 'range(0.2,1,0.2)', "
                                       "'linspace(0,1,5)', 'logspace(0.01,100,5)'; each with each");
  properties["set"] = described(schema_of_names(fields),
                                "Fields of the world, as run files set them; several values where the field takes no "
                                "list");
  properties["points"] =
      described(points, "Points that somebody made: a file (CSV, JSON lines), or a list of mappings");
  properties["seeds"] = described(schema_of_one_or_several(seeds), "A repetition for each: 1..30, or [1, 5..7]");
  properties["repetitions"] =
      described(whole_number(1, SweepFile::most_repetitions), "So many, with seeds made of `seed` and their number");
  properties["seed"] = described(whole_number(0, UINT64_MAX), "Root of the seeds of repetitions; default: 0");
  properties["independent_seeds"] = {{"type", "boolean"}, {"description", "Other seeds at each point"}};
  properties["run_file"] = described(schema_of_text(), "Run file that says what this file does not say otherwise");
  properties["output"] = described(schema_of_text(), "The folder of the batch: runs/, results.db, results.csv");
  properties["jobs"] = described(whole_number(1, SweepFile::most_jobs), "Runs at a time; default: one a processor");
  properties.update(schemas_of_run_keys(others));
  Json definitions = Json::object();
  // Names may go on in the mappings that are their values.
  definitions["values"] = {{"anyOf", {scalar, list, schema_of_names(values)}}};
  definitions["fields"] = {{"anyOf", {scalar, {{"type", "array"}}, schema_of_names(fields)}}};
  return schema_text("A sweep of lightsout", std::move(properties), std::move(definitions));
}

}  // namespace lightsout
