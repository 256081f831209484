// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers of older releases on worlds of theirs: names, types, signatures and frames of then.
#include <catch2/catch.hpp>

#include "tests/support/asserting.h"

using namespace lightsout;

namespace {

ProgramResult run(const std::string& name, const std::string& world) {
  const std::filesystem::path path =
      std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds" / (name + ".wbt");
  write_file(path, world);
  return run_lightsout({"run", path.string(), "--duration", "5s"});
}

// y up; the emitter looks from behind at the receiver, whose axis was z.
const char old_world[] = R"(#VRML_SIM V6.0 utf8
WorldInfo { basicTimeStep 8 gravity 0 -5 0 }
Solid { translation 0 -3 0 children [ Shape { geometry DEF GRID ElevationGrid { xDimension 2 zDimension 3 height [ 0 0 0 0 0 0 ] } } ] }
DEF BOSS Supervisor {
  controller "remembers"
  controllerArgs "some words"
  children [
    DEF ARM Servo { name "arm" position 0.5 maxForce 3 controlP 7 rotation 0 0 1 0.5 }
    Camera { name "eyes" type "range-finder" width 20 height 10 maxRange 3 display TRUE }
    Speaker { name "voice" }
    DEF EAR Receiver { name "ear" }
    InertialUnit { name "attitude" rotation 0 1 0 0.3 }
  ]
}
DEF STONE Solid { translation 0 5 5 boundingObject Sphere { radius 0.1 } physics Physics { } }
Robot { translation 0 0 2 controller "repeats" children [ Emitter { name "mouth" } ] }
)";

}  // namespace

TEST_CASE("A supervisor of Webots 6 finds its world as it knew it") {
  const ProgramResult result = run("old_controller", old_world);
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}

TEST_CASE("C++ and Python of Webots 6 and 7 compile and run") {
  const std::filesystem::path controllers = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/controllers";
  for (const char* name : {"remembers_cpp", "remembers_python"})
    std::filesystem::create_directories(controllers / name);
  write_file(controllers / "remembers_cpp/remembers_cpp.cpp", R"(
#include <webots/Camera.hpp>
#include <webots/Motor.hpp>
#include <webots/Node.hpp>
#include <webots/Supervisor.hpp>
#include <cmath>
#include <cstdlib>
using namespace webots;
int main() {
  Supervisor robot;
  if (robot.getSelf()->getType() != Node::SUPERVISOR || robot.getType() != Node::SUPERVISOR) exit(3);
  Camera *eyes = robot.getCamera("eyes");
  if (!eyes || eyes->getType() != Camera::RANGE_FINDER || eyes->getMaxRange() != 3) exit(1);
  Motor *arm = robot.getMotor("arm");
  arm->enablePosition(8);
  arm->setControlP(5);
  robot.step(8);
  robot.step(8);
  if (!std::isfinite(arm->getPosition()) || arm->getTargetposition() != arm->getTargetPosition()) exit(2);
  robot.startMovie("movie.mpg", 640, 480, 0, 90);
  robot.simulationQuit();
  robot.step(8);
}
)");
  write_file(controllers / "remembers_python/remembers_python.py", R"(
import math
from controller import *
robot = Supervisor()
assert robot.getSelf().getType() == Node.SUPERVISOR and robot.getType() == Node.SUPERVISOR
eyes = robot.getCamera("eyes")
assert eyes.getType() == Camera.RANGE_FINDER and eyes.getMaxRange() == 3
arm = robot.getMotor("arm")
arm.enablePosition(8)
arm.setControlP(5)
robot.step(8)
robot.step(8)
assert math.isfinite(arm.getPosition()) and arm.getTargetposition() == arm.getTargetPosition()
robot.simulationQuit()
robot.step(8)
)");
  for (const std::string controller : {"remembers_cpp", "remembers_python"}) {
    const ProgramResult result =
        run(controller, "#VRML_SIM V7.4 utf8\nWorldInfo { basicTimeStep 8 }\nSupervisor { controller \"" + controller +
                            "\" children [ Camera { name \"eyes\" type \"range-finder\" maxRange 3 }\n"
                            "HingeJoint { device RotationalMotor { name \"arm\" } endPoint Solid { } } ] }\n");
    CAPTURE(controller, result.out, result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("quit with status 0") != std::string::npos);
  }
}

// Webots change log of R2020a: the reset "avoid[s] restarting the controllers" since then; manual of 2018, Supervisor:
// "all the supervisor and robot controller processes are terminated and restarted".
TEST_CASE("A reset starts the controllers of a world from before R2020a anew") {
  for (const std::string version : {"V8.6", "R2019b", "R2020a"}) {
    INFO(version);
    const ProgramResult result =
        run_asserting("#VRML_SIM " + version +
                          " utf8\nWorldInfo { basicTimeStep 8 }\nDEF P Solid { translation 0 2 "
                          "0 }\nRobot { supervisor TRUE controller \"asserts\" }\nRobot { "
                          "name \"b\" controller \"other\" }\n",
                      R"(
import os
count = 1 + (int(open('starts').read()) if os.path.exists('starts') else 0)
open('starts', 'w').write(str(count))
print('start', count)
place = s.getFromDef('P').getField('translation')
assert s.getTime() < 0.01 and place.getSFVec3f() == [0, 2, 0], (s.getTime(), place.getSFVec3f())
place.setSFVec3f([0, 3, 0])
for i in range(5):
    s.step(8)
if count < 3:
    s.simulationReset()
    s.step(8)
    s.step(8)
    print('went on')
s.simulationQuit(0)
s.step(8)
)",
                      {{"controllers/other/other.py", R"(
from controller import Robot
robot = Robot()
print('other starts')
while robot.step(8) != -1:
    pass
)"}});
    const auto count = [&result](const std::string& text) {
      int found = 0;
      for (auto at = result.err.find(text); at != std::string::npos; at = result.err.find(text, at + 1)) ++found;
      return found;
    };
    const bool anew = version != "R2020a";
    CHECK(count("start ") == (anew ? 3 : 1));
    CHECK(count("other starts") == (anew ? 3 : 1));
    CHECK(count("went on") == (anew ? 0 : 1));
  }
}
