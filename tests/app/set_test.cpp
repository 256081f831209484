// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is set of a world for one run, by `--set`, by a run file and by a batch.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

namespace {

// A ball falls; a robot says what it is told.
struct Project {
  TemporaryFolder folder;
  Project() {
    fs::create_directories(folder / "worlds");
    fs::create_directories(folder / "controllers/says");
    write_file(folder / "controllers/says/says.py",
               "import sys\nfrom controller import Robot\nrobot = Robot()\n"
               "print('args', sys.argv[1:], 'data', robot.getCustomData(), flush=True)\n"
               "while robot.step(8) != -1: pass\n");
    write_file(folder / "worlds/w.wbt", world("translation 0 0 5", "", ""));
  }
  static std::string world(const std::string& ball, const std::string& robot, const std::string& info) {
    return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 " + info + " }\n" + "DEF BALL Solid { " + ball +
           " boundingObject Sphere { radius 0.1 } physics Physics { } }\n" +
           "Robot { name \"bot\" controller \"says\" " + robot + " }\n";
  }
  ProgramResult run(Words words) const { return run_lightsout(words, {.directory = folder.path(), .timeout = 120}); }
  Json verdict(const std::string& name = "v.json") const { return Json::parse(read_file(folder / name)); }
};

}  // namespace

TEST_CASE("A run of a world with something set is the run of a file that says so") {
  const Project project;
  write_file(project.folder / "worlds/said.wbt",
             Project::world("translation 0 0 7", "controllerArgs [\"-g\" \"3\"] customData \"x y\"", "gravity 1.6"));
  const ProgramResult said =
      project.run({"run", "worlds/said.wbt", "--duration", "160ms", "--seed", "1", "--verdict", "said.json"});
  INFO(said.err);
  REQUIRE(said.exit_code == 0);
  const Words words = {"run", "worlds/w.wbt", "--duration", "160ms", "--seed", "1", "--verdict", "v.json"};
  const Words set = {"--set", "BALL.translation=0 0 7", "--set", "bot.controllerArgs=-g 3",
                     "--set", "bot.customData=x y",     "--set", "WorldInfo.gravity=1.6"};
  SECTION("on the command line") {
    Words all = words;
    all.insert(all.end(), set.begin(), set.end());
    const ProgramResult made = project.run(all);
    INFO(made.err);
    CHECK(made.err.find("args ['-g', '3'] data x y") != std::string::npos);
  }
  SECTION("in a run file, and the command line wins") {
    write_file(project.folder / "run.yaml",
               "world: worlds/w.wbt\nduration: 160ms\nseed: 1\nverdict: v.json\nset:\n  BALL.translation: [0, 0, 9]\n"
               "  bot: {controllerArgs: [-g, 3], customData: x y}\n  WorldInfo.gravity: 1.6\n");
    CHECK(project.run({"run", "run.yaml", "--set", "BALL.translation=0 0 7"}).exit_code == 0);
  }
  CHECK(project.verdict()["state_hash"] == project.verdict("said.json")["state_hash"]);
  CHECK(project.verdict()["outcome"] == "done");
}

TEST_CASE("What cannot be set ends the run as wrong use, at the place where it was said") {
  const Project project;
  const ProgramResult unknown = project.run({"run", "worlds/w.wbt", "--duration", "1s", "--set", "BAL.mass=1"});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("--set:1:1: error: the world has no node `BAL`; did you mean `BALL`?"));
  write_file(
      project.folder / "run.yaml",
      "world: worlds/w.wbt\nduration: 1s\nset:\n  BALL.translation: 0 0 up\n  bot:\n    controller: [none\n      ]\n");
  const ProgramResult wrong = project.run({"run", "run.yaml", "--verdict", "v.json"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::Contains("run.yaml:4:25: error: BALL.translation: expected 3 numbers"));
  CHECK(project.verdict()["outcome"] == "wrong-use");
  CHECK_THAT(project.run({"run", "worlds/w.wbt", "--set", "gain=1"}).err,
             Catch::Contains("'gain' names no field of a node"));
}

TEST_CASE("What is set holds over a reset and when the world is loaded anew, and in a snapshot's run") {
  const Project project;
  fs::create_directories(project.folder / "controllers/again");
  write_file(project.folder / "controllers/again/again.py",
             "from controller import Supervisor\ns = Supervisor()\n"
             "print('z', s.getFromDef('BALL').getField('translation').getSFVec3f()[2], flush=True)\n"
             "for i in range(3): s.step(8)\n"
             "s.simulationReset()\ns.step(8)\n"
             "print('then', s.getFromDef('BALL').getField('translation').getSFVec3f()[2] > 6.99, flush=True)\n"
             "if s.getSelf().getField('customData').getSFString() == 'load': s.worldReload()\n"
             "while s.step(8) != -1: pass\n");
  const Words words = {"run",   "worlds/w.wbt",           "--duration", "160ms",
                       "--set", "BALL.translation=0 0 7", "--set",      "bot.controller=\"again\"",
                       "--set", "bot.supervisor=TRUE"};
  Words reloads = words;
  reloads.insert(reloads.end(), {"--set", "bot.customData=load"});
  const ProgramResult made = project.run(reloads);
  INFO(made.err);
  CHECK(made.exit_code == 0);
  const std::size_t first = made.err.find("z 7.0");
  REQUIRE(first != std::string::npos);
  CHECK(made.err.find("z 7.0", first + 1) != std::string::npos);
  CHECK(made.err.find("then True") != std::string::npos);
  CHECK(made.err.find("z 5.0") == std::string::npos);

  const Words set = {"--set", "BALL.translation=0 0 7"};
  Words whole = {"run", "worlds/w.wbt", "--duration", "160ms", "--verdict", "v.json", "--snapshot-every", "80ms"};
  whole.insert(whole.end(), set.begin(), set.end());
  REQUIRE(project.run(whole).exit_code == 0);
  Words on = {"run", "--from", "snapshots/step_000000010.snapshot", "--duration", "160ms", "--verdict", "on.json"};
  CHECK(project.run(on).exit_code == 2);  // a run of another world
  on.insert(on.end(), set.begin(), set.end());
  CHECK(project.run(on).exit_code == 0);
  CHECK(project.verdict("on.json")["run_hash"] == project.verdict()["run_hash"]);
}

TEST_CASE("A batch varies fields, each a column, and each row's command makes its run alone") {
  const Project project;
  const ProgramResult made =
      project.run({"batch", "worlds/w.wbt", "--duration", "80ms", "--set", "BALL.translation=[0 0 5],[0 0 6]", "--set",
                   "WorldInfo.gravity=1,9.81", "-o", "out", "-j", "2"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  std::set<std::string> hashes;
  int runs = 0;
  for (const auto& entry : fs::recursive_directory_iterator(project.folder / "out/runs")) {
    if (entry.path().filename() != "run.json") continue;
    ++runs;
    const Json run = Json::parse(read_file(entry.path()));
    const Json verdict = Json::parse(read_file(entry.path().parent_path() / "verdict.json"));
    hashes.insert(verdict["state_hash"].get<std::string>());
    const ProgramResult alone = run_program(
        "/bin/sh", {"-c", LIGHTSOUT_EXECUTABLE + run["command"].get<std::string>().substr(9) + " --verdict alone.json"},
        {.directory = project.folder.path()});
    INFO(alone.err);
    CHECK(project.verdict("alone.json")["run_hash"] == verdict["run_hash"]);
    CHECK(run["world_digest"].get<std::string>().size() == 16);
  }
  CHECK(runs == 4);
  CHECK(hashes.size() == 4);
  CHECK_THAT(read_file(project.folder / "out/results.csv"), Catch::Contains("BALL.translation,WorldInfo.gravity"));
  const ProgramResult wrong =
      project.run({"batch", "worlds/w.wbt", "--duration", "80ms", "--set", "BALL.mess=1", "-o", "wrong"});
  CHECK(wrong.exit_code == 11);
  CHECK_THAT(read_file(project.folder / "wrong/results.csv"), Catch::Contains("wrong-use"));
}

TEST_CASE(
    "A sweep file varies fields and gives the environment, and a controller's sources are part of what a run is") {
  const Project project;
  fs::create_directories(project.folder / "controllers/other");
  const std::string other =
      "import os\nfrom controller import Robot\nr = Robot()\nprint(os.environ['A'], flush=True)\n";
  write_file(project.folder / "controllers/other/other.py", other);
  write_file(project.folder / "sweep.yaml",
             "worlds: [worlds/w.wbt]\nparameters: {bot.controller: [says, other]}\nenvironment: {A: told}\n"
             "duration: 80ms\noutput: out\n");
  const ProgramResult first = project.run({"batch", "sweep.yaml"});
  INFO(first.err);
  CHECK(first.exit_code == 0);
  CHECK_THAT(first.err, Catch::Contains("2 were made now"));
  write_file(project.folder / "controllers/other/other.py", other + "# changed\n");
  CHECK_THAT(project.run({"batch", "sweep.yaml"}).err, Catch::Contains("1 were made now"));
}

TEST_CASE("What a world's file would only be warned of is an error where it is asked for") {
  const Project project;
  // In the file: another value takes its place.
  write_file(project.folder / "worlds/wrong.wbt", Project::world("translation 0 0 5", "", "CFM -1"));
  const ProgramResult warned = project.run({"run", "worlds/wrong.wbt", "--duration", "80ms"});
  CHECK(warned.exit_code == 0);
  CHECK_THAT(warned.err, Catch::Contains("warning") && Catch::Contains("[out-of-range]"));

  const auto refused = [&](const std::string& set, const std::string& message) {
    const ProgramResult result = project.run({"run", "worlds/w.wbt", "--duration", "80ms", "--set", set});
    INFO(set << "\n" << result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("--set:1:") && Catch::Contains("[bad-setting]") && Catch::Contains(message));
  };
  refused("WorldInfo.basicTimeStep=-3", "`basicTimeStep`");                       // a value out of range
  refused("WorldInfo.coordinateSystem=\"XYZ\"", "`coordinateSystem`");            // no such choice
  refused("BALL.rotation=0 0 0 1", "the axis of `rotation` is zero");             // an axis
  refused("BALL.boundingObject=Robot { }", "Robot cannot");                       // a node where none can be
  refused("BALL.children=[ PointLight { attenuation -1 0 0 } ]", "attenuation");  // a value in a node
  refused("BALL.physics=Physics { mass 1 centerOfMass [ 0 0 0 ] inertiaMatrix [ -1 1 1 ] }", "inertiaMatrix");
  refused("BALL.boundingObject=Box { size 0 1 1 }", "size");

  write_file(project.folder / "run.yaml",
             "world: worlds/w.wbt\nduration: 80ms\nset:\n  WorldInfo:\n    basicTimeStep: -3\n");
  const ProgramResult file = project.run({"run", "run.yaml", "--verdict", "v.json"});
  CHECK(file.exit_code == 2);
  CHECK_THAT(file.err, Catch::Contains("run.yaml:5:20: error:"));
  CHECK(project.verdict()["outcome"] == "wrong-use");

  const ProgramResult batch = project.run(
      {"batch", "worlds/w.wbt", "--duration", "80ms", "--set", "WorldInfo.basicTimeStep=8,-3", "-o", "out", "-j", "1"});
  INFO(batch.err);
  CHECK(batch.exit_code == 11);
  const std::string table = read_file(project.folder / "out/results.csv");
  CHECK_THAT(table, Catch::Contains("wrong-use") && Catch::Contains("done"));
}
