// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers of Webots 5: device/*.h, names without wb_, robot_live() and robot_run().
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// Says, at each call, how many ms have passed and how high it stands; moves a servo.
const std::string controller = R"(
#include <device/gps.h>
#include <device/robot.h>
#include <device/servo.h>
static DeviceTag place, arm;
static void reset() {
  place = robot_get_device("place");
  gps_enable(place, 16);
  arm = robot_get_device("arm");
  servo_enable_position(arm, 32);
  servo_set_position(arm, 0.25);
}
static int run(int ms) {
  const float *at = gps_get_values(place);
  robot_console_printf("%d %.2f\n", ms, at[2]);
  return ms == 16 ? 32 : 64;
}
int main() {
  robot_live(reset);
  robot_run(run);
  return 1;
}
)";

std::string said_by(const std::string& file) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/five");
  write_file(folder / ("controllers/five/" + file), controller);
  // It has no Physics and so stays where it is.
  std::filesystem::create_directories(folder / "worlds");
  write_file(folder / "worlds/five.wbt",
             "#VRML_SIM R2021b utf8\nWorldInfo { basicTimeStep 16 coordinateSystem \"ENU\" }\n"
             "Robot { translation 0 0 2 name \"r\" controller \"five\" children [ GPS { name \"place\" }\n"
             "Servo { name \"arm\" } ] }\n");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/five.wbt").string(), "--duration", "160ms"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  std::string said;
  for (std::size_t at = 0; (at = result.err.find("[r] ", at)) != std::string::npos; ++at)
    said += result.err.substr(at + 4, result.err.find('\n', at) - at - 3);
  return said;
}

}  // namespace

TEST_CASE("a controller of Webots 5 runs, in C and in C++, and ends with the run") {
  // One basic step first; then what it asked for: at 16, 48 and 112 ms; the next would be at 176.
  for (const std::string file : {"five.c", "five.cpp"}) CHECK(said_by(file) == "16 2.00\n32 2.00\n64 2.00\n");
}

// A ray of 0.1 m of 1 m gives 102.4, which was 102; a function that is called at the end.
TEST_CASE("readings of Webots 5 are whole numbers, and robot_die gives the last word") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "controllers/whole");
  std::filesystem::create_directories(folder / "worlds");
  write_file(folder / "controllers/whole/whole.c", R"(
#include <device/distance_sensor.h>
#include <device/light_sensor.h>
#include <device/robot.h>
#include <device/touch_sensor.h>
static DeviceTag ray;
static void reset() { ray = robot_get_device("ray"); distance_sensor_enable(ray, 16); }
static int run(int ms) {
  robot_console_printf("%d %d %d\n", distance_sensor_get_value(ray), distance_sensor_get_value(ray) % 2, ms);
  return 16;
}
static void die() { robot_console_printf("dies\n"); }
int main() {
  robot_live(reset);
  robot_die(die);
  robot_run(run);
  return 1;
}
)");
  write_file(folder / "worlds/whole.wbt",
             "#VRML_SIM R2021b utf8\nWorldInfo { basicTimeStep 16 coordinateSystem \"ENU\" }\n"
             "Robot { name \"r\" controller \"whole\" children [ DistanceSensor { name \"ray\" type \"laser\"\n"
             "lookupTable [ 0 0 0, 1 1024 0 ] } ] }\n"
             "Solid { translation 0.15 0 0 boundingObject Box { size 0.1 0.1 0.1 } }\n");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/whole.wbt").string(), "--duration", "32ms"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("[r] 102 0 16\n") != std::string::npos);
  CHECK(result.err.find("[r] dies\n") != std::string::npos);
}
