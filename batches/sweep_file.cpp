#include "batches/sweep_file.h"

#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>

#include "batches/point_list.h"
#include "batches/values.h"
#include "runs/run_file.h"
#include "runs/yaml_reader.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view own_keys[] = {"worlds",      "parameters",        "points", "seeds",
                                         "repetitions", "independent_seeds", "output", "jobs"};

class SweepReader : private YamlReader {
 public:
  SweepReader(const Source& source, Diagnostics& diagnostics)
      : YamlReader(source, diagnostics), diagnostics_(diagnostics), folder_(fs::path(source.name()).parent_path()) {}

  SweepFile read() {
    file_.sweep.file = file();
    read_document("a sweep file", [this](const YAML::Node& top) { read_top(top); });
    return std::move(file_);
  }

 private:
  void read_top(const YAML::Node& top) {
    const std::vector<RunOption> options = options_of(file_.sweep.run);
    std::vector<std::string_view> keys(std::begin(own_keys), std::end(own_keys));
    keys.insert(keys.end(), {"seed", "world", "run_file"});
    for (const RunOption& option : options)
      if (is_for_batches(option)) keys.push_back(option.key);
    // Over it wins what this file says itself.
    if (top.IsMap() && top["run_file"]) guarded([&] { read_run_file_of(top["run_file"]); });
    for_each_key(top, "a sweep file", keys, [&](const std::string& key, const YAML::Node& value) {
      if (key == "run_file" || read_own(key, value)) return;
      read_option(*std::ranges::find(options, key, &RunOption::key), value);
    });
  }

  bool read_own(const std::string& key, const YAML::Node& value) {
    Sweep& sweep = file_.sweep;
    if (key == "world" || key == "worlds")
      for_each_text(value, key, [&](const std::string& name) { sweep.worlds.push_back(seen_from_here(name)); });
    else if (key == "parameters")
      read_parameters(value);
    else if (key == "points")
      read_points_of_list(value);
    else if (key == "seeds")
      sweep.seeds = valued(value, parse_seeds(text(value, key)));
    else if (key == "repetitions")
      sweep.repetitions = positive(value, key);
    else if (key == "seed")
      sweep.seed = whole(value, key, 0, UINT64_MAX);
    else if (key == "independent_seeds")
      sweep.independent_seeds = flag(value, key);
    else if (key == "output")
      file_.output = seen_from_here(text(value, key));
    else if (key == "jobs")
      file_.jobs = positive(value, key);
    else
      return false;
    return true;
  }

  void read_parameters(const YAML::Node& node) {
    if (!node.IsMap()) fail(node, "parameters is a mapping of names to values");
    std::vector<std::string> seen;
    for (const auto& entry : node)
      guarded([&] {
        const std::string name = text(entry.first, "a parameter");
        if (std::ranges::find(seen, name) != seen.end()) fail(entry.first, fmt::format("{} is set twice", name));
        seen.push_back(name);
        if (std::string wrong = wrong_parameter(name); !wrong.empty()) fail(entry.first, wrong);
        Parameter parameter{name, {}};
        if (entry.second.IsSequence())
          for (const auto& element : entry.second) parameter.values.push_back(value_of(element));
        else
          parameter.values = valued(entry.second, parse_values(text(entry.second, name)));
        if (parameter.values.empty()) fail(entry.second, fmt::format("{} has no value", name));
        file_.sweep.parameters.push_back(std::move(parameter));
      });
  }

  // A vector is written as on a command line, its numbers with spaces between them.
  std::string value_of(const YAML::Node& node) {
    if (!node.IsSequence()) return text(node, "a value");
    std::string value;
    for (const auto& element : node) {
      if (!value.empty()) value += ' ';
      value += text(element, "an element of a value");
    }
    return value;
  }

  void read_points_of_list(const YAML::Node& node) {
    if (node.IsScalar()) {
      file_.sweep.points = valued(node, read_points_of(seen_from_here(text(node, "points")), diagnostics_));
      return;
    }
    if (!node.IsSequence()) fail(node, "points is the name of a file, or a list of mappings");
    file_.sweep.points.emplace();
    for (const auto& element : node)
      guarded([&] {
        if (!element.IsMap()) fail(element, "a point is a mapping of names to values");
        Point& point = file_.sweep.points->emplace_back();
        for (const auto& entry : element) point.push_back({text(entry.first, "a parameter"), value_of(entry.second)});
      });
  }

  void read_run_file_of(const YAML::Node& node) {
    file_.sweep.run.run_file = seen_from_here(text(node, "run_file"));
    const auto source = read_source(file_.sweep.run.run_file);
    if (!source) fail(node, source.error());
    lightsout::read_run_file(**source, file_.sweep.run, diagnostics_);
  }

  void read_option(const RunOption& option, const YAML::Node& value) {
    if (option.mapping != RunOption::Mapping::None && value.IsMap())
      return for_each_named_value(value, option.key, option.mapping == RunOption::Mapping::Fields,
                                  [&](const std::string& said, const YAML::Node& name, const YAML::Node&) {
                                    if (const auto wrong = option.take(said))
                                      fail(name, fmt::format("{}: {}", option.key, *wrong));
                                  });
    const auto take = [&](const YAML::Node& one) {
      std::string said = text(one, option.key);
      const bool is_read = option.names == RunOption::Names::ReadFile || option.names == RunOption::Names::ReadFolder;
      if (is_read) said = seen_from_here(said);
      if (const auto wrong = option.take(said)) fail(one, fmt::format("{}: {}", option.key, *wrong));
    };
    if (!option.is_list || !value.IsSequence()) return take(value);
    for (const auto& element : value) guarded([&] { take(element); });
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
  int positive(const YAML::Node& node, const std::string& what) { return int(whole(node, what, 1, 1'000'000)); }
  bool flag(const YAML::Node& node, const std::string& what) {
    const std::string said = text(node, what);
    if (said != "true" && said != "false") fail(node, fmt::format("{}: '{}' is neither true nor false", what, said));
    return said == "true";
  }
  // As it would be named on a command line.
  std::string seen_from_here(const std::string& name) const {
    if (name.empty() || name == "-" || fs::path(name).is_absolute() || folder_.empty()) return name;
    return (folder_ / name).lexically_normal().string();
  }

  Diagnostics& diagnostics_;
  fs::path folder_;
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
