// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a supervisor's reset of the physics of a node does to motors, by the real executable.
#include <catch2/catch.hpp>
#include <sstream>
#include <vector>

#include "tests/support/asserting.h"
#include "tests/support/program.h"

using namespace lightsout;

// An acceleration a brings the motor to n a dt in its step n, and the joint n (n + 1) / 2 a dt^2 far. In the step in
// which its physics was reset the arm stands still; in the next one the motor begins from rest, not from what it would
// have reached meanwhile.
TEST_CASE("A motor begins from rest in the step after that in which the physics of its solid was reset") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/turns");
  write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 gravity 0 CFM 1e-10 }
Robot { supervisor TRUE controller "turns" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { acceleration 10 maxVelocity 100 maxTorque 1000 } PositionSensor { } ]
    endPoint Solid { name "arm" boundingObject Box { size 1 0.1 0.1 } physics Physics { } } } ] }
)");
  write_file(folder / "controllers/turns/turns.py", R"(
from controller import Supervisor
robot = Supervisor()
motor, sensor = robot.getDevice('rotational motor'), robot.getDevice('position sensor')
sensor.enable(10)
motor.setPosition(float('inf'))
motor.setVelocity(50)
for step in range(10):
    if step == 5:
        robot.getSelf().resetPhysics()
    robot.step(10)
    print('at', sensor.getValue())
)");
  const ProgramResult result = run_lightsout({"run", folder / "worlds/w.wbt", "--controller-timeout", "30s"});
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  std::vector<double> positions;
  std::istringstream words(result.err);
  for (std::string word; words >> word;)
    if (word == "at" && words >> word) positions.push_back(std::stod(word));
  REQUIRE(positions.size() == 10);
  const double unit = 10 * 0.01 * 0.01;
  for (int n = 1; n <= 10; ++n) {
    const int after = n - 6, before = n < 5 ? n : 5;
    const double expected = (before * (before + 1) + (after > 0 ? after * (after + 1) : 0)) / 2.0 * unit;
    CAPTURE(n);
    CHECK(positions[std::size_t(n - 1)] == Approx(expected).epsilon(1e-4));
  }
}

// Manual: "The wb_supervisor_node_reset_physics function stops the inertia of the given node and its descendants."
TEST_CASE("The physics of all that is in a Group, a Pose or the world is reset with that") {
  run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF A Group { children [ DEF B Pose { children [
  DEF IN Solid { name "in" boundingObject Sphere { } physics Physics { } children [
    HingeJoint { endPoint DEF BELOW Solid { name "below" translation 0 0 3 boundingObject Sphere { } physics Physics { } } } ] }
] } ] }
DEF OUT Solid { name "out" translation 5 0 0 boundingObject Sphere { } physics Physics { } }
Robot { name "r" supervisor TRUE controller "asserts" }
)",
                R"(
inside, below, outside = [s.getFromDef(d) for d in ('IN', 'BELOW', 'OUT')]
still, moving = [0] * 6, [0, 1, 0, 0, 0, 0]
for node, stops in (s.getFromDef('A'), False), (s.getFromDef('B'), False), (s.getRoot(), True):
    for solid in inside, below, outside: solid.setVelocity(moving)
    node.resetPhysics()
    assert inside.getVelocity() == still and below.getVelocity() == still, inside.getVelocity()
    assert outside.getVelocity() == (still if stops else moving), outside.getVelocity()
    s.step(8)
    assert inside.getVelocity() == still
)");
}
