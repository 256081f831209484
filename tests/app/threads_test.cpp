// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The run hash of worlds that give threads something to do, by any number of them: islands that are solved beside each
// other by each solver, and sensors of many robots.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

constexpr const char* avoids = R"(#include <math.h>
#include <stdio.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  WbDeviceTag sensors[8];
  for (int i = 0; i < 8; ++i) {
    char name[4];
    snprintf(name, sizeof name, "ps%d", i);
    sensors[i] = wb_robot_get_device(name);
    wb_distance_sensor_enable(sensors[i], 10);
  }
  const WbDeviceTag left = wb_robot_get_device("left wheel motor"), right = wb_robot_get_device("right wheel motor");
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);
  while (wb_robot_step(10) != -1) {
    const double ahead = wb_distance_sensor_get_value(sensors[0]) + wb_distance_sensor_get_value(sensors[7]);
    wb_motor_set_velocity(left, ahead > 200 ? -3 : 4);
    wb_motor_set_velocity(right, ahead > 200 ? 3 : 4);
    if (ahead > 200) printf("%g\n", ahead);
  }
  wb_robot_cleanup();
  return 0;
}
)";

// Robots with and without bodies that meet, chains of hinges, boxes that stand alone and in heaps, one of which is
// large enough for the iterative solver.
std::string world() {
  std::string text = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "library:RectangleArena.proto"
EXTERNPROTO "library:E-puck.proto"
WorldInfo { basicTimeStep 10 randomSeed 3 }
RectangleArena { floorSize 4 4 }
)";
  for (int i = 0; i < 36; ++i)
    text += fmt::format(
        "E-puck {{ translation {} {} 0 rotation 0 0 1 {} name \"e{}\" controller \"avoids\" kinematic {} }}\n",
        0.12 * (i % 6) - 0.3, 0.12 * (i / 6) - 0.3, 0.7 * i, i, i % 3 == 0 ? "TRUE" : "FALSE");
  const auto box = [&](double x, double y, double z, int i) {
    text += fmt::format(
        "Solid {{ translation {} {} {} name \"b{}\" children [ Shape {{ geometry DEF B{} Box {{ size .1 .1 .1 }} }} ] "
        "boundingObject USE B{} physics Physics {{ density -1 mass 1 }} }}\n",
        x, y, z, i, i, i);
  };
  for (int i = 0; i < 12; ++i) box(1 + 0.15 * (i % 4), 1 + 0.15 * (i / 4), 0.06, i);
  for (int i = 0; i < 36; ++i) box(-1.5 + 0.101 * (i % 3), 1 + 0.101 * (i / 3 % 3), 0.05 + 0.1 * (i / 9), 100 + i);
  for (int i = 0; i < 8; ++i) {
    text += fmt::format("Robot {{ name \"chain{}\" controller \"<none>\" translation {} -1.5 1.2 children [ ", i,
                        -1.4 + 0.4 * i);
    std::string end;
    for (int link = 0; link < 6; ++link) {
      text += fmt::format(
          "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor .0{} 0 -.05 }} endPoint Solid {{ "
          "translation .02 0 -.1 name \"l{}\" physics Physics {{ density -1 mass .2 }} boundingObject Sphere {{ radius "
          ".02 }} children [ ",
          i, link);
      end += " ] } }";
    }
    text += end + " ] }\n";
  }
  return text;
}

class Project {
 public:
  Project() {
    for (const char* part : {"worlds", "controllers/avoids"})
      std::filesystem::create_directories(folder_.path() / part);
    write_file(folder_.path() / "worlds" / "w.wbt", world());
    write_file(folder_.path() / "controllers" / "avoids" / "avoids.c", avoids);
  }
  // What it printed, the hash among it.
  std::string run(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"run", "worlds/w.wbt", "--duration", "600ms", "--hash"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_lightsout(arguments, {.directory = folder_.path(), .timeout = 120});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out.size() > 16);
    return result.out;
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("No bit of a run, and no line that it prints, depends on the number of threads") {
  const Project project;
  const std::string one = project.run({"--threads", "1"});
  for (const char* count : {"2", "3", "8"}) {
    CAPTURE(count);
    CHECK(project.run({"--threads", count}) == one);
  }
  CHECK(project.run({}) == one);
  CHECK(project.run({"--threads", "3", "--in-process"}) == one);
}

TEST_CASE("By each solver a run is the same with one thread and with three") {
  const Project project;
  const std::string solver = GENERATE("exact", "dense", "quick");
  CAPTURE(solver);
  CHECK(project.run({"--solver", solver, "--threads", "3"}) == project.run({"--solver", solver, "--threads", "1"}));
}

TEST_CASE("Runs of several threads repeat each step") {
  const Project project;
  project.run({"--threads", "3", "--repeat", "2", "--verify"});
}
