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
