// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Projects that WEBOTS_EXTRA_PROJECT_PATH names: their PROTOs, controllers and plugins are found, as by Webots since
// R2022b (https://github.com/cyberbotics/webots/pull/4364).
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// A world of one project, what it uses in two others.
struct Projects {
  TemporaryFolder folder;
  std::filesystem::path world = folder / "own/worlds/w.wbt";
  ProgramOptions options{
      .environment = {"WEBOTS_EXTRA_PROJECT_PATH=" + (folder / "one").string() + "::" + (folder / "two").string()}};
  Projects() {
    for (const char* part : {"own/worlds", "one/protos", "two/controllers/talker", "two/plugins/physics/teller"})
      std::filesystem::create_directories(folder / part);
    write_file(world,
               "#VRML_SIM R2025a utf8\nEXTERNPROTO \"webots://projects/Talker.proto\"\n"
               "WorldInfo { physics \"teller\" }\nTalker { }\n");
    write_file(folder / "one/protos/Talker.proto",
               "#VRML_SIM R2025a utf8\nPROTO Talker [ ] { Robot { controller \"talker\" } }\n");
    write_file(folder / "two/controllers/talker/talker.py",
               "from controller import Robot\nrobot = Robot()\nrobot.step(32)\nprint('here I am')\n");
    write_file(folder / "two/plugins/physics/teller/teller.c",
               "#include <plugins/physics.h>\n"
               "void webots_physics_init() { dWebotsConsolePrintf(\"so am I\"); }\n"
               "void webots_physics_step() {}\nvoid webots_physics_cleanup() {}\n");
  }
  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, world.string());
    return run_lightsout(std::move(arguments), options);
  }
};

}  // namespace

TEST_CASE("what a world uses is found in the projects of WEBOTS_EXTRA_PROJECT_PATH") {
  const Projects projects;
  const ProgramResult result = projects.run({"run", "--duration", "64ms"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("here I am") != std::string::npos);
  CHECK(result.err.find("so am I") != std::string::npos);
  // Without them the world lacks its robot.
  const ProgramResult without =
      run_lightsout({"check", projects.world.string()}, {.environment = {"WEBOTS_EXTRA_PROJECT_PATH="}});
  CHECK(without.exit_code == 1);
  CHECK(without.out.find("`Talker` was not found") != std::string::npos);
  CHECK(projects.run({"check"}).exit_code == 0);
}

TEST_CASE("a run with WEBOTS_EXTRA_PROJECT_PATH is made again from its bundle, where the projects are gone") {
  Projects projects;
  const std::string bundle = (projects.folder / "run.tar.zst").string();
  const ProgramResult first = projects.run({"run", "--duration", "64ms", "--bundle", bundle});
  INFO(first.out << first.err);
  REQUIRE(first.exit_code == 0);
  std::filesystem::remove_all(projects.folder / "one");
  std::filesystem::remove_all(projects.folder / "two");
  const ProgramResult again = run_lightsout({"replay", bundle}, {.environment = {"WEBOTS_EXTRA_PROJECT_PATH="}});
  INFO(again.out << again.err);
  CHECK(again.exit_code == 0);
}
