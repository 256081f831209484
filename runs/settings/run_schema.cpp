// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/settings/run_schema.h"

#include <algorithm>
#include <utility>

#include "runs/expectations/expectation.h"
#include "runs/settings/run_file.h"
#include "runs/settings/run_options.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema_dialect = "https://json-schema.org/draft/2020-12/schema";

Json schema_of(const RunOption& option);

// The name of a file, or a mapping of the same keys as those that hold for all.
Json schema_of_recording() {
  RunSettings settings;
  Json properties = Json::object();
  properties["file"] = schema_of_text();
  for (const RunOption& option : options_of(settings))
    if (option.is_of_recording) properties[option.key] = schema_of(option);
  Json mapping = schema_of_mapping(std::move(properties));
  mapping["required"] = {"file"};
  return {{"anyOf", {schema_of_text(), mapping}}};
}

Json schema_of_value(const RunOption& option) {
  switch (option.kind) {
    case RunOption::Kind::Flag:
      return {{"type", "boolean"}};
    case RunOption::Kind::WholeNumber:
      return {{"type", "integer"}, {"minimum", option.least}, {"maximum", option.most}};
    case RunOption::Kind::Duration:
      return schema_of_duration();
    case RunOption::Kind::Choice:
      return {{"enum", option.choices}};
    case RunOption::Kind::Recording:
      return schema_of_recording();
    case RunOption::Kind::Text:
      break;
  }
  return schema_of_text();
}

Json schema_of_expectations() {
  Json properties = Json::object();
  for (const std::string_view key : expectation_keys()) properties[std::string(key)] = Json::object();
  const Json text = {{"type", "string"}};
  return schema_of_one_or_several({{"anyOf", {text, schema_of_mapping(std::move(properties))}}});
}

Json schema_of_joint_callbacks() {
  const Json number = {{"type", "number"}}, text = {{"type", "string"}};
  const Json pair = {{"type", "array"}, {"items", number}, {"minItems", 2}, {"maxItems", 2}};
  Json table = schema_of_mapping({{"table", {{"type", "array"}, {"items", pair}, {"minItems", 1}}}});
  table["required"] = {"table"};
  Json binding = schema_of_mapping({{"joint", text},
                                    {"axis", {{"type", "integer"}, {"minimum", 1}, {"maximum", 3}}},
                                    {"lua", text},
                                    {"library", text},
                                    {"function", text},
                                    {"parameters", schema_of_names(number)},
                                    {"limits", pair},
                                    {"cyclic", {{"type", "boolean"}}},
                                    {"max_force", {{"type", "number"}, {"minimum", 0}}},
                                    {"velocity_limit", {{"type", "number"}, {"minimum", 0}}},
                                    {"target_velocity", number},
                                    {"target", {{"anyOf", {number, {{"const", "motor"}}, table}}}}});
  binding["required"] = {"joint"};
  binding["oneOf"] = {{{"required", {"lua"}}}, {{"required", {"library"}}}};
  return schema_of_one_or_several({{"anyOf", {schema_of_text(), binding}}});
}

Json schema_of(const RunOption& option) {
  Json json = schema_of_value(option);
  if (option.key == "expect" || option.key == "stop_when") {
    json = schema_of_expectations();
  } else if (option.key == "joint_callbacks") {
    json = schema_of_joint_callbacks();
  } else if (option.mapping != RunOption::Mapping::None) {
    Json value = {{"type", {"string", "number", "boolean"}}};
    if (option.mapping == RunOption::Mapping::Fields) value = true;
    const Json list = {{"type", "array"}, {"items", json}};
    json = {{"anyOf", {schema_of_names(value), list}}};
  } else if (option.is_list) {
    json = schema_of_one_or_several(json);
  }
  return described(std::move(json), option.help);
}

}  // namespace

Json described(Json schema, std::string_view text) {
  schema["description"] = text;
  return schema;
}

Json schema_of_text() { return {{"type", "string"}, {"minLength", 1}}; }

Json schema_of_duration() {
  return {{"type", {"string", "number"}}, {"pattern", R"(^[0-9.eE+-]+ *(ms|s|min|h)?$)"}, {"minimum", 0}};
}

Json schema_of_one_or_several(const Json& one) {
  const Json several = {{"type", "array"}, {"items", one}};
  return {{"anyOf", {one, several}}};
}

Json schema_of_mapping(Json properties) {
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Json schema_of_names(Json values) { return {{"type", "object"}, {"additionalProperties", std::move(values)}}; }

Json schemas_of_run_keys(const std::vector<std::string_view>& left_out) {
  RunSettings settings;
  Json properties = Json::object();
  const auto add = [&](const std::string& key, auto make) {
    if (std::ranges::find(left_out, key) == left_out.end()) properties[key] = make();
  };
  for (const RunOption& option : options_of(settings)) add(option.key, [&] { return schema_of(option); });
  add("folder", [] { return described({{"type", "string"}}, "Where relative paths start; default: the file's own"); });
  return properties;
}

std::string schema_text(std::string_view title, Json properties, Json definitions) {
  Json schema = {{"$schema", schema_dialect}, {"title", title}};
  schema.update(schema_of_mapping(std::move(properties)));
  if (!definitions.empty()) schema["$defs"] = std::move(definitions);
  return schema.dump(2) + "\n";
}

std::string run_file_schema() { return schema_text("A run of lightsout", schemas_of_run_keys()); }

}  // namespace lightsout
