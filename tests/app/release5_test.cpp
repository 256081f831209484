// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers of Webots 5: device/*.h, names without wb_, robot_live() and robot_run().
#include <catch2/catch.hpp>
#include <string>
#include <utility>

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

namespace {

// A supervisor whose own node is looked at and put elsewhere, and that sends two packets at once from its buffer.
const char moves[] = R"(
#include <device/emitter.h>
#include <device/gps.h>
#include <device/robot.h>
#include <device/servo.h>
#include <device/supervisor.h>
static DeviceTag place, out;
static float pose[3];
static NodeRef self;
static void reset() {
  place = robot_get_device("place");
  out = robot_get_device("out");
  gps_enable(place, 16);
  self = supervisor_node_get_from_def("MOVED");
  if (supervisor_node_was_found(self))
    supervisor_field_get(self, SUPERVISOR_FIELD_TRANSLATION_X | SUPERVISOR_FIELD_TRANSLATION_Z |
                         SUPERVISOR_FIELD_ROTATION_ANGLE, pose, 16);
  supervisor_set_label(0, "text", 0.1, 0.1, 0.1, 0xff0000);
}
static int run(int ms) {
  const float *m = gps_get_matrix(place);
  float angles[3];
  gps_euler(m, angles);
  robot_console_printf("pose %.3f %.3f %.3f\n", pose[0], pose[1], pose[2]);
  robot_console_printf("matrix %.3f %.3f %.3f %.3f at %.3f %.3f %.3f\n", m[0], m[2], m[8], m[10], gps_position_x(m),
                       gps_position_y(m), gps_position_z(m));
  robot_console_printf("angles %.3f %.3f %.3f\n", angles[0], angles[1], angles[2]);
  if (ms == 16) {
    float *numbers = (float *)emitter_get_buffer(out);
    numbers[0] = 7;
    emitter_send(out, 4);
    numbers[0] = 9;
    emitter_send(out, 4);
    const float next[4] = {4, 5, 1, -0.5};
    supervisor_field_set(self, SUPERVISOR_FIELD_TRANSLATION_X | SUPERVISOR_FIELD_TRANSLATION_Z |
                         SUPERVISOR_FIELD_ROTATION_Y | SUPERVISOR_FIELD_ROTATION_ANGLE, next);
    return 32;
  }
  supervisor_robot_set_controller(supervisor_node_get_from_def("HEARS"), "void");
  robot_console_print("whole\n");
  return 64;
}
int main() { robot_live(reset); robot_run(run); return 0; }
)";

const char hears[] = R"(
#include <device/receiver.h>
#include <device/robot.h>
static DeviceTag in;
static void reset() { in = robot_get_device("in"); receiver_enable(in, 16); }
static int run(int ms) {
  const int size = receiver_get_buffer_size(in);
  const float *numbers = (const float *)receiver_get_buffer(in);
  robot_console_printf("%d", size);
  for (int i = 0; i < size / 4; ++i) robot_console_printf(" %.0f", numbers[i]);
  robot_console_print("\n");
  return 16;
}
int main() { robot_live(reset); robot_run(run); return 0; }
)";

const char pushes[] = R"(
#include <device/custom_robot.h>
#include <device/robot.h>
static int run(int ms) { custom_robot_set_rel_force_and_torque(0, 1, 0, 0, 0, 0); return ms; }
int main() { robot_live(0); robot_run(run); return 0; }
)";

}  // namespace

TEST_CASE("what only Webots 5 had: a supervisor's masks, the matrix of a GPS, buffers of emitters and receivers") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  for (const auto& [name, text] : {std::pair("moves", moves), {"hears", hears}, {"pushes", pushes}}) {
    std::filesystem::create_directories(folder / "controllers" / name);
    // In C++ too, where int* and void* are told apart.
    write_file(folder / "controllers" / name / (std::string(name) + (name[0] == 'm' ? ".cpp" : ".c")), text);
  }
  // Nothing has Physics: all stays where it is put.
  const std::string world =
      "#VRML_SIM R2021b utf8\nWorldInfo { basicTimeStep 16 coordinateSystem \"NUE\" }\n"
      "DEF MOVED Robot { translation 1 2 3 rotation 0 1 0 0.5 name \"m\" controller \"moves\" supervisor TRUE\n"
      "children [ GPS { name \"place\" } Emitter { name \"out\" } ] }\n";
  write_file(folder / "worlds/moves.wbt",
             world +
                 "DEF HEARS Robot { name \"h\" controller \"hears\" children [ Receiver { name "
                 "\"in\" } ] }\n");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/moves.wbt").string(), "--duration", "96ms"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  const auto says = [&](const std::string& line) { return result.err.find(line) != std::string::npos; };
  // A turn of 0.5 rad about y takes x to (cos, 0, -sin) and z to (sin, 0, cos).
  CHECK(
      says("[m] pose 1.000 3.000 0.500\n[m] matrix 0.878 -0.479 0.479 0.878 at 1.000 2.000 3.000\n"
           "[m] angles 0.000 0.500 0.000\n"));
  CHECK(
      says("[m] pose 4.000 5.000 -0.500\n[m] matrix 0.878 0.479 -0.479 0.878 at 4.000 2.000 5.000\n"
           "[m] angles 0.000 -0.500 0.000\n"));
  CHECK(says("[m] whole\n"));
  // Both packets of one step, and none of them in another.
  CHECK(says("[h] 0\n[h] 8 7 9\n"));
  CHECK(result.err.rfind("[h] 0\n") > result.err.find("[h] 8"));
  CHECK(!says("[h] 4 "));

  write_file(folder / "worlds/pushes.wbt",
             "#VRML_SIM R2021b utf8\nWorldInfo { }\nRobot { name \"p\" controller \"pushes\" }\n");
  const ProgramResult pushed = run_lightsout({"run", (folder / "worlds/pushes.wbt").string(), "--duration", "1s"});
  CHECK(pushed.exit_code == 4);
  CHECK(pushed.err.find("custom_robot_set_rel_force_and_torque() is not simulated") != std::string::npos);
}

TEST_CASE("robot_die counts in all files of a controller, and steps are counted together") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/two");
  write_file(folder / "controllers/two/two.c",
             "#include <device/robot.h>\nvoid begin(void);\nstatic int run(int ms) { return ms; }\n"
             "int main() { begin(); robot_run(run); return 0; }\n");
  write_file(
      folder / "controllers/two/begin.c",
      "#include <device/robot.h>\nstatic void die(void) { robot_console_printf(\"steps %u\\n\", device_steps); }\n"
      "void begin(void) { robot_live(0); robot_die(die); }\n");
  write_file(folder / "worlds/two.wbt",
             "#VRML_SIM R2021b utf8\nWorldInfo { basicTimeStep 16 }\nRobot { name \"r\" controller \"two\" }\n");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/two.wbt").string(), "--duration", "64ms"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  // 64 ms of 16 ms each; the fourth is answered by the end.
  CHECK(result.err.find("[r] steps 4\n") != std::string::npos);
}
