// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A supervisor against physics: its controller (tests/controllers/supervises) checks every number itself and fails the
// run.
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

const char world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Solid { boundingObject Plane { size 20 20 } }
DEF BOX Solid { name "box" translation 2 0 1 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density 500 } }
DEF BOSS Robot { supervisor TRUE controller "supervises" }
)";

}  // namespace

TEST_CASE("A supervisor reads, moves, pushes, imports, removes and resets") {
  const std::filesystem::path path = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds/supervisor.wbt";
  write_file(path, world);
  const ProgramResult result = run_lightsout({"run", path.string(), "--duration", "60s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}

TEST_CASE("Only a robot whose field supervisor is TRUE is one") {
  const std::filesystem::path path =
      std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds/no_supervisor.wbt";
  std::string text = world;
  text.replace(text.find("TRUE"), 4, "FALSE");
  write_file(path, text);
  const ProgramResult result = run_lightsout({"run", path.string(), "--duration", "60s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 4);  // its first look-up fails
}
