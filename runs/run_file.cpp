#include "runs/run_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "runs/expectations/expectation.h"
#include "runs/joint_callbacks_file.h"
#include "runs/run_options.h"
#include "runs/yaml_reader.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* joint_callbacks = "joint_callbacks";
constexpr const char* folder_key = "folder";
constexpr const char* schema_dialect = "https://json-schema.org/draft/2020-12/schema";

class RunReader : private YamlReader {
 public:
  RunReader(const Source& source, RunSettings& settings, Diagnostics& diagnostics)
      : YamlReader(source, diagnostics),
        source_(source),
        diagnostics_(diagnostics),
        settings_(settings),
        options_(options_of(settings)) {}

  void read() {
    read_document("a run file", [this](const YAML::Node& top) { read_top(top, {"a run file", {}, {}}); });
  }
  void read(const YAML::Node& map, const OtherKeys& others, bool wins) {
    wins_ = wins;
    keeps_outputs_ = others.keeps_outputs;
    guarded([&] { read_top(map, others); });
  }

 private:
  void read_top(const YAML::Node& top, const OtherKeys& others) {
    std::vector<std::string_view> keys = others.names;
    std::vector<Word> words;
    for (const RunOption& option : options_) {
      if (std::ranges::find(others.names, option.key) == others.names.end()) keys.push_back(option.key);
      if (!option.word.empty()) words.emplace_back(option.word, option.key);
    }
    keys.push_back(joint_callbacks);
    keys.push_back(folder_key);
    take_field_ = others.take_field;
    // Whatever stands above them.
    has_output_ = !settings_.output.empty() || (top.IsMap() && top["output"]);
    if (top.IsMap() && top[folder_key]) guarded([&] { (void)text(top[folder_key], folder_key); });
    folder_ = folder_of_names(source_, top);
    const auto take_key = [&](const std::string& key, const YAML::Node& value) {
      if (key == folder_key) return;
      if (std::ranges::find(others.names, key) != others.names.end()) return others.take(key, value);
      if (key == joint_callbacks)
        settings_.plugins.joint_callbacks = read_joint_callbacks(value, source_, folder_, diagnostics_);
      else if (key == "expect")
        read_expectations(value, ExpectationUse::Expect, settings_.expect);
      else if (key == "stop_when")
        read_expectations(value, ExpectationUse::StopWhen, settings_.stop_when);
      else
        read_option(*std::ranges::find(options_, key, &RunOption::key), value);
    };
    for_each_key(top, others.what, keys, take_key, words);
  }

  // Mappings, or the same as text; one or a list.
  void read_expectations(const YAML::Node& value, ExpectationUse use, std::vector<std::string>& to) {
    const auto read_one = [&](const YAML::Node& node) {
      if (node.IsScalar()) {
        if (const auto read = parse_expectation(node.Scalar(), use); !read) fail(node, read.error());
        to.push_back(node.Scalar());
      } else if (read_expectation(node, use, source_, folder_, diagnostics_)) {
        to.push_back(text_of_expectation(node, source_, folder_));
      }
    };
    if (!value.IsSequence()) return read_one(value);
    for (const auto& element : value) guarded([&] { read_one(element); });
  }

  void read_option(const RunOption& option, const YAML::Node& value) {
    if (option.mapping != RunOption::Mapping::None && value.IsMap()) return read_named_values(option, value);
    if (!option.is_list) return take(option, value);
    if (wins_ && !option.adds) option.forget();
    if (!value.IsSequence()) return take(option, value);
    for (const auto& element : value) guarded([&] { take(option, element); });
  }

  void read_named_values(const RunOption& option, const YAML::Node& mapping) {
    const bool fields = option.mapping == RunOption::Mapping::Fields;
    for_each_named_value(mapping, option.key, fields,
                         [&](const std::string& name, const YAML::Node& at, const YAML::Node& value) {
                           if (fields && take_field_ && take_field_(name, at, value)) return;
                           const std::string said = name + "=" + (fields ? field_text(value) : text(value, name));
                           if (const auto wrong = option.take(said))
                             fail(at, fmt::format("{}: {}", option.key, *wrong));
                           note_place(option, place_of(at), place_of(value));
                         });
  }

  void take(const RunOption& option, const YAML::Node& value) {
    if (option.kind == RunOption::Kind::Recording) return take_recording(option, value);
    std::string said = text(value, option.key);
    if (starts_at_folder(option)) said = seen_from(folder_, said);
    if (const auto wrong = option.take(said)) fail(value, fmt::format("{}: {}", option.key, *wrong));
    // NAME=VALUE
    Span name = place_of(value), what = name;
    if (const std::size_t equals = name.text().find('='); equals != std::string_view::npos) {
      name.end = name.begin + std::uint32_t(equals);
      what.begin = name.end + 1;
    }
    note_place(option, name, what);
  }

  void note_place(const RunOption& option, Span name, Span value) {
    if (option.stands_at)
      if (const SourcePtr source = source_.weak_from_this().lock()) option.stands_at(source, name, value);
  }

  // What is written in the run's own folder has its name there (run_output.h).
  bool starts_at_folder(const RunOption& option) const {
    return option.names != RunOption::Names::Nothing &&
           (!option.is_written() || (!keeps_outputs_ && (!has_output_ || option.key == "output")));
  }

  // The name of a file, or a mapping; as text too, as write_run_file() has it.
  void take_recording(const RunOption& option, const YAML::Node& value) {
    std::optional<Recording> recording;
    if (value.IsMap()) {
      recording = RecordingReader(source_, diagnostics_).read(value);
    } else if (auto said = recording_of(text(value, option.key))) {
      recording = std::move(*said);
    } else {
      fail(value, fmt::format("{}: {}", option.key, said.error()));
    }
    if (!recording) return;
    if (recording->path.empty()) fail(value, option.key + ": is empty");
    if (starts_at_folder(option)) recording->path = seen_from(folder_, recording->path);
    settings_.record.push_back(std::move(*recording));
  }

  const Source& source_;
  Diagnostics& diagnostics_;
  RunSettings& settings_;
  const std::vector<RunOption> options_;
  fs::path folder_;
  bool has_output_ = false, wins_ = false, keeps_outputs_ = false;
  decltype(OtherKeys::take_field) take_field_;
};

Json schema_of_value(const RunOption& option);
Json schema_of(const RunOption& option);

// The name of a file, or a mapping of the same keys as those that hold for all.
Json schema_of_recording() {
  RunSettings settings;
  const Json text = {{"type", "string"}, {"minLength", 1}};
  Json properties = Json::object();
  properties["file"] = text;
  for (const RunOption& option : options_of(settings))
    if (option.is_of_recording) properties[option.key] = schema_of(option);
  return {
      {"anyOf",
       {text,
        {{"type", "object"}, {"properties", properties}, {"required", {"file"}}, {"additionalProperties", false}}}}};
}

Json schema_of_value(const RunOption& option) {
  Json json = Json::object();
  switch (option.kind) {
    case RunOption::Kind::Flag:
      json["type"] = "boolean";
      break;
    case RunOption::Kind::WholeNumber:
      json["type"] = "integer";
      json["minimum"] = option.least;
      json["maximum"] = option.most;
      break;
    case RunOption::Kind::Duration:
      json["type"] = {"string", "number"};
      json["pattern"] = R"(^[0-9.eE+-]+ *(ms|s|min|h)?$)";
      json["minimum"] = 0;
      break;
    case RunOption::Kind::Choice:
      json["enum"] = option.choices;
      break;
    case RunOption::Kind::Recording:
      return schema_of_recording();
    case RunOption::Kind::Text:
      json["type"] = "string";
      json["minLength"] = 1;
      break;
  }
  return json;
}

Json schema_of_expectations(const RunOption& option) {
  Json properties = Json::object();
  for (const std::string_view key : expectation_keys()) properties[std::string(key)] = Json::object();
  const Json one = {
      {"anyOf",
       {{{"type", "string"}}, {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}}}};
  return {{"anyOf", {one, {{"type", "array"}, {"items", one}}}}, {"description", option.help}};
}

Json schema_of(const RunOption& option) {
  if (option.key == "expect" || option.key == "stop_when") return schema_of_expectations(option);
  Json json = schema_of_value(option);
  if (option.mapping != RunOption::Mapping::None) {
    Json value = {{"type", {"string", "number", "boolean"}}};
    if (option.mapping == RunOption::Mapping::Fields) value = true;
    json = {{"anyOf", {{{"type", "object"}, {"additionalProperties", value}}, {{"type", "array"}, {"items", json}}}}};
  } else if (option.is_list) {
    json = {{"anyOf", {json, {{"type", "array"}, {"items", json}}}}};
  }
  json["description"] = option.help;
  return json;
}

Json schema_of_joint_callbacks() {
  const Json number = {{"type", "number"}}, text = {{"type", "string"}};
  const Json pair = {{"type", "array"}, {"items", number}, {"minItems", 2}, {"maxItems", 2}};
  const Json table = {{"type", "object"},
                      {"properties", {{"table", {{"type", "array"}, {"items", pair}, {"minItems", 1}}}}},
                      {"required", {"table"}},
                      {"additionalProperties", false}};
  const Json binding = {{"type", "object"},
                        {"properties",
                         {{"joint", text},
                          {"axis", {{"type", "integer"}, {"minimum", 1}, {"maximum", 3}}},
                          {"lua", text},
                          {"library", text},
                          {"function", text},
                          {"parameters", {{"type", "object"}, {"additionalProperties", number}}},
                          {"limits", pair},
                          {"cyclic", {{"type", "boolean"}}},
                          {"max_force", {{"type", "number"}, {"minimum", 0}}},
                          {"velocity_limit", {{"type", "number"}, {"minimum", 0}}},
                          {"target_velocity", number},
                          {"target", {{"anyOf", {number, {{"const", "motor"}}, table}}}}}},
                        {"required", {"joint"}},
                        {"oneOf", {{{"required", {"lua"}}}, {{"required", {"library"}}}}},
                        {"additionalProperties", false}};
  return {
      {"type", "array"}, {"items", binding}, {"description", "Laws that drive joints, see docs/joint_callbacks.md"}};
}

}  // namespace

void read_run_file(const Source& source, RunSettings& settings, Diagnostics& diagnostics) {
  RunReader(source, settings, diagnostics).read();
}

void read_run_keys(const YAML::Node& map, const Source& source, const OtherKeys& others, bool wins,
                   RunSettings& settings, Diagnostics& diagnostics) {
  RunReader(source, settings, diagnostics).read(map, others, wins);
}

fs::path folder_of_names(const Source& source, const YAML::Node& map) {
  const fs::path own = fs::path(source.name()).parent_path();
  const YAML::Node said = map.IsMap() ? map[folder_key] : YAML::Node();
  return said && said.IsScalar() ? own / said.Scalar() : own;
}

std::string write_run_file(const RunSettings& given) {
  RunSettings settings = given;
  YAML::Emitter out;
  out << YAML::BeginMap;
  std::error_code error;
  out << YAML::Key << folder_key << YAML::Value << YAML::DoubleQuoted << fs::current_path(error).string();
  for (const RunOption& option : options_of(settings)) {
    const std::vector<std::string> texts = option.texts();
    if (texts.empty()) continue;
    out << YAML::Key << option.key << YAML::Value;
    if (option.is_list) out << YAML::BeginSeq;
    for (const std::string& text : texts) out << YAML::DoubleQuoted << text;
    if (option.is_list) out << YAML::EndSeq;
  }
  if (!settings.plugins.joint_callbacks.empty()) {
    out << YAML::Key << joint_callbacks << YAML::Value;
    write_joint_callbacks(settings.plugins.joint_callbacks, out);
  }
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

std::string run_file_schema() {
  RunSettings settings;
  Json properties = Json::object();
  for (const RunOption& option : options_of(settings)) properties[option.key] = schema_of(option);
  properties[joint_callbacks] = schema_of_joint_callbacks();
  properties[folder_key] = {{"type", "string"}, {"description", "Where relative paths start; default: the file's own"}};
  const Json schema = {{"$schema", schema_dialect},
                       {"title", "A run of lightsout"},
                       {"type", "object"},
                       {"properties", properties},
                       {"additionalProperties", false}};
  return schema.dump(2) + "\n";
}

}  // namespace lightsout
