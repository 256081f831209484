// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/settings/run_file.h"

#include <fmt/format.h>

#include "engine/descriptors/whole_names.h"
#include "runs/expectations/expectation.h"
#include "runs/reading/yaml_reader.h"
#include "runs/settings/joint_callback.h"
#include "runs/settings/recording_reader.h"
#include "runs/settings/run_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr const char* folder_key = "folder";

class RunReader : private YamlReader {
 public:
  RunReader(const Source& source, RunSettings& settings, Diagnostics& diagnostics)
      : YamlReader(source, diagnostics),
        source_(source),
        diagnostics_(diagnostics),
        settings_(settings),
        options_(options_of(settings)) {}

  KeyPlaces read() {
    read_document("a run file", [this](const YAML::Node& top) { read_top(top, {"a run file", {}, {}}); });
    return std::move(places_);
  }
  KeyPlaces read(const YAML::Node& map, const OtherKeys& others, bool wins) {
    wins_ = wins;
    keeps_outputs_ = others.keeps_outputs;
    guarded([&] { read_top(map, others); });
    return std::move(places_);
  }

 private:
  void read_top(const YAML::Node& top, const OtherKeys& others) {
    std::vector<std::string_view> keys = others.names;
    std::vector<Word> words;
    for (const RunOption& option : options_) {
      if (std::ranges::find(others.names, option.key) == others.names.end()) keys.push_back(option.key);
      if (!option.word.empty()) words.emplace_back(option.word, option.key);
    }
    keys.push_back(folder_key);
    take_field_ = others.take_field;
    // Whatever stands above them.
    has_output_ = !settings_.output.empty() || (top.IsMap() && top["output"]);
    if (top.IsMap() && top[folder_key]) guarded([&] { (void)text(top[folder_key], folder_key); });
    folder_ = folder_of_names(source_, top);
    const auto take_key = [&](const std::string& key, const YAML::Node& value) {
      if (key == folder_key) return;
      if (std::ranges::find(others.names, key) != others.names.end()) return others.take(key, value);
      places_[key] = place_of(value);
      if (key == "joint_callbacks")
        read_joint_callbacks(value);
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
        to.push_back(
            with_file_renamed(node.Scalar(), [this](const std::string& file) { return seen_from(folder_, file); }));
      } else if (read_expectation(node, use, source_, folder_, diagnostics_)) {
        to.push_back(text_of_expectation(node, source_, folder_));
      }
    };
    for_each_element(value, read_one);
  }

  // The same of joint callbacks.
  void read_joint_callbacks(const YAML::Node& value) {
    std::vector<JointBinding>& bindings = settings_.plugins.joint_callbacks;
    bindings.clear();
    for_each_element(value, [&](const YAML::Node& node) {
      if (!node.IsScalar()) {
        if (auto binding = read_joint_callback(node, source_, folder_, diagnostics_))
          bindings.push_back(std::move(*binding));
        return;
      }
      auto binding = joint_callback_of(node.Scalar());
      if (!binding) fail(node, binding.error());
      for (fs::path* file : {&binding->lua, &binding->library})
        if (!file->empty()) *file = seen_from(folder_, *file);
      bindings.push_back(std::move(*binding));
    });
  }

  template <class Read>
  void for_each_element(const YAML::Node& value, Read read) {
    if (!value.IsSequence()) return read(value);
    for (const auto& element : value) guarded([&] { read(element); });
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
  KeyPlaces places_;
  fs::path folder_;
  bool has_output_ = false, wins_ = false, keeps_outputs_ = false;
  decltype(OtherKeys::take_field) take_field_;
};

}  // namespace

KeyPlaces read_run_file(const Source& source, RunSettings& settings, Diagnostics& diagnostics) {
  return RunReader(source, settings, diagnostics).read();
}

KeyPlaces read_run_keys(const YAML::Node& map, const Source& source, const OtherKeys& others, bool wins,
                        RunSettings& settings, Diagnostics& diagnostics) {
  return RunReader(source, settings, diagnostics).read(map, others, wins);
}

bool report_contradiction(const RunSettings& settings, const KeyPlaces& places, Diagnostics& diagnostics) {
  const auto found = find_contradiction(settings);
  if (!found) return false;
  for (const std::string& key : found->keys)
    if (const auto place = places.find(key); place != places.end()) {
      diagnostics.report(DiagnosticKind::BadRunFile, place->second, found->message);
      return true;
    }
  return false;
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
  out << YAML::Key << folder_key << YAML::Value << YAML::DoubleQuoted << working_folder().string();
  for (const RunOption& option : options_of(settings)) {
    const std::vector<std::string> texts = option.texts();
    if (texts.empty()) continue;
    out << YAML::Key << option.key << YAML::Value;
    if (option.is_list) out << YAML::BeginSeq;
    for (const std::string& text : texts) out << YAML::DoubleQuoted << text;
    if (option.is_list) out << YAML::EndSeq;
  }
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

}  // namespace lightsout
