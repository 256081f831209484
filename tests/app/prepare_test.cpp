// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// All controllers are found and built before any of them is started: where one cannot be, no other has done anything.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

const std::string mark = R"(
import pathlib
from controller import Robot
pathlib.Path("started").touch()
robot = Robot()
while robot.step(8) != -1:
    pass
)";

const std::string mark_in_c = R"(
#include <stdio.h>
#include <webots/robot.h>
int main() {
  fclose(fopen("started", "w"));
  wb_robot_init();
  while (wb_robot_step(8) != -1) {}
  wb_robot_cleanup();
  return 0;
}
)";

// Robots "first" and "last" have a good controller, those between the ones that are named.
struct Project {
  explicit Project(const std::string& between) {
    add("controllers/marks/marks.py", mark);
    add("controllers/marks_c/marks_c.c", mark_in_c);
    add("controllers/broken/broken.c", "int main( {\n");
    add("controllers/empty/readme.txt", "");
    add("worlds/w.wbt",
        "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { name \"first\" controller \"marks\" }\n"
        "Robot { name \"second\" controller \"marks_c\" }\n" +
            between + "Robot { name \"last\" controller \"marks\" }\n");
  }
  void add(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((folder / file).parent_path());
    write_file(folder / file, text);
  }
  ProgramResult run(std::vector<std::string> options) const {
    options.insert(options.begin(), {"run", "worlds/w.wbt", "--duration", "80ms"});
    return run_lightsout(options, {.directory = folder.path()});
  }
  bool has_started() const {
    return std::filesystem::exists(folder / "controllers/marks/started") ||
           std::filesystem::exists(folder / "controllers/marks_c/started");
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("Where one controller cannot be found or built no other is started") {
  const std::vector<std::string> ways[] = {{},
                                           {"--in-process"},
                                           {"--snapshot-every", "16ms", "--snapshots", "kept"},
                                           {"--in-process", "--repeat", "2", "--verify"}};
  for (const auto& way : ways) {
    const Project project("Robot { name \"bad\" controller \"nowhere\" }\n");
    const ProgramResult result = project.run(way);
    CAPTURE(way, result.err);
    CHECK(result.exit_code == 4);
    CHECK_THAT(result.err, Catch::Contains("there is no controller \"nowhere\""));
    CHECK_FALSE(project.has_started());
  }
}

TEST_CASE("All controllers that cannot be started are told of, and an extern one is not waited for") {
  const Project project(
      "Robot { name \"waits\" controller \"<extern>\" }\nRobot { name \"bad\" controller \"nowhere\" }\n"
      "Robot { name \"worse\" controller \"broken\" }\nRobot { name \"none\" controller \"empty\" }\n");
  const ProgramResult result = project.run({"--verdict", "verdict.json"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 4);
  CHECK_THAT(result.err, Catch::Contains("there is no controller \"nowhere\""));
  CHECK_THAT(result.err, Catch::Contains("broken.c:1:"));
  CHECK_THAT(result.err, Catch::Contains("holds neither an executable `empty`"));
  CHECK_THAT(result.err, !Catch::Contains("waiting for its extern controller"));
  CHECK_FALSE(project.has_started());
  const auto verdict = nlohmann::json::parse(read_file(project.folder / "verdict.json"));
  std::vector<std::string> absent;
  for (const auto& controller : verdict["controllers"])
    if (controller["end"] == "absent") absent.push_back(controller["robot"]);
  CHECK(absent == std::vector<std::string>{"bad", "worse", "none"});
}

TEST_CASE("A run that goes on without a controller that cannot be found starts the others") {
  const Project project("Robot { name \"bad\" controller \"nowhere\" }\n");
  const ProgramResult result = project.run({"--on-controller-failure", "continue"});
  CAPTURE(result.err);
  CHECK_THAT(result.err, Catch::Contains("there is no controller \"nowhere\""));
  CHECK(project.has_started());
}

TEST_CASE("Of the robots of another world, too, none is started where one cannot be") {
  const Project project("");
  project.add("controllers/leaves/leaves.py",
              "from controller import Supervisor\nrobot = Supervisor()\nrobot.worldLoad('../../worlds/w.wbt')\n"
              "while robot.step(8) != -1:\n    pass\n");
  project.add("worlds/w.wbt",
              read_file(project.folder / "worlds/w.wbt") + "Robot { name \"bad\" controller \"nowhere\" }\n");
  project.add(
      "worlds/first.wbt",
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { supervisor TRUE controller \"leaves\" }\n");
  const ProgramResult result =
      run_lightsout({"run", "worlds/first.wbt", "--duration", "1s"}, {.directory = project.folder.path()});
  CAPTURE(result.err);
  CHECK(result.exit_code == 4);
  CHECK_THAT(result.err, Catch::Contains("there is no controller \"nowhere\""));
  CHECK_FALSE(project.has_started());
}

TEST_CASE("A run that goes on from a snapshot starts none where one cannot be started") {
  const Project project("Robot { name \"goes\" controller \"goes\" }\n");
  project.add("controllers/goes/goes.py", mark);
  REQUIRE(project.run({"--snapshot-every", "40ms", "--snapshots", "kept"}).exit_code == 0);
  REQUIRE(project.has_started());
  for (const char* gone : {"marks/started", "marks_c/started", "goes"})
    std::filesystem::remove_all(project.folder / "controllers" / gone);
  const ProgramResult result = project.run({"--from", "kept/step_000000005.snapshot"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 4);
  CHECK_THAT(result.err, Catch::Contains("there is no controller \"goes\""));
  CHECK_FALSE(project.has_started());
}
