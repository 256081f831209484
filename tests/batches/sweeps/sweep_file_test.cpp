// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sweep files: what they have of their own, and what run files have, in one document.
#include "batches/sweeps/sweep_file.h"

#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "batches/sweeps/sweep_schema.h"
#include "engine/recorders/recorder.h"
#include "engine/state/log.h"
#include "tests/batches/project.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;
using namespace lightsout::batch_tests;
using Json = nlohmann::json;

namespace {

struct Read {
  SweepFile file;
  std::string told;
};

Read read(const std::string& text) {
  Read result;
  Diagnostics diagnostics;
  const auto source = std::make_shared<const Source>("sweep.yaml", text);
  result.file = read_sweep_file(*source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) result.told += render(diagnostic, false);
  return result;
}

const Parameter& parameter(const Sweep& sweep, const std::string& name) {
  const auto found = std::ranges::find(sweep.parameters, name, &Parameter::name);
  REQUIRE(found != sweep.parameters.end());
  return *found;
}

}  // namespace

TEST_CASE("A sweep file takes every key of a run file as that has it, and once") {
  const Read read_file = read(R"(worlds: [a.wbt]
duration: 2s
record: [poses.csv, {file: r.mcap, what: [readings]}]
expect: {solid: BALL, touches: FLOOR, by: 1s}
stop_when: [{solid: BALL, upright: true}]
limit: {nodes: 1000}
environment: {A: 1, B: two}
joint_callbacks: []
seeds: [1, 5, 9..11]
)");
  CHECK(read_file.told == "");
  const Sweep& sweep = read_file.file.sweep;
  CHECK(sweep.seeds == std::vector<std::uint64_t>{1, 5, 9, 10, 11});
  REQUIRE(sweep.run.record.size() == 2);
  CHECK(sweep.run.record[1].what == std::vector<std::string>{"readings"});
  CHECK(sweep.run.expect.size() == 1);
  CHECK(sweep.run.stop_when.size() == 1);
  CHECK(sweep.run.limits == std::vector<std::string>{"nodes=1000"});
  CHECK(sweep.run.environment == std::vector<std::string>{"A=1", "B=two"});
}

TEST_CASE("What is set in a sweep file is one value or several by its form, or is left to the type of the field") {
  const Read read_file = read(R"(world: a.wbt
set:
  ROBOT: {gain: 'range(1,3,1)', name: otto}
  BALL.translation: [[0, 0, 1], [0, 0, 2]]
  BALL.mass: [1, 2]
  BALL.size: "1,2"
  passes: [1, 4]
parameters:
  FLOOR: {friction: 'linspace(0,1,3)'}
)");
  CHECK(read_file.told == "");
  const Sweep& sweep = read_file.file.sweep;
  CHECK(parameter(sweep, "ROBOT.gain").values == Words{"1", "2", "3"});
  CHECK(parameter(sweep, "passes").values == Words{"1", "4"});
  CHECK(parameter(sweep, "FLOOR.friction").values == Words{"0", "0.5", "1"});
  REQUIRE(sweep.run.load.settings.size() == 1);
  CHECK(sweep.run.load.settings[0].name == "ROBOT.name");
  REQUIRE(sweep.field_lists.size() == 3);
  CHECK(sweep.field_lists[0].form == FieldList::Form::Nested);
  CHECK(sweep.field_lists[0].several.values == Words{"0 0 1", "0 0 2"});
  CHECK(sweep.field_lists[1].whole.value == "[1 2]");
  CHECK(sweep.field_lists[1].several.values == Words{"1", "2"});
  CHECK(sweep.field_lists[2].form == FieldList::Form::Text);
}

TEST_CASE("Strings of a list stay whole wherever a sweep file has it, and a list of lists is several values") {
  const Read read_file = read(R"(world: a.wbt
set: {A.args: ["1,2", "a b"], A.more: [[a b, c], [d]]}
parameters: {B.args: [["1,2"], [" 1"], [""], [], [1, 2]]}
points: [{C.args: [a b, c]}, {C.args: ["1,2"]}]
)");
  CHECK(read_file.told == "");
  const Sweep& sweep = read_file.file.sweep;
  REQUIRE(sweep.field_lists.size() == 2);
  CHECK(sweep.field_lists[0].whole.value == R"(["1,2" "a b"])");
  CHECK(sweep.field_lists[1].form == FieldList::Form::Nested);
  CHECK(sweep.field_lists[1].several.values == Words{R"(["a b" c])", "[d]"});
  CHECK(parameter(sweep, "B.args").values == Words{R"(["1,2"])", R"([" 1"])", R"([""])", "[]", "1 2"});
  REQUIRE(sweep.points);
  CHECK((*sweep.points)[0][0].value == R"(["a b" c])");
  CHECK((*sweep.points)[1][0].value == R"(["1,2"])");
}

TEST_CASE("What a sweep file cannot have is refused at its place, with what there is instead") {
  const auto has = [](const std::string& text, const std::string& what) {
    CAPTURE(text);
    CHECK_THAT(read("world: a.wbt\n" + text).told, Catch::Contains(what));
  };
  has("log: a\n", "sweep.yaml:2:6: error: log is not for a batch: each run of a batch leaves it in its own folder");
  has("verify: true\n", "`lightsout verify` does");
  has("parameters: {passes: 1}\nset: {passes: 2}\n", "sweep.yaml:3:7: error: passes is set twice");
  has("set: {A.b: 1}\nparameters: {A: {b: [1, 2]}}\n", "A.b is set twice");
  has("seeds: [1, x]\n", "'x' is no whole number");
  has("set: {pases: [1, 2]}\n", "did you mean 'passes'?");
  has("records: a.csv\n", "did you mean `record`?");
  has("record: {fil: a.csv}\n", "did you mean `file`?");
}

TEST_CASE("The type of a field says whether a list is one value or several, and all keys together make their runs") {
  const Project project;
  write_file(project.folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
             "DEF BALL Solid { translation 0 0 1 boundingObject Sphere { radius 0.1 } physics DEF MASS Physics {} }\n"
             "DEF ROBOT Robot { name \"r\" controller \"says\" }\n"
             "DEF FLOOR Solid { boundingObject Plane { size 9 9 } }\n");
  write_file(project.folder / "run.yaml", "duration: 9s\nworld: worlds/w.wbt\nlog: mine\nverdict: v.json\nseed: 3\n");
  write_file(project.folder / "sweep.yaml", R"(run_file: run.yaml
duration: 500ms
set:
  BALL.translation: [0, 0, 0.5]
  ROBOT: {controllerArgs: [one, two], name: otto}
  MASS.mass: [1, 2]
  FLOOR.translation: [[0, 0, 0], [0, 0, 0.1]]
  passes: [1, 2]
parameters: {BALL.rotation: [[0, 0, 1, 0.1]]}
seeds: [4, 7]
record: {file: poses.csv, every: 100ms, select: BALL}
expect: {solid: BALL, inside: [[-1, -1, 0], [1, 1, 1]], always: true}
stop_when: {solid: BALL, touches: FLOOR}
limit: {nodes: 1000}
output: out
)");
  const ProgramResult made = project.run({"batch", "sweep.yaml", "-j", "2"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 2 * 2 * 2 * 2);
  for (const Row& row : rows) {
    CHECK(row.at("outcome") == "done");
    CHECK(row.at("message").find("BALL touches FLOOR") != std::string::npos);
    CHECK(row.at("BALL.rotation") == "0 0 1 0.1");
    const fs::path folder = project.folder / "out" / row.at("folder");
    CHECK(fs::exists(folder / "poses.csv"));
    CHECK_FALSE(fs::exists(folder / "mine"));
    CHECK(Json::parse(read_file(folder / "verdict.json"))["expectations"].size() == 1);
    // The command makes the same run alone.
    Words words = {"-c", row.at("command") + " -q --hash"};
    words[1].replace(0, std::string("lightsout").size(), LIGHTSOUT_EXECUTABLE);
    if (&row - rows.data() > 1) continue;
    const ProgramResult alone = run_program("/bin/sh", words, {.directory = project.folder.path()});
    CHECK(alone.out == row.at("run_hash") + "\n");
  }
  // Of what the run file says alone: its world, its seed.
  const ProgramResult plain = project.run({"batch", "--run-file", "run.yaml", "--duration", "80ms", "-o", "plain"});
  INFO(plain.err);
  CHECK(plain.exit_code == 0);
  REQUIRE(project.table("plain").size() == 1);
  CHECK(project.table("plain")[0].at("seed") == "3");
  // The command line wins over a list of the file.
  CHECK(project.run({"batch", "sweep.yaml", "--set", "MASS.mass=3", "-o", "three"}).exit_code == 0);
  CHECK(project.table("three").size() == 8);
}

TEST_CASE("The schema of sweep files knows the keys that they have, and no others") {
  const Json schema = Json::parse(sweep_file_schema());
  const Json& keys = schema.at("properties");
  for (const char* key : {"worlds", "world", "parameters", "set", "points", "seeds", "repetitions", "seed",
                          "independent_seeds", "run_file", "output", "jobs", "duration", "record", "folder"})
    CHECK(keys.contains(key));
  for (const auto& [key, why] : keys_of_one_run()) CHECK(!keys.contains(key));
  CHECK(schema.at("additionalProperties") == false);
  CHECK(schema.at("$defs").contains("values"));
  for (const auto& [key, value] : keys.items()) {
    INFO(key);
    const std::string told = read(key + ": nothing\n").told;
    CHECK(told.find("has no key `" + key + "`") == std::string::npos);
    CHECK(told.find("is not for a batch") == std::string::npos);
  }
}

TEST_CASE("A sweep file takes no more runs at a time than the command line") {
  CHECK(read("world: a.wbt\njobs: 4096\n").told == "");
  CHECK(read("world: a.wbt\njobs: 4097\n").told.find("from 1 to 4096") != std::string::npos);
}
