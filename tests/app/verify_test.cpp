// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `verify`: a table of circumstances that must make no difference, and a world in which one does.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

Json row(const Json& world, const std::string& circumstance) {
  for (const Json& each : world.at("rows"))
    if (each.at("circumstance") == circumstance) return each;
  return {};
}

}  // namespace

TEST_CASE("The demo is equal in every circumstance that applies") {
  const ProgramResult result =
      run_lightsout({"verify", "worlds/demo.wbt", "--duration", "400ms", "--json"}, {.timeout = 200});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  const Json world = Json::parse(result.out).at(0);
  CHECK(world.at("rows").size() == 8);
  for (const char* circumstance :
       {"repeat", "in process", "after a reset", "from a snapshot", "in a batch", "in another folder"})
    CHECK(row(world, circumstance).at("result") == "equal");
}

TEST_CASE("The help has no option that needs one that is not there") {
  const std::string help = run_lightsout({"verify", "--help"}).out;
  CHECK(help.find("--duration") != std::string::npos);
  for (const char* option : {"--what", "--series", "--every", "--select", "--record", "--snapshots"})
    CHECK(help.find(option) == std::string::npos);
}

TEST_CASE("A world that its supervisor quits is compared") {
  const TemporaryFolder folder;
  for (const char* name : {"worlds", "controllers/quits"}) fs::create_directories(folder / name);
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
             "Robot { name \"R\" supervisor TRUE controller \"quits\" }\n");
  write_file(folder / "controllers/quits/quits.py",
             "from controller import Supervisor\nrobot = Supervisor()\nfor i in range(5): robot.step(8)\n"
             "robot.simulationQuit(3)\nrobot.step(8)\n");
  const ProgramResult result = run_lightsout({"verify", "worlds/w.wbt", "--duration", "1s", "--json"},
                                             {.directory = folder.path(), .timeout = 200});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(row(Json::parse(result.out).at(0), "repeat").at("result") == "equal");
}

TEST_CASE("A world whose controller fails in the same way each time is equal, and not well") {
  const TemporaryFolder folder;
  for (const char* name : {"worlds", "controllers/fails"}) fs::create_directories(folder / name);
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { name \"R\" controller \"fails\" }\n");
  write_file(folder / "controllers/fails/fails.py",
             "from controller import Robot\nrobot = Robot()\nrobot.step(8)\nrobot.step(8)\nimport not_there\n");
  const ProgramResult result =
      run_lightsout({"verify", "worlds/w.wbt", "--duration", "80ms"}, {.directory = folder.path(), .timeout = 200});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 4);
  CHECK(result.out.find(" 0 different, ") != std::string::npos);
  CHECK(result.out.find("in 1 world, of which 1 did not end well\n") != std::string::npos);
}

TEST_CASE("A controller that behaves otherwise at each start is found out, by what it first does otherwise") {
  const TemporaryFolder folder;
  for (const char* name : {"worlds", "controllers/counts"}) fs::create_directories(folder / name);
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
             "Robot { name \"R\" controller \"counts\" children [ Emitter { name \"e\" } ] }\n");
  // How often it was started is kept outside of its own folder, and sent.
  write_file(folder / "controllers/counts/counts.py",
             "import os\n"
             "from controller import Robot\n"
             "robot = Robot()\n"
             "with open('" +
                 (folder / "starts").string() +
                 "', 'a+') as file:\n"
                 "    file.write('x')\n"
                 "    file.seek(0)\n"
                 "    starts = len(file.read())\n"
                 "robot.step(8)\n"
                 "robot.getDevice('e').send(str(starts))\n"
                 "while robot.step(8) != -1: pass\n");
  const ProgramResult result = run_lightsout({"verify", "worlds/w.wbt", "--duration", "80ms", "--json"},
                                             {.directory = folder.path(), .timeout = 200});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 7);
  const Json world = Json::parse(result.out).at(0);
  CHECK(row(world, "repeat").at("result") == "different");
  CHECK(row(world, "repeat").at("text").get<std::string>().find("at step 2") != std::string::npos);
  CHECK(row(world, "in process").at("result") == "does not apply");
}

TEST_CASE("What a world takes from anywhere in its project, and the ids of nodes that come, make no difference") {
  // A library of remote control; a sound in the folder of another controller; imported nodes that are asked for their
  // ids.
  const TemporaryFolder copy;
  fs::copy(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds", copy.path(), fs::copy_options::recursive);
  const ProgramResult result = run_lightsout(
      {"verify", "worlds/remote.wbt", "worlds/reset.wbt", "worlds/answers.wbt", "--duration", "2s", "--json"},
      {.directory = copy.path(), .timeout = 300});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  for (const Json& world : Json::parse(result.out))
    for (const char* circumstance : {"after a reset", "in another folder"})
      CHECK(row(world, circumstance).at("result") == "equal");
}

TEST_CASE("A row whose run ended otherwise says how, in a batch too") {
  const TemporaryFolder folder;
  for (const char* name : {"worlds", "controllers/fails"}) fs::create_directories(folder / name);
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { name \"R\" controller \"fails\" }\n");
  // From its second start on it fails at its fifth step: in the state after it.
  write_file(folder / "controllers/fails/fails.py",
             "import os, sys\nfrom controller import Robot\nrobot = Robot()\n"
             "marker = '" +
                 (folder / "marker").string() +
                 "'\n"
                 "later = os.path.exists(marker)\nopen(marker, 'w').close()\n"
                 "for i in range(5): robot.step(8)\n"
                 "if later: print('has enough', file=sys.stderr)\n"
                 "if later: sys.exit(1)\n"
                 "while robot.step(8) != -1: pass\n");
  const ProgramResult result = run_lightsout({"verify", "worlds/w.wbt", "--duration", "80ms", "--json"},
                                             {.directory = folder.path(), .timeout = 200});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 7);
  const Json world = Json::parse(result.out).at(0);
  for (const char* circumstance : {"repeat", "in a batch", "in another folder"}) {
    CAPTURE(circumstance);
    CHECK(row(world, circumstance).at("result") == "different");
    CHECK_THAT(row(world, circumstance).at("text").get<std::string>(),
               Catch::Contains("controller-failed: R: controller \"fails\" exited with code 1") &&
                   Catch::Contains("it wrote last: [R] has enough"));
  }
  // Its controller is a process in both runs.
  CHECK(row(world, "in process").at("result") == "does not apply");
}
