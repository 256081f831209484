// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/expectation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/descriptors/whole_names.h"
#include "runs/expectations/condition_fields.h"
#include "runs/reading/duration.h"
#include "runs/reading/yaml_in_braces.h"
#include "world_format/nodes/node.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using KeyNames = std::vector<std::string_view>;

struct ConditionKind {
  std::string_view key;
  AskedCondition (*read)(const ConditionFields&);
  KeyNames keys;
};

#define UNPACK(...) __VA_ARGS__
const std::vector<ConditionKind> condition_kinds = {
#define CONDITION(key, read, keys) {key, read, {UNPACK keys}},
#include "runs/expectations/conditions.def"
#undef CONDITION
};
#undef UNPACK

const KeyNames when_keys = {"at", "during", "after", "within", "by", "always", "never", "at_end"};

KeyNames keys_of(const ConditionKind* kind, ExpectationUse use) {
  KeyNames keys;
  for (const ConditionKind& each : condition_kinds) {
    if (kind && kind != &each) continue;
    keys.push_back(each.key);
    for (const std::string_view key : each.keys)
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  }
  if (use == ExpectationUse::Expect)
    keys.insert(keys.end(), when_keys.begin(), when_keys.end());
  else
    keys.emplace_back("for");
  keys.insert(keys.end(), {"message", "place"});
  return keys;
}

Expectation::Place read_place(const std::string& text) {
  const auto column = text.rfind(':'), line = column == 0 ? column : text.rfind(':', column - 1);
  if (column == std::string::npos || line == std::string::npos) return {};
  Expectation::Place place{text.substr(0, line)};
  std::from_chars(text.data() + line + 1, text.data() + column, place.line);
  std::from_chars(text.data() + column + 1, text.data() + text.size(), place.column);
  return place;
}

class ExpectationReader : private YamlReader {
 public:
  ExpectationReader(const Source& source, const fs::path& folder, Diagnostics& diagnostics)
      : YamlReader(source, diagnostics), source_(source), folder_(folder), diagnostics_(diagnostics) {}

  std::optional<Expectation> read(const YAML::Node& node, ExpectationUse use) {
    const int errors = diagnostics_.errors();
    Expectation expectation;
    guarded([&] { expectation = read_map(node, use); });
    if (diagnostics_.errors() > errors) return {};
    return expectation;
  }

 private:
  Expectation read_map(const YAML::Node& node, ExpectationUse use) {
    const std::string noun = use == ExpectationUse::Expect ? "an expectation" : "stop_when";
    const ConditionKind* kind = node.IsMap() ? kind_of(node) : nullptr;
    const int errors = diagnostics_.errors();
    const std::string of = kind ? fmt::format("{} of `{}`", noun, kind->key) : noun;
    Expectation expectation;
    expectation.use = use;
    expectation.place = {file(), node.Mark().line + 1, node.Mark().column + 1};
    for_each_key(node, of, keys_of(kind, use), [&](const std::string& key, const YAML::Node& value) {
      if (key == "message") expectation.message = text(value, key);
      if (key == "place") expectation.place = read_place(text(value, key));
      if (key == "for") expectation.held_for = time(value, key);
    });
    if (diagnostics_.errors() > errors) return {};
    if (!kind) {
      KeyNames keys;
      for (const ConditionKind& each : condition_kinds) keys.push_back(each.key);
      fail(node, fmt::format("{} says what is to hold by one of {}", noun, fmt::join(keys, ", ")));
    }
    expectation.condition = kind->read(ConditionFields(node, source_, folder_, diagnostics_));
    if (use == ExpectationUse::Expect)
      expectation.when = read_when(node, *kind, expectation.condition);
    else if (expectation.condition.is_of_the_end)
      fail(node, fmt::format("`{}` is known when the run has ended, and cannot end it", kind->key));
    return expectation;
  }

  const ConditionKind* kind_of(const YAML::Node& node) const {
    const ConditionKind* found = nullptr;
    for (const ConditionKind& kind : condition_kinds) {
      if (!node[std::string(kind.key)].IsDefined()) continue;
      if (found)
        fail(node,
             fmt::format("`{}` and `{}` are two expectations: each is an element of its own", found->key, kind.key));
      found = &kind;
    }
    return found;
  }

  // A kind that is a fact of the whole run holds at its end, a line that is printed at some time.
  When read_when(const YAML::Node& node, const ConditionKind& kind, const AskedCondition& condition) const {
    When when;
    std::string said;
    for (const std::string_view name : when_keys) {
      const std::string key(name);
      const YAML::Node& value = node[key];
      if (!value.IsDefined()) continue;
      // `never` may have a window beside it.
      const bool is_window = key == "during" || key == "after";
      if (!said.empty() && !(key == "never" && (said == "during" || said == "after")))
        fail(value, fmt::format("`{}` and `{}` do not go together", said, key));
      said = key;
      if (is_window || key == "within") read_window(value, key, when);
      if (is_window || key == "always") when.kind = When::Kind::Always;
      if (key == "within" || key == "by") when.kind = When::Kind::Within;
      if (key == "by") when.to = time(value, key);
      if (key == "never") when.kind = When::Kind::Never;
      if (key == "at") when = {When::Kind::At, time(value, key), time(value, key)};
      if ((key == "never" || key == "always" || key == "at_end") && !is_true(value, key))
        fail(value, fmt::format("{} is true, or is left out", key));
    }
    if (said.empty() && kind.key.starts_with("printed")) when.kind = When::Kind::Within;
    if (condition.is_of_the_end && !said.empty() && said != "at_end")
      fail(node[said], fmt::format("`{}` is known at the end of the run alone", kind.key));
    return when;
  }

  // [from, to]; of `within` also a time, by which, and of `after` the time from which.
  void read_window(const YAML::Node& value, const std::string& key, When& when) const {
    if (key == "after") {
      when.from = time(value, key);
      return;
    }
    if (key == "within" && value.IsScalar()) {
      when.to = time(value, key);
      return;
    }
    if (!value.IsSequence() || value.size() != 2) fail(value, fmt::format("{} is a window [from, to]", key));
    when.from = time(value[0], key);
    when.to = time(value[1], key);
    if (when.from > when.to) fail(value, "the window ends before it begins");
  }

  static double time(const YAML::Node& value, const std::string& key) {
    const auto seconds = parse_duration(text(value, key), 1);
    if (!seconds) fail(value, fmt::format("{}: {}", key, seconds.error()));
    return *seconds;
  }

  static bool is_true(const YAML::Node& value, const std::string& key) {
    bool truth = false;
    if (!value.IsScalar() || !YAML::convert<bool>::decode(value, truth))
      fail(value, fmt::format("{} must be true or false", key));
    return truth;
  }

  const Source& source_;
  const fs::path& folder_;
  Diagnostics& diagnostics_;
};

void make_flow(YAML::Node node) {
  if (node.IsScalar() || node.IsNull()) return;
  node.SetStyle(YAML::EmitterStyle::Flow);
  for (auto entry : node) make_flow(node.IsMap() ? YAML::Node(entry.second) : YAML::Node(entry));
}

// As YAML in one line.
std::string line_of(const YAML::Node& mapping) {
  YAML::Node copy = YAML::Clone(mapping);
  make_flow(copy);
  YAML::Emitter out;
  out.SetMapFormat(YAML::Flow);
  out.SetSeqFormat(YAML::Flow);
  out.SetStringFormat(YAML::DoubleQuoted);
  out << copy;
  return out.c_str();
}

}  // namespace

std::optional<Expectation> read_expectation(const YAML::Node& node, ExpectationUse use, const Source& source,
                                            const fs::path& folder, Diagnostics& diagnostics) {
  return ExpectationReader(source, folder, diagnostics).read(node, use);
}

std::string text_of_expectation(const YAML::Node& node, const Source& source, const fs::path& folder) {
  YAML::Node copy = YAML::Clone(node);
  if (!copy["place"].IsDefined())
    copy["place"] = fmt::format("{}:{}:{}", source.name(), node.Mark().line + 1, node.Mark().column + 1);
  if (copy["lua"].IsDefined() && copy["lua"].IsScalar())
    copy["lua"] = absolute_path(folder / copy["lua"].Scalar()).lexically_normal().string();
  return line_of(copy);
}

std::expected<Expectation, std::string> parse_expectation(const std::string& text, ExpectationUse use) {
  auto expectation =
      read_in_braces(text, [use](const YAML::Node& node, const Source& source, Diagnostics& diagnostics) {
        return read_expectation(node, use, source, "", diagnostics);
      });
  if (expectation && expectation->place.file.empty()) expectation->place = {};
  return expectation;
}

std::string with_file_renamed(const std::string& text, const std::function<std::string(const std::string&)>& change) {
  YAML::Node node = YAML::Load(in_braces(text));
  if (!node["lua"].IsDefined()) return text;
  node["lua"] = change(node["lua"].Scalar());
  return line_of(node);
}

std::string without_place(const std::string& text) {
  YAML::Node node = YAML::Load(in_braces(text));
  node.remove("place");
  return line_of(node);
}

std::string place_of(const Expectation& expectation) {
  const Expectation::Place& place = expectation.place;
  if (!place.file.empty()) return fmt::format("{}:{}:{}", place.file, place.line, place.column);
  return expectation.use == ExpectationUse::Expect ? "--expect" : "--stop-when";
}

std::vector<std::string_view> expectation_keys() {
  KeyNames keys = keys_of(nullptr, ExpectationUse::Expect);
  keys.emplace_back("for");
  return keys;
}

}  // namespace lightsout
