// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/sweep_file.h"

#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>

#include "batches/sweeps/point_list.h"
#include "batches/sweeps/values.h"
#include "runs/reading/yaml_reader.h"
#include "runs/settings/run_file.h"
#include "world_format/syntax/field_value.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view own_keys[] = {"worlds", "parameters", "points", "seeds", "repetitions", "independent_seeds",
                                         "output", "jobs",       "seed",   "world", "run_file"};

// Beside its own keys it has those of run files, read by the one reader of them.
class SweepReader : private YamlReader {
 public:
  SweepReader(const Source& source, Diagnostics& diagnostics)
      : YamlReader(source, diagnostics), source_(source), diagnostics_(diagnostics) {}

  SweepFile read() {
    file_.sweep.file = file();
    read_document("a sweep file", [this](const YAML::Node& top) { read_top(top); });
    return std::move(file_);
  }

 private:
  void read_top(const YAML::Node& top) {
    OtherKeys others{.what = "a sweep file",
                     .names = {std::begin(own_keys), std::end(own_keys)},
                     .take = [&](const std::string& key, const YAML::Node& value) { read_own(key, value); },
                     .keeps_outputs = true,
                     .take_field = [&](const std::string& name, const YAML::Node& at,
                                       const YAML::Node& value) { return read_field(name, at, value); }};
    for (const auto& [key, why] : keys_of_one_run()) others.names.push_back(key);
    folder_ = folder_of_names(source_, top);
    // Over it wins what this file says itself.
    if (top.IsMap() && top["run_file"]) guarded([&] { read_run_file_of(top["run_file"]); });
    file_.places = read_run_keys(top, source_, others, true, file_.sweep.run, diagnostics_);
  }

  void read_own(const std::string& key, const YAML::Node& value) {
    Sweep& sweep = file_.sweep;
    if (key == "world" || key == "worlds")
      for_each_text(value, key, [&](const std::string& name) { sweep.worlds.push_back(seen_from(folder_, name)); });
    else if (key == "parameters")
      read_parameters(value);
    else if (key == "points")
      read_points_of_list(value);
    else if (key == "seeds")
      read_seeds(value);
    else if (key == "repetitions")
      sweep.repetitions = int(whole(value, key, 1, SweepFile::most_repetitions));
    else if (key == "seed")
      sweep.seed = whole(value, key, 0, UINT64_MAX);
    else if (key == "independent_seeds")
      sweep.independent_seeds = flag(value, key);
    else if (key == "output")
      file_.output = seen_from(folder_, text(value, key));
    else if (key == "jobs")
      file_.jobs = int(whole(value, key, 1, SweepFile::most_jobs));
    for (const auto& [other, why] : keys_of_one_run())
      if (other == key) fail(value, fmt::format("{} is not for a batch: {}", key, why));
  }

  // "1..30", or a list of such.
  void read_seeds(const YAML::Node& node) {
    std::string list;
    for_each_text(node, "seeds", [&](const std::string& part) { list += (list.empty() ? "" : ",") + part; });
    file_.sweep.seeds = valued(node, parse_seeds(list));
  }

  // Nested names, as `set` has them.
  void read_parameters(const YAML::Node& node) {
    if (!node.IsMap()) fail(node, "parameters is a mapping of names to values");
    for_each_named_value(node, "parameters", true,
                         [&](const std::string& name, const YAML::Node& at, const YAML::Node& value) {
                           note_name(name, at);
                           if (std::string wrong = wrong_parameter(name); !wrong.empty()) fail(at, wrong);
                           file_.sweep.parameters.push_back(parameter_of(name, value));
                         });
  }

  Parameter parameter_of(const std::string& name, const YAML::Node& value) {
    Parameter parameter{name, {}};
    if (value.IsSequence())
      for (const auto& element : value) parameter.values.push_back(value_of(element));
    else
      parameter.values = valued(value, parse_values(text(value, name)));
    if (parameter.values.empty()) fail(value, fmt::format("{} has no value", name));
    return parameter;
  }

  // What of `set` is, or may be, several values; false: it is one, as a run file has it.
  bool read_field(const std::string& name, const YAML::Node& at, const YAML::Node& value) {
    note_name(name, at);
    Sweep& sweep = file_.sweep;
    if (!names_field(name)) {
      if (std::string wrong = wrong_parameter(name); !wrong.empty()) fail(at, wrong);
      sweep.parameters.push_back(parameter_of(name, value));
      return true;
    }
    if (value.IsScalar() && is_value_series(value.Scalar())) {
      sweep.parameters.push_back(parameter_of(name, value));
      return true;
    }
    const bool is_list = value.IsSequence() ? value.size() > 0 : has_several_values(value);
    if (is_list) sweep.field_lists.push_back(field_list_of(name, at, value));
    return is_list;
  }

  static bool has_several_values(const YAML::Node& value) {
    const auto values = value.IsScalar() ? parse_values(value.Scalar()) : std::vector<std::string>();
    return values && values->size() > 1;
  }

  FieldList field_list_of(const std::string& name, const YAML::Node& at, const YAML::Node& value) {
    FieldList list{valued(at, parse_field_setting(name + "=" + field_text(value))), parameter_of(name, value),
                   value.IsSequence() ? FieldList::Form::Flat : FieldList::Form::Text};
    for (const auto& element : value)
      if (element.IsSequence()) list.form = FieldList::Form::Nested;
    if (const SourcePtr source = source_.weak_from_this().lock()) {
      list.whole.source = source;
      list.whole.name_at = place_of(at);
      list.whole.value_at = place_of(value);
    }
    return list;
  }

  void note_name(const std::string& name, const YAML::Node& at) {
    if (!names_.insert(name).second) fail(at, fmt::format("{} is set twice", name));
  }

  // A vector is written as on a command line, its numbers with spaces between them.
  static std::string value_of(const YAML::Node& node) {
    if (!node.IsSequence()) return text(node, "a value");
    if (node.size() == 0) return field_text(node);
    std::string value;
    double number = 0;
    for (const auto& element : node) {
      const bool is_number = element.IsScalar() && list_element(element.Scalar()) == element.Scalar() &&
                             YAML::convert<double>::decode(element, number);
      if (!is_number) return field_text(node);
      if (!value.empty()) value += ' ';
      value += element.Scalar();
    }
    return value;
  }

  void read_points_of_list(const YAML::Node& node) {
    if (node.IsScalar()) {
      auto points = read_points_of(seen_from(folder_, text(node, "points")), diagnostics_);
      file_.lacks_file |= !points;
      if (!points) fail(node, points.error());
      file_.sweep.points = std::move(*points);
      return;
    }
    if (!node.IsSequence()) fail(node, "points is the name of a file, or a list of mappings");
    file_.sweep.points.emplace();
    for (const auto& element : node)
      guarded([&] {
        if (!element.IsMap()) fail(element, "a point is a mapping of names to values");
        Point& point = file_.sweep.points->emplace_back();
        for_each_named_value(element, "a point", true,
                             [&](const std::string& name, const YAML::Node&, const YAML::Node& value) {
                               point.push_back({name, value_of(value)});
                             });
      });
  }

  void read_run_file_of(const YAML::Node& node) {
    file_.sweep.run.run_file = seen_from(folder_, text(node, "run_file"));
    const auto source = read_source(file_.sweep.run.run_file);
    file_.lacks_file |= !source;
    if (!source) fail(node, source.error());
    lightsout::read_run_file(**source, file_.sweep.run, diagnostics_);
  }

  template <class Value>
  static Value valued(const YAML::Node& node, std::expected<Value, std::string> value) {
    if (!value) fail(node, value.error());
    return std::move(*value);
  }
  template <class Take>
  void for_each_text(const YAML::Node& node, const std::string& what, Take take) {
    if (!node.IsSequence()) return take(text(node, what));
    for (const auto& element : node) guarded([&] { take(text(element, what)); });
  }
  std::uint64_t whole(const YAML::Node& node, const std::string& what, std::uint64_t least, std::uint64_t most) {
    std::uint64_t number = 0;
    if (const auto wrong = read_whole_number(text(node, what), number, least, most))
      fail(node, fmt::format("{}: {}", what, *wrong));
    return number;
  }
  bool flag(const YAML::Node& node, const std::string& what) {
    const std::string said = text(node, what);
    if (said != "true" && said != "false") fail(node, fmt::format("{}: '{}' is neither true nor false", what, said));
    return said == "true";
  }
  const Source& source_;
  Diagnostics& diagnostics_;
  fs::path folder_;
  std::set<std::string> names_;  // that `parameters` or `set` have
  SweepFile file_;
};

}  // namespace

SweepFile read_sweep_file(const Source& source, Diagnostics& diagnostics) {
  return SweepReader(source, diagnostics).read();
}

std::expected<std::vector<Point>, std::string> read_points_of(const std::string& path, Diagnostics& diagnostics) {
  if (path != "-") {
    const auto source = read_source(path);
    if (!source) return std::unexpected(source.error());
    return read_points(*source, diagnostics);
  }
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  return read_points(std::make_shared<const Source>("standard input", text), diagnostics);
}

}  // namespace lightsout
