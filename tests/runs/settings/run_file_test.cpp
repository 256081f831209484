// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is said of a run reads the same from a run file as from a command line, and is written so that it reads the
// same.
#include "runs/settings/run_file.h"

#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/recorders/recorder.h"
#include "engine/state/log.h"
#include "runs/settings/run_options.h"
#include "tests/support/program.h"
#include "world_format/project/locate.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

using Json = nlohmann::json;

struct Read {
  RunSettings settings;
  std::string told;
};

Read read(const std::string& text, const std::string& name = "run.yaml") {
  Read result;
  const auto source = std::make_shared<const Source>(name, text);
  Diagnostics diagnostics;
  read_run_file(*source, result.settings, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) result.told += render(diagnostic, false);
  return result;
}

// A text that the option takes and that is not what it is without being said.
std::string some_text(const RunOption& option) {
  switch (option.kind) {
    case RunOption::Kind::Flag:
      return "true";
    case RunOption::Kind::Duration:
      return "1234.5ms";
    case RunOption::Kind::WholeNumber:
      return std::to_string(option.least + 3);
    case RunOption::Kind::Choice:
      return option.choices.back();
    case RunOption::Kind::Recording:
      return "{file: \"a \\\"b\\\": #c.csv\", every: 1234.5ms, select: [\"A, B\", C], what: [readings, contacts]}";
    case RunOption::Kind::Text:
      if (option.key == "expect" || option.key == "stop_when") return "{solid: \"a b\", near: [0, 1, 2]}";
      if (option.key == "joint_callbacks") return "{joint: \"a b\", library: /a.so, target: 0.5, place: \"c.yaml:3\"}";
      if (option.key == "series_of") return "solid:a b";
      if (option.key == "limit") return "rays=77";
      if (option.key == "environment") return "A=\"b\": #c\n\\d";
      return option.key == "set" ? "A.b=\"c\": #d\n\\e" : "a \"b\": #c\n\\d";
  }
  return {};
}

}  // namespace

TEST_CASE("Every option that is said is written and read again, and nothing else is") {
  RunSettings all;
  for (const RunOption& option : options_of(all)) {
    CAPTURE(option.key);
    const std::string text = some_text(option);
    CHECK(option.texts().empty());
    CHECK(option.take(text) == std::nullopt);
    RunSettings one;
    const std::vector<RunOption> table = options_of(one);
    const auto same = std::ranges::find(table, option.key, &RunOption::key);
    CHECK(same->take(text) == std::nullopt);
    const Read again = read(write_run_file(one), "/somewhere/else/run.yaml");
    CHECK(again.told == "");
    RunSettings copy = again.settings;
    for (const RunOption& other : options_of(copy)) {
      CAPTURE(other.key);
      CHECK(other.texts() == (other.key == option.key ? same->texts() : std::vector<std::string>()));
    }
    same->forget();
    CHECK(same->texts().empty());
  }
  CHECK(write_run_file(read(write_run_file(all)).settings) == write_run_file(all));
}

TEST_CASE("Joint callbacks are written and read again to the same numbers") {
  const TemporaryFolder folder;
  write_file(folder / "law.lua", "");
  const std::string text = R"(joint_callbacks:
  - {joint: ARM.HINGE, axis: 2, lua: law.lua, parameters: {a: 0.1, b: -1e300}, limits: [-.inf, 0.3], cyclic: false,
     max_force: .inf, velocity_limit: 1e-310, target_velocity: 0.7, target: {table: [[0, 1], [0.1, 0.30000000000000004]]}}
  - {joint: OTHER, library: law.lua, function: law, target: -0.25}
)";
  const Read first = read(text, folder / "run.yaml");
  CHECK(first.told == "");
  REQUIRE(first.settings.plugins.joint_callbacks.size() == 2);
  const std::string written = write_run_file(first.settings);
  const Read again = read(written);
  CHECK(again.told == "");
  const JointBinding& binding = again.settings.plugins.joint_callbacks.at(0);
  CHECK(binding.lua == folder / "law.lua");
  CHECK(binding.velocity_limit == 1e-310);
  CHECK(binding.limits->first == -std::numeric_limits<double>::infinity());
  CHECK(binding.target.table.at(1).second == 0.30000000000000004);
  CHECK(write_run_file(again.settings) == written);
}

TEST_CASE("What is wrong in a run file is shown at its place, with the key that may be meant") {
  const auto has = [](const std::string& text, const std::string& what) {
    CAPTURE(text);
    CHECK_THAT(read(text).told, Catch::Contains(what));
  };
  has("duration: 1s\nduratoin: 2s\n",
      "run.yaml:2:1: error: a run file has no key `duratoin`; did you mean `duration`?");
  // yaml-cpp alone makes documents of this without end.
  has(",", "run.yaml:1:1: error: a comma stands between the elements of a list or mapping in brackets");
  has("duration: 1s\n...\n, seed: 1\n", "run.yaml:3:1: error: a comma stands between");
  has("seed: -1\n", "run.yaml:1:7: error: seed: '-1' is no whole number from 0 to 18446744073709551615");
  has("seed: [1, 2]\n", "seed must be text");
  has("hash: perhaps\n", "run.yaml:1:7: error: hash: 'perhaps' is neither true nor false");
  has("solver: fast\n", "solver: 'fast' is none of auto, exact, dense, quick");
  has("limit: [rays=3, rain=3]\n", "run.yaml:1:17: error: limit: there is no limit 'rain'");
  has("record:\n  - {file: a.csv, evry: 1s}\n",
      "run.yaml:2:19: error: a recording has no key `evry`; did you mean `every`?");
  has("record: {every: 1s}\n", "run.yaml:1:9: error: a recording names its file");
  has("record: [{file: a.csv, what: [reading]}]\n", "what: 'reading' is none of solids, joints, motors, readings");
  has("what: reading\n", "run.yaml:1:7: error: what: 'reading' is none of solids, joints, motors, readings");
  has("passes: 0\n", "passes: '0' is no whole number from 1 to 100000");
  has("log: \"\\0x\"\n", "run.yaml:1:6: error: log has a character with the code 0");
  has("joint_callbacks: [{joint: A, luna: a.lua}]\n",
      "run.yaml:1:30: error: a joint callback has no key `luna`; did you mean `lua`?");
  has("joint_callbacks: ['joint: A']\n", "run.yaml:1:19: error: 'joint: A': either lua: SCRIPT or library: FILE");
  // What is right beside it counts.
  CHECK(read("seed: -1\nduration: 2min\n").settings.duration == 120);
}

TEST_CASE("What is set stands as a mapping, nested or not, or as a list, and later words win") {
  const auto texts = [](const std::string& text) {
    Read there = read(text);
    CHECK(there.told == "");
    const std::vector<RunOption> table = options_of(there.settings);
    return std::ranges::find(table, "set", &RunOption::key)->texts();
  };
  using Texts = std::vector<std::string>;
  CHECK(texts("set:\n  ROBOT.gain: 0.5\n  WorldInfo: {gravity: 1.6, title: a b}\n") ==
        Texts{"ROBOT.gain=0.5", "WorldInfo.gravity=1.6", "WorldInfo.title=a b"});
  CHECK(texts("set: [A.b=1, 'A.c=2 3', A.b=4]\n") == Texts{"A.c=2 3", "A.b=4"});
  CHECK(texts("set: {A.translation: [0, 0.5, -1e3], A.points: [[0, 0, 1], [1, 0, 0]], A.args: [x, 'y z', 'q\"']}\n") ==
        Texts{"A.translation=[0 0.5 -1e3]", "A.points=[[0 0 1] [1 0 0]]", R"(A.args=[x "y z" "q\""])"});
  CHECK(texts("set: {A.physics: NULL, A.name: \"\"}\n") == Texts{"A.physics=NULL", "A.name="});
  CHECK_THAT(read("duration: 1s\nset: {gain: 1}\n").told,
             Catch::Contains("run.yaml:2:7: error: set: 'gain' names no field of a node: NODE.FIELD"));
}

TEST_CASE("The environment of controllers stands as a mapping or a list; names that lightsout says are refused") {
  CHECK(read("environment: {A: 1, B: x=y}\n").settings.environment == std::vector<std::string>{"A=1", "B=x=y"});
  CHECK(read("environment: [A=1]\n").settings.environment == std::vector<std::string>{"A=1"});
  CHECK_THAT(read("environment: {LIGHTSOUT_SEED: 1}\n").told,
             Catch::Contains("run.yaml:1:15: error: environment: LIGHTSOUT_SEED is said by lightsout itself"));
  CHECK_THAT(read("environment: {A: [1]}\n").told, Catch::Contains("A must be text"));
}

TEST_CASE("What a run writes in a folder of its own has its name there") {
  const Read there = read("world: w.wbt\nrecord: r.csv\nkeys: k\noutput: out\n", "there/run.yaml");
  REQUIRE(there.settings.record.size() == 1);
  CHECK(there.settings.record[0].path == "r.csv");
  CHECK(there.settings.output == "there/out");
  CHECK(there.settings.keys == "there/k");
}

TEST_CASE("Names in a run file are seen from its folder") {
  const Read there = read("world: w.wbt\nrecord: ../r.csv\nlog: '-'\nassets: [/a, b]\n", "there/below/run.yaml");
  CHECK(there.told == "");
  CHECK(there.settings.world == "there/below/w.wbt");
  CHECK(there.settings.record.at(0).path == "there/r.csv");
  CHECK(there.settings.log == "-");
  CHECK(there.settings.load.assets == std::vector<std::filesystem::path>{"/a", "there/below/b"});
  CHECK(read("world: w.wbt\n").settings.world == "w.wbt");
  CHECK(read("folder: /x/y\nworld: w.wbt\n").settings.world == "/x/y/w.wbt");
}

TEST_CASE("What needs or excludes another option is found whoever said it") {
  const auto wrong = [](const std::string& text) { return contradiction(read("world: w.wbt\n" + text).settings); };
  CHECK(wrong("") == "");
  CHECK(wrong("every: 10\n") == "--every needs --record");
  CHECK(wrong("every: 10\nrecord: r.csv\n") == "");
  CHECK(wrong("verify: true\n") == "--verify needs --repeat");
  CHECK(wrong("verify: true\nrepeat: 2\ntrace: t\n") == "--trace does not go with --verify");
  CHECK(contradiction(RunSettings()) == "WORLD is required");
}

TEST_CASE("What does not go together is shown where the file says it") {
  const auto has = [](const std::string& text, const std::string& what) {
    CAPTURE(text);
    RunSettings settings;
    const auto source = std::make_shared<const Source>("run.yaml", "world: w.wbt\n" + text);
    Diagnostics diagnostics;
    const KeyPlaces places = read_run_file(*source, settings, diagnostics);
    REQUIRE(report_contradiction(settings, places, diagnostics));
    CHECK_THAT(render(diagnostics.sorted().front(), false), Catch::Contains(what));
    // Of what a command line says the file has no place.
    CHECK_FALSE(report_contradiction(settings, {}, diagnostics));
  };
  has("repeat: 2\n", "run.yaml:2:9: error: --repeat needs --verify");
  has("every: 1s\n", "run.yaml:2:8: error: --every needs --record");
  has("record: x.xlsx\n", "run.yaml:2:9: error: --record x.xlsx: ");
  has("animation: x.htm\n", "run.yaml:2:12: error: --animation x.htm: ");
  has("bundle: x.zip\n", "run.yaml:2:9: error: --bundle x.zip: ");
}

TEST_CASE("The schema of run files knows each key") {
  const Json schema = Json::parse(run_file_schema());
  RunSettings settings;
  for (const RunOption& option : options_of(settings)) CHECK(schema["properties"].contains(option.key));
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["set"]["anyOf"][0]["type"] == "object");
  CHECK(schema["properties"]["seed"]["maximum"] == std::numeric_limits<std::uint64_t>::max());
}
