// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Positions of joints that supervisors set, and that outlast their parameters.
#include <catch2/catch.hpp>

#include "tests/support/asserting.h"

using namespace lightsout;

TEST_CASE("What is put by the position of its joint stands still there, with what it carries") {
  run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Robot { name "r" supervisor TRUE controller "asserts" children [
  DEF J HingeJoint {
    jointParameters HingeJointParameters { axis 0 0 1 }
    device [ PositionSensor { name "p" } ]
    endPoint DEF E Solid { name "e" translation 1 0 0 boundingObject Box { size 1 1 1 } physics Physics { } children [
      DEF K HingeJoint {
        jointParameters HingeJointParameters { axis 0 0 1 }
        endPoint DEF F Solid { name "f" translation 1 0 0 boundingObject Box { size 1 1 1 } physics Physics { } } } ] } }
] }
)",
                R"(
sensor = s.getDevice('p')
sensor.enable(8)
e, f = s.getFromDef('E'), s.getFromDef('F')
e.setVelocity([0, 2, 0, 0, 0, 2])
f.setVelocity([0, 4, 0, 0, 0, 2])
s.step(8)
s.step(8)
assert e.getVelocity()[5] > 1.9, e.getVelocity()
s.getFromDef('J').setJointPosition(0.5)
assert e.getVelocity() == f.getVelocity() == [0] * 6, (e.getVelocity(), f.getVelocity())
for i in range(10): s.step(8)
assert abs(sensor.getValue() - 0.5) < 1e-4, sensor.getValue()   # 0.08 s at 2 rad/s would be 0.16
)");
}

// Manual, JointParameters: "the position field represents the current position of the joint".
// WbHingeJoint::updatePosition puts the endPoint there and resets its physics.
TEST_CASE("What is put by the field `position` of its joint stands still there, with what it carries") {
  run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Robot { name "r" supervisor TRUE controller "asserts" children [
  HingeJoint {
    jointParameters DEF P HingeJointParameters { axis 0 0 1 }
    endPoint DEF E Solid { name "e" translation 1 0 0 boundingObject Box { size 1 1 1 } physics Physics { } children [
      HingeJoint {
        jointParameters HingeJointParameters { axis 0 0 1 }
        endPoint DEF F Solid { name "f" translation 1 0 0 boundingObject Box { size 1 1 1 } physics Physics { } } } ] } }
] }
)",
                R"(
e, f, position = s.getFromDef('E'), s.getFromDef('F'), s.getFromDef('P').getField('position')
for edited_too in False, True:   # followed in place, and by a new scene
    e.setVelocity([0, 2, 0, 0, 0, 2])
    f.setVelocity([0, 4, 0, 0, 0, 2])
    s.step(8)
    s.step(8)
    assert e.getVelocity()[5] > 1.9, e.getVelocity()
    position.setSFFloat(0.5)
    if edited_too: s.getFromDef('E').getField('physics').getSFNode().getField('density').setSFFloat(500)
    for i in range(10): s.step(8)
    assert abs(position.getSFFloat() - 0.5) < 1e-3, position.getSFFloat()   # 0.08 s at 2 rad/s would be 0.16
    # But for what the joints pull together that had drifted apart.
    assert all(abs(v) < 0.02 for v in e.getVelocity() + f.getVelocity()), (e.getVelocity(), f.getVelocity())
    # The same again changes nothing.
    e.setVelocity([0, 2, 0, 0, 0, 2])
    position.setSFFloat(position.getSFFloat())
    s.step(8)
    assert e.getVelocity()[5] > 0.5, e.getVelocity()
    position.setSFFloat(0)
    s.step(8)
)");
}

// WbJoint::setPosition gives the motor of the axis its target, which ends control of velocity and of torque. A motor
// that went on would turn by 0.16 s * 2 rad/s, and by 1/2 M / I t^2 = 1/2 * 3 / 1.001 * 0.16^2 (I = m (d^2 + (a^2 +
// a^2) / 12)).
TEST_CASE("A motor holds the position that a supervisor has given its joint, whatever it was told before") {
  run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Robot { name "r" supervisor TRUE controller "asserts" children [
  DEF J HingeJoint {
    jointParameters HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { name "m" maxTorque 1000 } PositionSensor { name "p" } ]
    endPoint Solid { name "e" translation 1 0 0
      boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 mass 1 } } }
] }
)",
                R"(
joint, motor, sensor = s.getFromDef('J'), s.getDevice('m'), s.getDevice('p')
sensor.enable(8)
def run(seconds):
    for i in range(round(seconds / 0.008)): s.step(8)
    return sensor.getValue()
motor.setPosition(float('inf'))
motor.setVelocity(2)
assert abs(run(0.16) - 0.32) < 1e-3, sensor.getValue()
joint.setJointPosition(0.25)
assert abs(run(0.16) - 0.25) < 1e-4, sensor.getValue()
motor.setPosition(float('inf'))
assert run(0.16) > 0.5, sensor.getValue()
joint.setJointPosition(0)
motor.setTorque(3)
assert abs(run(0.16) - 3 / 2.002 * 0.16 ** 2) < 5e-3, sensor.getValue()
joint.setJointPosition(-0.5)
assert abs(run(0.16) + 0.5) < 1e-4, sensor.getValue()
)");
}

// WbHingeJoint::updateAnchor, WbJoint::updateAxis: where the endPoint stands with the position 0 stays; it is put where
// the new axis and anchor have it by the position that the joint has, and stops. With the position q, the pose at 0 at
// z, the axis a and the anchor c it is at c + R(a, q) (z - c). The endPoint of the file stands at the position 0.3
// about z: z = R(z, -0.3) (1, 0, 0).
TEST_CASE("An endPoint follows an axis and an anchor that are edited, and stops") {
  for (const std::string physics : {"physics Physics { density -1 mass 1 }", ""}) {
    CAPTURE(physics);
    run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Robot { name "r" translation 3 4 5 supervisor TRUE controller "asserts" children [
  HingeJoint {
    jointParameters DEF P HingeJointParameters { axis 0 0 1 position 0.3 }
    endPoint DEF E Solid { name "e" translation 1 0 0 boundingObject Box { size 0.1 0.1 0.1 } )" +
                      physics + R"( } }
  SliderJoint {
    jointParameters DEF Q JointParameters { axis 0 0 1 position 0.5 }
    endPoint DEF F Solid { name "f" translation 0 2 0.5 boundingObject Box { size 0.1 0.1 0.1 } )" +
                      physics + R"( } }
] }
)",
                  R"(
from math import cos, sin
e, f, p, q = [s.getFromDef(d) for d in 'EFPQ']
def at(node, *expected):
    s.step(8)
    seen = [a - b for a, b in zip(node.getPosition(), (3, 4, 5))]
    assert all(abs(a - b) < 1e-9 for a, b in zip(seen, expected)), (seen, expected)
    assert all(abs(v) < 1e-9 for v in node.getVelocity()), node.getVelocity()
at(e, 1, 0, 0)
p.getField('position').setSFFloat(0.8)
at(e, cos(0.5), sin(0.5), 0)
e.setVelocity([0, 0, 0, 0, 0, 0])
z = cos(-0.3), sin(-0.3)
# About z through (0.5, 0, 0).
p.getField('anchor').setSFVec3f([0.5, 0, 0])
x, y = z[0] - 0.5, z[1]
at(e, 0.5 + cos(0.8) * x - sin(0.8) * y, sin(0.8) * x + cos(0.8) * y, 0)
# About y: x cos q, y, -x sin q.
p.getField('axis').setSFVec3f([0, 2, 0])
at(e, 0.5 + cos(0.8) * x, y, -sin(0.8) * x)
# And goes on from there.
p.getField('position').setSFFloat(0)
at(e, z[0], z[1], 0)
assert p.getField('position').getSFFloat() == 0
# A slider: at 0 at (0, 2, 0), then 0.5 along (3, 0, 4) / 5.
q.getField('axis').setSFVec3f([3, 0, 4])
at(f, 0.3, 2, 0.4)
)");
  }
}

namespace {

// A box of 1 kg on an arm of 0.5 m, held by a spring: it rests where k q = 1 * 9.81 * 0.5 cos q.
const char arm[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "../protos/Spring.proto"
EXTERNPROTO "../protos/Told.proto"
WorldInfo { basicTimeStep 4 physicsDisableTime 0 }
Robot { name "r" translation 0 0 3 supervisor TRUE controller "asserts" children [
  DEF J HingeJoint {
    jointParameters DEF A PARAMETERS { k 2 }
    device [ PositionSensor { name "p" } ]
    endPoint Solid { translation 0.5 0 0 name "e" boundingObject Box { size .1 .1 .1 } physics Physics { density -1 mass 1 } }
  } ] }
)";

const std::map<std::string, std::string> springs = {{"protos/Spring.proto", R"(#VRML_SIM R2025a utf8
PROTO Spring [ field SFFloat k 1 ]
{ HingeJointParameters { axis 0 1 0 springConstant %<= fields.k.value >% dampingConstant 0.5 } }
)"},
                                                    {"protos/Told.proto", R"(#VRML_SIM R2025a utf8
PROTO Told [ field SFFloat k 1 field SFFloat position 0 ]
{ HingeJointParameters { axis 0 1 0 position IS position springConstant %<= fields.k.value >% dampingConstant 0.5 } }
)"}};

std::string with_parameters(const std::string& proto) {
  std::string world = arm;
  return world.replace(world.find("PARAMETERS"), 10, proto);
}

const char settles[] = R"(
import math, os
sensor = s.getDevice('p')
sensor.enable(4)
parameters = s.getFromDef('A')
def rests(k):
    q = sensor.getValue()
    return abs(k * q - 4.905 * math.cos(q)) < 1e-3
def settle(k, seconds):
    for i in range(int(seconds / 0.004)): s.step(4)
    assert rests(k), sensor.getValue()
)";

}  // namespace

TEST_CASE("A joint stays where it is when the PROTO of its parameters is made anew") {
  for (const char* proto : {"Spring", "Told"}) {
    INFO(proto);
    run_asserting(with_parameters(proto), std::string(settles) + R"(
settle(2, 20)
before = sensor.getValue()
parameters.getField('k').setSFFloat(4)
s.step(4)
assert abs(sensor.getValue() - before) < 1e-3, (before, sensor.getValue())
settle(4, 20)
)",
                  springs);
  }
}

TEST_CASE("A saved world has the position of a joint whose parameters are a PROTO") {
  for (const char* proto : {"Spring", "Told"}) {
    INFO(proto);
    run_asserting(with_parameters(proto), std::string(settles) + R"(
saved = '../../worlds/saved.wbt'
if not os.path.exists(saved):
    settle(2, 20)
    assert abs(sensor.getValue() - 1.1039) < 1e-3, sensor.getValue()   # 2 q = 4.905 cos q
    s.worldSave(saved)
    s.worldLoad(saved)
    s.step(4)
s.step(4)
assert rests(2), sensor.getValue()
settle(2, 10)
)",
                  springs);
  }
}

// Manual of Webots, "PROTO hidden fields": a saved world has the poses, positions and velocities of what is inside of
// PROTOs.
TEST_CASE("A saved world has the joints of the library's robots where they were") {
  for (const char* robot : {"UR5e", "UR3e", "Irb4600-40", "Nao", "RobotisOp2", "Youbot", "Pioneer3at",
                            "TurtleBot3Burger", "Khepera4", "Rosbot", "TiagoIron", "Spot"}) {
    INFO(robot);
    const ProgramResult result =
        run_asserting(std::string("#VRML_SIM R2022a utf8\nWorldInfo { basicTimeStep 8 gravity 0 }\nDEF R ") + robot +
                          " { translation 0 0 3 supervisor TRUE controller \"asserts\" }\n",
                      R"(
import json, os
from controller import Motor, PositionSensor
devices = [s.getDeviceByIndex(i) for i in range(s.getNumberOfDevices())]
motors = [d for d in devices if isinstance(d, Motor)]
sensors = [d for d in devices if isinstance(d, PositionSensor)]
assert motors and sensors
def positions():
    return [sensor.getValue() for sensor in sensors]
saved = '../../worlds/saved.wbt'
for sensor in sensors:
    sensor.enable(8)
if not os.path.exists(saved):
    for motor in motors:
        least, most = motor.getMinPosition(), motor.getMaxPosition()
        motor.setPosition(0.3 if least == most else min(max(0.3, least), most))
        motor.setVelocity(min(motor.getMaxVelocity(), 3))
    for i in range(60):
        s.step(8)
    before = positions()
    assert sum(abs(q) > 0.02 for q in before) >= len(before) / 3, before
    s.worldSave(saved)
    json.dump(before, open('before.json', 'w'))
    s.worldLoad(saved)
    s.step(8)
s.step(8)
before = json.load(open('before.json'))
for sensor, was, now in zip(sensors, before, positions()):
    assert abs(was - now) < 0.05, (sensor.getName(), was, now)   # 8 ms at 3 rad/s, and what a joint drifts
)");
    CHECK(result.err.find("saved positions") == std::string::npos);
  }
}

TEST_CASE("A saved world has the velocities of the parts of the library's robots") {
  run_asserting(R"(#VRML_SIM R2022a utf8
WorldInfo { basicTimeStep 16 }
DEF R Pioneer3at { translation 0 0 50 supervisor TRUE controller "asserts" }
)",
                R"(
import os
saved = '../../worlds/saved.wbt'
r = s.getFromDef('R')
if not os.path.exists(saved):
    r.setVelocity([0, 0.5, 0, 0, 0, 0])
    for i in range(10):
        s.step(16)
    s.worldSave(saved)
    s.worldLoad(saved)
    s.step(16)
s.step(16)
# 11 steps of fall; the wheels fall with the body.
velocity = r.getVelocity()
assert abs(velocity[2] + 11 * 0.016 * 9.81) < 0.02, velocity
)");
}

// Positions in a file that do not agree with the poses that it gives are those of other parts.
TEST_CASE("Saved positions that do not fit a robot of the library are left out with a warning") {
  const auto world = [](const std::string& hidden) {
    return "#VRML_SIM R2022a utf8\nWorldInfo { basicTimeStep 8 gravity 0 }\nDEF R UR5e { supervisor TRUE controller "
           "\"asserts\" " +
           hidden + " }\n";
  };
  const auto reads = [](const std::string& expected) {
    return "sensor = s.getDevice('shoulder_pan_joint_sensor')\nsensor.enable(8)\ns.step(8)\ns.step(8)\nassert "
           "abs(sensor.getValue() - (" +
           expected + ")) < 1e-3, sensor.getValue()\n";
  };
  // The first joint turns about z: the pose says so too.
  const auto fits = run_asserting(world("hidden position_0_0 0.7 hidden rotation_1 0 0 1 0.7"), reads("0.7"));
  CHECK(fits.err.find("saved positions") == std::string::npos);
  for (const char* wrong : {"hidden position_0_0 0.7", "hidden position_0_0 0.7 hidden rotation_1 0 0 1 -0.7",
                            "hidden position_0_0 0.7 hidden rotation_1 1 0 0 0.7"}) {
    INFO(wrong);
    const auto warned = run_asserting(world(wrong), reads("0"));
    CHECK(warned.err.find("saved positions of joints (`position_0_0`) do not fit the built-in UR5e: these joints "
                          "begin where it has them") != std::string::npos);
  }
}
