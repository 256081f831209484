// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A controller that a supervisor starts again, or that is set anew, begins as the first one did: nothing is
// enabled. What motors were told holds on: the robot is where it was, and does what it did (the new controller is told
// of it). As in Webots, whose library begins with sampling periods of 0 in each process, and whose motors say in their
// first message what they are at.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// Lives twice: the second time its motor has turned, and it says what it finds at its start.
const std::string in_c = R"(#include <math.h>
#include <stdio.h>
#include <webots/camera.h>
#include <webots/distance_sensor.h>
#include <webots/keyboard.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>
int main(int argc, char** argv) {
  wb_robot_init();
  const WbDeviceTag eye = wb_robot_get_device("eye"), motor = wb_robot_get_device("motor");
  const WbDeviceTag angle = wb_robot_get_device("angle"), camera = wb_robot_get_device("camera");
  const double begin = wb_robot_get_time();
  if (begin == 0) {
    wb_distance_sensor_enable(eye, 40);
    wb_position_sensor_enable(angle, 8);
    wb_motor_enable_torque_feedback(motor, 8);
    wb_camera_enable(camera, 8);
    wb_keyboard_enable(8);
    wb_robot_battery_sensor_enable(8);
    wb_motor_set_position(motor, INFINITY);
    wb_motor_set_velocity(motor, 1.5);
    while (wb_robot_step(8) != -1) {
    }
    wb_robot_cleanup();
    return 0;
  }
  printf("periods %d %d %d %d %d\n", wb_distance_sensor_get_sampling_period(eye),
         wb_position_sensor_get_sampling_period(angle), wb_motor_get_torque_feedback_sampling_period(motor),
         wb_camera_get_sampling_period(camera), wb_robot_battery_sensor_get_sampling_period());
  printf("motor %d %g\n", isinf(wb_motor_get_target_position(motor)), wb_motor_get_velocity(motor));
  for (int i = 0; i < 5; ++i) wb_robot_step(8);
  printf("unread %d %d key %d\n", isnan(wb_distance_sensor_get_value(eye)), isnan(wb_position_sensor_get_value(angle)),
         wb_keyboard_get_key());
  /* Enabled as before: the first value comes a whole period later, whatever the other one has enabled when. */
  wb_distance_sensor_enable(eye, 40);
  wb_position_sensor_enable(angle, 8);
  int steps = 0;
  while (isnan(wb_distance_sensor_get_value(eye))) {
    wb_robot_step(8);
    ++steps;
  }
  printf("first value after %d steps, turned %d\n", steps, wb_position_sensor_get_value(angle) > 0.2);
  wb_robot_cleanup();
  return 0;
}
)";

const std::string in_python = R"(import math
from controller import Robot
robot = Robot()
eye, motor, angle, camera = [robot.getDevice(name) for name in ('eye', 'motor', 'angle', 'camera')]
keyboard = robot.getKeyboard()
if robot.getTime() == 0:
    eye.enable(40)
    angle.enable(8)
    motor.enableTorqueFeedback(8)
    camera.enable(8)
    keyboard.enable(8)
    robot.batterySensorEnable(8)
    motor.setPosition(math.inf)
    motor.setVelocity(1.5)
    while robot.step(8) != -1: pass
else:
    print('periods', eye.getSamplingPeriod(), angle.getSamplingPeriod(), motor.getTorqueFeedbackSamplingPeriod(),
          camera.getSamplingPeriod(), robot.batterySensorGetSamplingPeriod())
    print('motor', int(math.isinf(motor.getTargetPosition())), motor.getVelocity())
    for i in range(5): robot.step(8)
    print('unread', int(math.isnan(eye.getValue())), int(math.isnan(angle.getValue())), 'key', keyboard.getKey())
    eye.enable(40)
    angle.enable(8)
    steps = 0
    while math.isnan(eye.getValue()):
        robot.step(8)
        steps += 1
    print('first value after', steps, 'steps, turned', int(angle.getValue() > 0.2))
)";

// After 27 steps: two after a sample of the eye.
std::string boss(const std::string& how) {
  return "from controller import Supervisor\n"
         "s = Supervisor()\n"
         "for i in range(27): s.step(8)\n"
         "robot = s.getFromDef('R')\n" +
         how + "\nfor i in range(20): s.step(8)\n";
}

// What the robot's controller printed, without the library's warnings that sensors are not enabled.
std::vector<std::string> lines_of(const std::string& text, const std::string& robot) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    const std::string said = line.starts_with("[" + robot + "] ") ? line.substr(robot.size() + 3) : "";
    if (!said.empty() && !said.starts_with("Warning") && !said.starts_with("Error")) lines.push_back(said);
  }
  return lines;
}

}  // namespace

TEST_CASE("A controller that starts again finds nothing enabled, and its motors as they are") {
  const bool is_python = GENERATE(false, true);
  const bool in_process = GENERATE(false, true);
  const std::string how = GENERATE("robot.restartController()", "robot.getField('controller').setSFString('lives')");
  CAPTURE(is_python, in_process, how);
  const TemporaryFolder folder;
  for (const char* part : {"worlds", "controllers/lives", "controllers/boss"}) fs::create_directories(folder / part);
  is_python ? write_file(folder / "controllers/lives/lives.py", in_python)
            : write_file(folder / "controllers/lives/lives.c", in_c);
  write_file(folder / "controllers/boss/boss.py", boss(how));
  write_file(folder / "keys", "0 A\n");
  write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF R Robot { name "r" controller "lives" battery [ 1000 1000 0 ] children [
  DistanceSensor { name "eye" }
  Camera { name "camera" width 4 height 4 }
  HingeJoint { device [ RotationalMotor { name "motor" } PositionSensor { name "angle" } ]
    endPoint Solid { boundingObject Sphere { radius 0.05 } physics Physics { } } } ]
  boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }
Robot { name "boss" supervisor TRUE controller "boss" }
)");
  std::vector<std::string> words = {"run", "worlds/w.wbt", "--keys", "keys"};
  if (in_process) words.push_back("--in-process");
  const ProgramResult result = run_lightsout(words, {.directory = folder.path(), .timeout = 120});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(lines_of(result.err, "r") == std::vector<std::string>{"periods 0 0 0 0 0", "motor 1 1.5", "unread 1 1 key -1",
                                                              "first value after 5 steps, turned 1"});
}
