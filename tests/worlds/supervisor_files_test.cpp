// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Files that a supervisor names are those of its controller's folder, whether it is a process or runs in process, where
// the working directory is the simulator's.
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

const char world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF SHELF Solid { name "shelf" }
Robot {
  supervisor TRUE
  controller "names_files"
  children [ HingeJoint { device RotationalMotor { name "arm" } endPoint Solid { name "arm" } } ]
}
)";

}  // namespace

TEST_CASE("Files are named as seen from the controller's folder, in process too") {
  const TemporaryFolder folder;
  const fs::path project(folder / "project"), controller = project / "controllers/names_files";
  fs::create_directories(controller / "parts");
  const fs::path sources = fs::path(LIGHTSOUT_SOURCE_DIR) / "tests/controllers";
  fs::copy_file(sources / "names_files/names_files.c", controller / "names_files.c");
  fs::copy_file(sources / "check.h", project / "controllers/check.h");
  write_file(controller / "parts/guest.wbo",
             "#VRML_OBJ R2025a utf8\nDEF GUEST Solid { name \"guest\" translation 0 4 0 }\n");
  write_file(controller / "parts/box.wbo", "Box { size 1 1 1 }\n");
  write_file(controller / "parts/wave.motion", "#WEBOTS_MOTION,V1.0,arm\n00:00:000,Pose1,0\n00:00:500,Pose2,1\n");
  fs::create_directories(project / "worlds");
  write_file(project / "worlds/names.wbt", world);
  for (const bool in_process : {false, true}) {
    CAPTURE(in_process);
    fs::remove(controller / "parts/saved.wbt");
    std::vector<std::string> arguments{"run", (project / "worlds/names.wbt").string(), "--duration", "10s"};
    if (in_process) arguments.push_back("--in-process");
    const ProgramResult result = run_lightsout(arguments);
    CAPTURE(result.out, result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("parts/nothing.wbo") != std::string::npos);
    const std::string saved = read_file(controller / "parts/saved.wbt");
    CHECK(saved.find("DEF GUEST Solid") != std::string::npos);
  }
}

TEST_CASE("A file that a supervisor names in a field and that is not there is reported once") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "worlds");
  fs::create_directories(folder / "controllers/names");
  write_file(folder / "worlds/missing.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF SKY Background { }
Shape { appearance Appearance { texture DEF IMAGE ImageTexture { url [ ] } } geometry Box { } }
Robot { supervisor TRUE controller "names" }
)");
  write_file(folder / "worlds/there.png", "");
  write_file(folder / "controllers/names/names.py", R"(
from controller import Supervisor
robot = Supervisor()
robot.step(8)
image, sky = robot.getFromDef("IMAGE").getField("url"), robot.getFromDef("SKY").getField("backUrl")
image.insertMFString(0, "none.png")
sky.insertMFString(0, "there.png")
robot.step(8)
for name in "none.png", "other.png", "other.png":
    image.setMFString(0, name)
    robot.step(8)
)");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/missing.wbt").string(), "--duration", "1s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  const auto count = [&](std::string_view what) {
    int found = 0;
    for (std::size_t at = result.err.find(what); at != std::string::npos; at = result.err.find(what, at + 1)) ++found;
    return found;
  };
  CHECK(count("`none.png` was not found") == 1);
  CHECK(count("`other.png` was not found") == 1);
  CHECK(count("there.png") == 0);
}
