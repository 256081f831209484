// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Motors and brakes as a controller commands them: its program (tests/controllers/couples) checks every number itself.
#include <catch2/catch.hpp>

#include "tests/support/asserting.h"

using namespace lightsout;

TEST_CASE("coupled motors, torque feedback and brakes by a controller") {
  const std::filesystem::path path = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds/couples.wbt";
  write_file(path, R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
Robot {
  controller "couples"
  children [
    SliderJoint {
      jointParameters JointParameters { axis 1 0 0 }
      device [
        LinearMotor { name "finger::left" maxPosition 0.05 maxVelocity 0.2 }
        PositionSensor { name "left sensor" }
      ]
      endPoint Solid { name "left" }
    }
    SliderJoint {
      jointParameters JointParameters { axis 1 0 0 }
      device [
        LinearMotor { name "finger::right" minPosition -0.05 maxVelocity 0.2 multiplier -1 }
        PositionSensor { name "right sensor" }
      ]
      endPoint Solid { name "right" }
    }
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 1 0 }
      device [
        RotationalMotor { name "wrist" maxTorque 20 }
        PositionSensor { name "angle" }
        Brake { }
      ]
      endPoint Solid {
        translation 0.5 0 0
        name "hand"
        boundingObject Sphere { radius 0.05 }
        physics Physics { density -1 mass 1 }
      }
    }
  ]
}
)");
  const ProgramResult result = run_lightsout({"run", path.string(), "--duration", "20s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("coupled") != std::string::npos);
}

// Manual, Motor, "Motor Coupling": of a command each follows times its own multiplier. "The specified velocity can be
// retrieved": what was asked for, be it beyond maxVelocity.
TEST_CASE("A coupled motor answers the velocity that was asked for with the sign of its motion, clipped or not") {
  const auto axis = [](const std::string& name, const std::string& fields, const std::string& z) {
    return "HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device [ RotationalMotor { name \"" +
           name + "\" " + fields + " } ] endPoint Solid { name \"" + name + "\" translation 0 0 " + z + " } }\n";
  };
  run_asserting(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { supervisor TRUE controller \"asserts\" "
      "children [\n" +
          axis("a::1", "maxVelocity 5", "1") + axis("a::2", "multiplier 2 maxVelocity 10", "2") +
          axis("a::3", "multiplier -0.5 maxVelocity 2.5", "3") + "] }\n",
      R"(
first, second, third = [s.getDevice('a::%d' % i) for i in (1, 2, 3)]
first.setPosition(float('inf'))
for asked, answers in ((1, (1, 2, -0.5)), (9, (9, 18, -4.5)), (-9, (-9, -18, 4.5))):
    first.setVelocity(asked)
    s.step(8)
    s.step(8)
    assert (first.getVelocity(), second.getVelocity(), third.getVelocity()) == answers, (asked, third.getVelocity())
)");
}

// Manual, PointLight: the light falls with 1 / (a1 + a2 r + a3 r^2), which has no value where r is 0.
TEST_CASE("A LightSensor at the place of a light answers a number") {
  run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
PointLight { attenuation 0 0 1 location 0 0 0 }
Robot { supervisor TRUE controller "asserts" children [ LightSensor { lookupTable [ ] } ] }
)",
                R"(
import math
sensor = s.getDevice('light sensor') or s.getDeviceByIndex(0)
sensor.enable(8)
s.step(8)
s.step(8)
assert math.isfinite(sensor.getValue()), sensor.getValue()
)");
}

TEST_CASE("A step that is ended without having begun ends no controller") {
  const ProgramResult result = run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Robot { supervisor TRUE controller "asserts" }
)",
                                             R"(
assert s.stepBegin(8) == 0 and s.stepEnd() == 0
assert s.stepEnd() == 0
assert s.step(8) == 0 and s.getTime() == 0.016, s.getTime()
print('went on')
)");
  CHECK(result.err.find("called without wb_robot_step_begin()") != std::string::npos);
  CHECK(result.err.find("went on") != std::string::npos);
}

// Manual, Motor: "Vc ... limited to Vd": a far target is reached at the target velocity.
TEST_CASE("A target position as far as numbers go turns a motor at its velocity") {
  run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Robot { supervisor TRUE controller "asserts" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { name "m" maxVelocity 2 controlPID 10 1 1 multiplier 2 maxTorque 1000 } PositionSensor { name "p" } ]
    endPoint Solid { boundingObject Box { } physics Physics { density -1 mass 1 } } }
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { name "n" maxVelocity 2 maxTorque 1000 } PositionSensor { name "q" } ]
    endPoint Solid { translation 0 0 3 name "kinematic" } } ] }
)",
                R"(
import sys
sensors = [s.getDevice(name) for name in 'pq']
for sensor in sensors:
    sensor.enable(8)
for target, sense in ((sys.float_info.max, 1), (-sys.float_info.max, -1), (1e307, 1)):
    for name in 'mn':
        s.getDevice(name).setPosition(target)
    for i in range(20):
        s.step(8)
    before = [sensor.getValue() for sensor in sensors]
    for i in range(10):
        s.step(8)
    moved = [sensor.getValue() - was for sensor, was in zip(sensors, before)]
    assert all(abs(way - sense * 2 * 0.08) < 1e-4 for way in moved), moved
assert s.getDevice('m').getTargetPosition() == 1e307
)");
}

// Manual, HingeJoint: "a RotationalMotor, an angular PositionSensor and/or a Brake"; of several WbHingeJoint takes the
// first.
TEST_CASE("Of two motors or brakes of one axis the first acts") {
  const std::string world = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Robot { supervisor TRUE controller "asserts" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { name "m1" } RotationalMotor { name "m2" } PositionSensor { name "p" } ]
    endPoint Solid { boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 mass 1 } } }
  SliderJoint { jointParameters JointParameters { axis 0 0 1 }
    device [ Brake { name "b1" } Brake { name "b2" } LinearMotor { name "m" } PositionSensor { name "q" } ]
    endPoint Solid { translation 0 0 3 name "b" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 mass 1 } } } ] }
)";
  const ProgramResult result = run_asserting(world, R"(
first, second, p, q = [s.getDevice(name) for name in ('m1', 'm2', 'p', 'q')]
p.enable(8)
q.enable(8)
second.setPosition(0.5)
for i in range(100):
    s.step(8)
assert abs(p.getValue()) < 1e-6, p.getValue()
first.setPosition(1)
for i in range(300):
    s.step(8)
assert abs(p.getValue() - 1) < 1e-3, p.getValue()
# 4 N against 2 N s/m: 2 m/s.
s.getDevice('b1').setDampingConstant(2)
s.getDevice('b2').setDampingConstant(100)
s.getDevice('m').setForce(4)
for i in range(1000):
    s.step(8)
before = q.getValue()
s.step(8)
assert abs((q.getValue() - before) / 0.008 - 2) < 1e-3
)");
  CHECK(result.err.find("a second motor for one axis of a joint: the first acts") != std::string::npos);
  CHECK(result.err.find("a second brake for one axis of a joint: the first acts") != std::string::npos);
}
