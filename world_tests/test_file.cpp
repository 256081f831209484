// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/test_file.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "batches/sweeps/point.h"
#include "batches/sweeps/sweep.h"
#include "runs/reading/duration.h"
#include "runs/reading/yaml_reader.h"
#include "runs/reports/verdict.h"
#include "runs/series/series.h"
#include "runs/settings/run_file.h"
#include "runs/settings/run_options.h"
#include "world_format/text/diagnostic.h"
#include "world_tests/file_name.h"
#include "world_tests/yaml_flow.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr const char* golden_ending = ".golden";
constexpr double standard_tolerance = 1e-3;
// What one file may multiply out to: more is a slip of the pen.
constexpr std::size_t most_cases = 10'000;

class TestReader : private YamlReader {
 public:
  TestReader(const Source& source, Diagnostics& diagnostics)
      : YamlReader(source, diagnostics),
        source_(source),
        diagnostics_(diagnostics),
        folder_(fs::path(source.name()).parent_path()) {}

  std::vector<WorldTest> read() {
    const int errors = diagnostics_.errors();
    std::vector<WorldTest> tests;
    read_document("a test", [&](const YAML::Node& top) { tests = read_top(top); });
    if (diagnostics_.errors() == errors) return tests;
    return {broken(diagnostics_.errors() - errors)};
  }

 private:
  using Tests = std::vector<WorldTest>;

  WorldTest broken(int errors) const {
    WorldTest test{.file = source_.name()};
    test.wrong = fmt::format("{}: {}", source_.name(), plural(errors, "error"));
    for (const Diagnostic& diagnostic : diagnostics_.sorted()) {
      if (diagnostic.severity != Severity::Error || diagnostic.span.source != &source_) continue;
      const auto [line, column] = source_.position(diagnostic.span.begin);
      test.errors.push_back({source_.name(), line, column, diagnostic.message});
    }
    if (!test.errors.empty()) test.line = test.errors.front().line;
    return test;
  }

  Tests read_top(const YAML::Node& top) {
    const int errors = diagnostics_.errors();
    WorldTest base{.file = source_.name()};
    YAML::Node cases, matrix, golden;
    const OtherKeys others{"a test",
                           {"tags", "xfail", "timeout", "golden", "cases", "matrix"},
                           [&](const std::string& key, const YAML::Node& value) {
                             if (key == "cases")
                               cases.reset(value);
                             else if (key == "matrix")
                               matrix.reset(value);
                             else if (key == "golden")
                               golden.reset(value);
                             else
                               take(base, key, value);
                           },
                           true};
    const KeyPlaces places = read_run_keys(top, source_, others, false, base.settings, diagnostics_);
    Tests tests = {std::move(base)};
    if (cases.IsDefined() && !cases.IsNull()) tests = with_cases(tests.front(), cases);
    if (matrix.IsDefined() && !matrix.IsNull()) tests = with_matrix(std::move(tests), matrix);
    for (WorldTest& test : tests) {
      if (golden.IsDefined() && !golden.IsNull()) guarded([&] { read_golden(test, golden, mark_of(top, "golden")); });
      if (diagnostics_.errors() > errors || report_contradiction(test.settings, places, diagnostics_)) continue;
      if (std::string wrong = contradiction(test.settings); !wrong.empty()) guarded([&] { fail(top, wrong); });
    }
    return tests;
  }

  // Where a key stands.
  static YAML::Mark mark_of(const YAML::Node& map, const std::string& key) {
    for (const auto& entry : map)
      if (entry.first.Scalar() == key) return entry.first.Mark();
    return map.Mark();
  }

  void take(WorldTest& test, const std::string& key, const YAML::Node& value) {
    if (key == "xfail") {
      test.xfail = text(value, key);
      if (test.xfail.empty() || test.xfail == "true") fail(value, "xfail says why it fails, in words");
    } else if (key == "timeout") {
      test.timeout_s = time(value, key);
      if (test.timeout_s == 0) fail(value, "timeout must be above 0");
    } else if (key == "tags") {
      for (const auto& tag : value.IsSequence() ? value : YAML::Load("[" + text(value, key) + "]"))
        test.tags.push_back(text(tag, "a tag"));
    }
  }

  static double time(const YAML::Node& value, const std::string& key) {
    const auto seconds = parse_duration(text(value, key), 1);
    if (!seconds) fail(value, fmt::format("{}: {}", key, seconds.error()));
    return *seconds;
  }

  Tests with_cases(const WorldTest& base, const YAML::Node& cases) {
    if (!cases.IsSequence() || cases.size() == 0) fail(cases, "cases is a list of tests");
    Tests tests;
    for (const auto& entry : cases) {
      WorldTest& test = tests.emplace_back(base);
      test.line = entry.Mark().line + 1;
      test.name = fmt::format("{}", tests.size());
      const OtherKeys others{"a case",
                             {"name", "tags", "xfail", "timeout"},
                             [&](const std::string& key, const YAML::Node& value) {
                               if (key == "name")
                                 test.name = text(value, key);
                               else
                                 take(test, key, value);
                             },
                             true};
      read_run_keys(entry, source_, others, true, test.settings, diagnostics_);
      for (const WorldTest& other : tests)
        if (&other != &test && other.name == test.name)
          guarded([&] { fail(entry, fmt::format("two cases have the name `{}`", test.name)); });
    }
    return tests;
  }

  // Each value of each key with each of the others.
  Tests with_matrix(Tests tests, const YAML::Node& matrix) {
    if (!matrix.IsMap()) fail(matrix, "matrix is a mapping (key: [values])");
    for (const auto& entry : matrix) {
      const std::string key = text(entry.first, "a key");
      const YAML::Node& values = entry.second;
      if (!values.IsSequence() || values.size() == 0) fail(values, fmt::format("{} is a list of values", key));
      const std::size_t count = tests.size() * values.size();
      if (count > most_cases) fail(values, fmt::format("this makes {} tests of one file", count));
      Tests more;
      for (const WorldTest& test : tests)
        for (const auto& value : values) {
          more.push_back(test);
          set(more.back(), entry.first, key, value);
        }
      tests = std::move(more);
    }
    std::set<std::string> names;
    for (const WorldTest& test : tests)
      if (!names.insert(test.name).second) fail(matrix, fmt::format("two cases have the name `{}`", test.name));
    return tests;
  }

  // As a run file that says this alone would.
  void set(WorldTest& test, const YAML::Node& at, const std::string& key, const YAML::Node& value) {
    test.name += fmt::format("{}{}={}", test.name.empty() ? "" : ",", key, yaml_flow_of(value));
    YAML::Node said, below_set;
    (names_field(key) ? below_set : said).force_insert(at, value);
    if (names_field(key)) said.force_insert("set", below_set);
    read_run_keys(said, source_, {"matrix", {}, {}, true}, true, test.settings, diagnostics_);
  }

  void read_golden(WorldTest& test, const YAML::Node& node, const YAML::Mark& at) {
    Golden golden{.line = at.line + 1, .column = at.column + 1};
    SeriesSettings& series = test.settings.series;
    const auto add = [&series](const char* kind, const YAML::Node& value) {
      if (value.IsScalar()) series.of.push_back(fmt::format("{}:{}", kind, text(value, kind)));
      for (const auto& name : value) series.of.push_back(fmt::format("{}:{}", kind, text(name, kind)));
    };
    for_each_key(node, "golden", {"file", "solids", "joints", "readings", "every", "exact", "tolerance"},
                 [&](const std::string& key, const YAML::Node& value) {
                   if (key == "file") golden.file = text(value, key);
                   if (key == "solids") add("solid", value);
                   if (key == "joints") add("joint", value);
                   if (key == "readings") add("reading", value);
                   if (key == "every" && (series.every = time(value, key)) == 0) fail(value, "every must be above 0");
                   if (key == "exact" && !YAML::convert<bool>::decode(value, golden.exact))
                     fail(value, "exact must be true or false");
                   if (key == "tolerance") read_tolerances(golden, value);
                 });
    if (series.of.empty()) fail(node, "golden: of what? solids: [NAME], joints: [NAME] or readings: [NAME]");
    if (golden.exact && !golden.tolerances.empty()) fail(node, "`exact` and `tolerance` do not go together");
    for (const auto kind : series_kinds) golden.tolerances.try_emplace(std::string(name_of(kind)), standard_tolerance);
    golden.file = (folder_ / (golden.file.empty() ? golden_name(test) : golden.file)).lexically_normal().string();
    series.path = "series";
    test.golden = std::move(golden);
  }

  // "ball.test.yaml", "seed=3" -> "ball@seed=3.golden". No name of a file or a case has an @ in it then.
  std::string golden_name(const WorldTest& test) const {
    constexpr std::size_t longest = 120;
    std::string name = fs::path(source_.name()).filename().string();
    name = file_name_of(name.substr(0, name.rfind(".test.yaml")), longest);
    if (!test.name.empty()) name += "@" + file_name_of(test.name, longest);
    return name + golden_ending;
  }

  // A number for all, or one by name or kind.
  static void read_tolerances(Golden& golden, const YAML::Node& value) {
    if (value.IsScalar()) {
      const double tolerance = not_negative(value, "tolerance");
      for (const auto kind : series_kinds) golden.tolerances[std::string(name_of(kind))] = tolerance;
      return;
    }
    if (!value.IsMap()) fail(value, "tolerance is a number, or a mapping of names or kinds (position: 0.01)");
    for (const auto& entry : value)
      golden.tolerances[text(entry.first, "a name")] = not_negative(entry.second, "tolerance");
  }

  const Source& source_;
  Diagnostics& diagnostics_;
  const fs::path folder_;
};

}  // namespace

std::vector<WorldTest> read_test_file(const Source& source, Diagnostics& diagnostics) {
  return TestReader(source, diagnostics).read();
}

}  // namespace lightsout
