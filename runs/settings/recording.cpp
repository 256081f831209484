// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/settings/recording.h"

#include <algorithm>
#include <memory>

#include "runs/reading/duration.h"
#include "runs/settings/recording_reader.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

constexpr double bare_unit = 1e-3;  // s, of `every`

}  // namespace

RecorderOptions recorder_options(const Recording& recording, const Recording& others) {
  RecorderOptions options{.path = recording.path,
                          .every = recording.every ? *recording.every : others.every.value_or(0),
                          .select = recording.select.empty() ? others.select : recording.select,
                          .what = {}};
  for (const std::string& name : recording.what.empty() ? others.what : recording.what)
    if (const auto subject = subject_of(name);
        subject && std::ranges::find(options.what, *subject) == options.what.end())
      options.what.push_back(*subject);
  return options;
}

std::string text_of(const Recording& recording) {
  const bool is_name = !recording.every && recording.select.empty() && recording.what.empty();
  if (is_name && !recording.path.starts_with('{')) return recording.path;
  YAML::Emitter out;
  out.SetStringFormat(YAML::DoubleQuoted);
  out << YAML::Flow << YAML::BeginMap << YAML::Key << "file" << YAML::Value << recording.path;
  if (recording.every) out << YAML::Key << "every" << YAML::Value << fmt::format("{}s", *recording.every);
  if (!recording.select.empty()) out << YAML::Key << "select" << YAML::Value << recording.select;
  if (!recording.what.empty()) out << YAML::Key << "what" << YAML::Value << recording.what;
  out << YAML::EndMap;
  return out.c_str();
}

std::expected<Recording, std::string> recording_of(const std::string& text) {
  if (!text.starts_with('{')) return Recording{.path = text, .every = {}, .select = {}, .what = {}};
  const auto source = std::make_shared<const Source>("--record", text);
  Diagnostics diagnostics;
  std::optional<Recording> recording;
  try {
    recording = RecordingReader(*source, diagnostics).read(YAML::Load(text));
  } catch (const YAML::Exception& error) {
    return std::unexpected(fmt::format("{}: {}", text, error.msg));
  }
  if (!diagnostics.all().empty()) return std::unexpected(diagnostics.all().front().message);
  return *recording;
}

std::optional<Recording> RecordingReader::read(const YAML::Node& mapping) {
  Recording recording;
  guarded([&] {
    for_each_key(mapping, "a recording", {std::begin(recording_keys), std::end(recording_keys)},
                 [&](const std::string& key, const YAML::Node& value) { read_key(key, value, recording); });
    if (!mapping["file"]) fail(mapping, "a recording names its file");
  });
  if (recording.path.empty()) return {};
  return recording;
}

void RecordingReader::read_key(const std::string& key, const YAML::Node& value, Recording& recording) {
  if (key == "select") {
    recording.select = texts(value, key);
  } else if (key == "what") {
    for (const std::string& name : texts(value, key)) {
      if (!subject_of(name)) fail(value, fmt::format("what: '{}' is none of {}", name, fmt::join(subject_names, ", ")));
      recording.what.push_back(name);
    }
  } else if (key == "every") {
    const auto parsed = parse_duration(text(value, key), bare_unit);
    if (!parsed) fail(value, fmt::format("every: {}", parsed.error()));
    recording.every = *parsed;
  } else {
    recording.path = text(value, key);
    if (recording.path.empty()) fail(value, "file is empty");
  }
}

std::vector<std::string> RecordingReader::texts(const YAML::Node& value, const std::string& what) {
  std::vector<std::string> found;
  if (!value.IsSequence()) return {text(value, what)};
  for (const auto& element : value) found.push_back(text(element, what));
  if (found.empty()) fail(value, what + " is empty");
  return found;
}

}  // namespace lightsout
