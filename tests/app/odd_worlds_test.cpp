// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Worlds that ODE would abort on, worlds with errors of syntax, and too little memory: each ends as the manual says.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "engine/programs/sanitizers.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

constexpr const char* head = "#VRML_SIM R2025a utf8\nWorldInfo { }\n";
constexpr const char* parallel_axes = R"(Robot { controller "<none>" physics Physics { } boundingObject Box { }
  children [ Hinge2Joint {
    jointParameters HingeJointParameters { axis 0 0 1 }
    jointParameters2 JointParameters { axis 0 0 2 }
    endPoint Solid { name "end" physics Physics { } boundingObject Box { } }
  } ]
}
)";
constexpr const char* far_center = R"(DEF B Solid {
  boundingObject Box { }
  physics Physics { density -1 mass 1 centerOfMass [ 1e20 0 0 ] inertiaMatrix [ 1 1 1, 0 0 0 ] }
}
)";
constexpr const char* half_a_world = R"(DEF A Solid { translation 0 0 name "a" boundingObject USE NOWHERE }
Solid { name "b" } ]
)";

}  // namespace

TEST_CASE("check and run go on where ODE would end the process") {
  const TemporaryFolder folder;
  write_file(folder / "axes.wbt", std::string(head) + parallel_axes);
  const ProgramResult checked = run_lightsout({"check", "axes.wbt"}, {.directory = folder.path()});
  CHECK(checked.exit_code == 0);
  CHECK(checked.out.find("axes.wbt:6:45: warning: the axes of Hinge2Joint are parallel: x and z are taken") == 0);
  CHECK(run_lightsout({"run", "axes.wbt", "--duration", "1s"}, {.directory = folder.path()}).exit_code == 0);

  write_file(folder / "far.wbt", std::string(head) + far_center);
  const ProgramResult far = run_lightsout({"check", "far.wbt"}, {.directory = folder.path()});
  CHECK(far.exit_code == 1);
  CHECK(far.out.find("far.wbt:5:11: error: the body of B has no inertia that can be computed with") == 0);
  const ProgramResult run = run_lightsout({"run", "far.wbt", "--duration", "1s"}, {.directory = folder.path()});
  CHECK(run.exit_code == 3);
  CHECK(run.err.find("bad-world") != std::string::npos);
}

TEST_CASE("run --lenient runs what is left of a world, and counts what it left out") {
  const TemporaryFolder folder;
  write_file(folder / "half.wbt", std::string(head) + half_a_world);
  const std::vector<std::string> arguments{"run", "half.wbt", "--duration", "1s", "--verdict", "v.json"};
  CHECK(run_lightsout(arguments, {.directory = folder.path()}).exit_code == 3);
  std::vector<std::string> lenient = arguments;
  lenient.push_back("--lenient");
  const ProgramResult result = run_lightsout(lenient, {.directory = folder.path()});
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("half.wbt:3:31: error: expected 3 numbers") != std::string::npos);
  CHECK(result.err.find("no DEF `NOWHERE` above this USE") != std::string::npos);
  const auto verdict = nlohmann::json::parse(read_file(folder / "v.json"));
  CHECK(verdict["outcome"] == "done");
  CHECK(verdict["skipped_errors"] == 3);
  CHECK(verdict["message"] == "reached 1.024 s of simulated time; 3 errors of syntax skipped in the world");
}

// The addresses of a sanitizer are terabytes.
#if !LIGHTSOUT_SANITIZER()
TEST_CASE("run without enough memory ends with a verdict") {
  const TemporaryFolder folder;
  // 10^5 boxes by USE: far more than the process may have.
  std::string world = std::string(head) + "Group { children [ DEF A0 Pose { children [ Shape { geometry Box { } } ] } ";
  for (int i = 1; i <= 5; ++i) {
    world += "DEF A" + std::to_string(i) + " Group { children [ ";
    for (int k = 0; k < 10; ++k) world += "USE A" + std::to_string(i - 1) + " ";
    world += "] } ";
  }
  write_file(folder / "many.wbt", world + "] }\n");
  const ProgramResult result = run_program(
      "bash", {"-c", "ulimit -v 120000; exec \"$0\" run many.wbt --duration 1s --verdict v.json", LIGHTSOUT_EXECUTABLE},
      {.directory = folder.path()});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 9);
  CHECK(result.err.find("many.wbt: out of memory") != std::string::npos);
  const auto verdict = nlohmann::json::parse(read_file(folder / "v.json"));
  CHECK(verdict["outcome"] == "environment-failed");
}
#endif
