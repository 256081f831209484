// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What controllers print reaches the log at the ends of turns, robot by robot: two runs say the same in the same order.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

TEST_CASE("The logs of two runs with several talking controllers are equal") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/talks");
  std::filesystem::create_directory(folder / "worlds");
  write_file(folder / "controllers/talks/talks.c", R"(
#include <stdio.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  for (int i = 0; i < 40 && wb_robot_step(8) != -1; ++i) {
    printf("%s step %d\n", wb_robot_get_name(), i);
    if (i % 3 == 0) fprintf(stderr, "%s to stderr %d\n", wb_robot_get_name(), i);
  }
  printf("%s ends", wb_robot_get_name());
  wb_robot_cleanup();
  return 0;
}
)");
  std::string world = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n";
  for (int i = 0; i < 6; ++i)
    world += fmt::format("Robot {{ translation {} 0 0 name \"r{}\" controller \"talks\" }}\n", i, i);
  write_file(folder / "worlds/w.wbt", world);
  std::string first;
  for (int run = 0; run < 3; ++run) {
    REQUIRE(run_lightsout({"run", "worlds/w.wbt", "--log", "log"}, {.directory = folder.path()}).exit_code == 0);
    std::string log = read_file(folder / "log");
    log.resize(log.rfind("simulated in"));  // and how long it took
    if (run == 0) continue;                 // it built the controller
    if (run == 1) {
      first = log;
      // Robots in the order of the tree, and each one's stderr behind its stdout.
      CHECK(log.find("r0 step 0\n") < log.find("r0 to stderr 0\n"));
      CHECK(log.find("r0 to stderr 0\n") < log.find("r1 step 0\n"));
      CHECK(log.find("r5 to stderr 0\n") < log.find("r0 step 1\n"));
      CHECK(log.find("r3 ends") != std::string::npos);
    } else {
      CHECK(log == first);
    }
  }
}
