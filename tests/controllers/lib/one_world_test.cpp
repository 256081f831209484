// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One world with a robot per language, all of which do the same thing: their sleds move alike to the last bit.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/support/optional.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// Towards 0.8 m, the faster the farther away; what is sent back and forth is summed up, so that no turn can be missed.
const std::map<std::string, std::string> programs = {
    {"slides_c.c", R"(#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  WbDeviceTag motor = wb_robot_get_device("rail"), sensor = wb_robot_get_device("where");
  wb_position_sensor_enable(sensor, 8);
  wb_motor_set_position(motor, INFINITY);
  double sum = 0;
  while (wb_robot_step(8) != -1) {
    const double error = 0.8 - wb_position_sensor_get_value(sensor);
    sum = sum + 0.001 * error;
    wb_motor_set_velocity(motor, 0.5 * error + sum);
  }
  wb_robot_cleanup();
  return 0;
}
)"},
    {"slides_cpp.cpp", R"(#include <cmath>
#include <webots/Motor.hpp>
#include <webots/PositionSensor.hpp>
#include <webots/Robot.hpp>
int main() {
  webots::Robot robot;
  webots::Motor* motor = robot.getMotor("rail");
  webots::PositionSensor* sensor = robot.getPositionSensor("where");
  sensor->enable(8);
  motor->setPosition(INFINITY);
  double sum = 0;
  while (robot.step(8) != -1) {
    const double error = 0.8 - sensor->getValue();
    sum = sum + 0.001 * error;
    motor->setVelocity(0.5 * error + sum);
  }
}
)"},
    {"slides_python.py", R"(from controller import Robot
robot = Robot()
motor, sensor = robot.getDevice('rail'), robot.getDevice('where')
sensor.enable(8)
motor.setPosition(float('inf'))
total = 0.0
while robot.step(8) != -1:
    error = 0.8 - sensor.getValue()
    total = total + 0.001 * error
    motor.setVelocity(0.5 * error + total)
)"},
    {"slides_java.java", R"(import com.cyberbotics.webots.controller.Motor;
import com.cyberbotics.webots.controller.PositionSensor;
import com.cyberbotics.webots.controller.Robot;
public class slides_java extends Robot {
  public static void main(String[] arguments) {
    slides_java robot = new slides_java();
    Motor motor = robot.getMotor("rail");
    PositionSensor sensor = robot.getPositionSensor("where");
    sensor.enable(8);
    motor.setPosition(Double.POSITIVE_INFINITY);
    double sum = 0;
    while (robot.step(8) != -1) {
      double error = 0.8 - sensor.getValue();
      sum = sum + 0.001 * error;
      motor.setVelocity(0.5 * error + sum);
    }
  }
}
)"},
    {"slides_octave.m", R"(motor = wb_robot_get_device('rail');
sensor = wb_robot_get_device('where');
wb_position_sensor_enable(sensor, 8);
wb_motor_set_position(motor, Inf);
total = 0;
while wb_robot_step(8) ~= -1
  error = 0.8 - wb_position_sensor_get_value(sensor);
  total = total + 0.001 * error;
  wb_motor_set_velocity(motor, 0.5 * error + total);
end
)"}};

std::string robot(const std::string& controller, int row) {
  return fmt::format(R"(DEF {0} Robot {{
  translation 0 {1} 0
  name "{0}"
  controller "{0}"
  children [ SliderJoint {{
    jointParameters JointParameters {{ axis 1 0 0 }}
    device [ LinearMotor {{ name "rail" maxVelocity 2 }} PositionSensor {{ name "where" }} ]
    endPoint Solid {{ name "sled of {0}" boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ density -1 mass 1 }} }}
  }} ]
}}
)",
                     controller, 4 * row);
}

}  // namespace

TEST_CASE("A robot per language in one world: equal trajectories") {
  const bool java = has_java(), octave = has_octave();
  const TemporaryFolder folder;
  fs::create_directories(folder / "worlds");
  std::string world = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n";
  std::vector<std::string> robots;
  for (const auto& [file, text] : programs) {
    const std::string name = fs::path(file).stem();
    if ((name == "slides_java" && !java) || (name == "slides_octave" && !octave)) continue;
    fs::create_directories(folder / ("controllers/" + name));
    write_file(folder / ("controllers/" + name + "/" + file), text);
    world += robot(name, int(robots.size()));
    robots.push_back(name);
  }
  write_file(folder / "worlds/w.wbt", world);
  const ProgramResult result = run_lightsout(
      {"run", "worlds/w.wbt", "--duration", "4s", "--record", "t.csv", "--what", "joints", "--verify", "--repeat", "2"},
      {.directory = folder.path(), .timeout = 250});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  // The columns of a robot, by its name, as they are written: position and velocity of its joint.
  const auto split = [](const std::string& line) {
    std::vector<std::string> words;
    std::istringstream rest(line);
    for (std::string word; std::getline(rest, word, ',');) words.push_back(word);
    return words;
  };
  std::istringstream lines(read_file(folder / "t.csv"));
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> head = split(line);
  std::map<std::string, std::vector<std::string>> columns;
  while (std::getline(lines, line)) {
    const std::vector<std::string> words = split(line);
    for (std::size_t i = 1; i < head.size(); ++i) columns[head[i].substr(0, head[i].find('.'))].push_back(words.at(i));
  }
  REQUIRE(columns.at("slides_c").size() == 2 * 501);  // 4 s in steps of 8 ms, and the start
  CHECK(std::stod(columns.at("slides_c").at(1000)) > 0.5);
  for (const std::string& name : robots) CHECK(columns.at(name) == columns.at("slides_c"));
}
