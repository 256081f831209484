// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Touch sensors, connectors and vacuum grippers against statics.
#include <catch2/catch.hpp>
#include <cmath>

#include "controllers/wire/connector.h"
#include "controllers/wire/touch_sensor.h"
#include "controllers/wire/vacuum_gripper.h"
#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

const char floor_and_steps[] = R"(WorldInfo { basicTimeStep 4 physicsDisableTime 0 }
Solid { boundingObject Plane { } }
)";

// A robot of 2 kg on one foot of 0.5 kg, whose x axis points down.
std::string standing(const std::string& sensor_fields) {
  return std::string(floor_and_steps) + R"(DEF R Robot {
  translation 0 0 0.3
  children [ TouchSensor {
    translation 0 0 -0.15 rotation 0 1 0 1.5707963267948966
    boundingObject Pose { rotation 0 1 0 1.5707963267948966 children [ Shape { geometry Box { size 0.4 0.4 0.1 } } ] }
    physics Physics { density -1 mass 0.5 } )" +
         sensor_fields + R"( } ]
  boundingObject Box { size 0.2 0.2 0.2 }
  physics Physics { density -1 mass 2 }
  controller "test" })";
}

}  // namespace

TEST_CASE("a foot feels the weight that it carries") {
  DeviceBench bench(standing("type \"force\" lookupTable [ ]"));
  auto& foot = bench.state<lo_touch_sensor_state>("touch sensor");
  CHECK(foot.type == 1);
  foot.sensor.period_ms = 4;
  bench.step(1500);
  // The joint passes the weight of the body above on to the foot: 2 kg.
  CHECK(foot.sensor.values[0] == Approx(2 * 9.81).epsilon(0.02));
}

TEST_CASE("force-3d is the force on the robot in the sensor's frame, through the lookup table") {
  DeviceBench bench(standing("type \"force-3d\" lookupTable [ -100 -1000 0, 100 1000 0 ]"));
  auto& foot = bench.state<lo_touch_sensor_state>("touch sensor");
  foot.sensor.period_ms = 4;
  bench.step(1500);
  // Upwards is -x in the sensor's frame; the table gives tenths of a newton.
  CHECK(foot.sensor.values[0] == Approx(-10 * 2 * 9.81).epsilon(0.02));
  CHECK(foot.sensor.values[1] == Approx(0).margin(2));
  CHECK(foot.sensor.values[2] == Approx(0).margin(2));
}

// Manual, TouchSensor types: a Physics node is "required" by force sensors, "not required" by bumpers.
TEST_CASE("a force sensor without Physics measures nothing, and that is told") {
  const auto warnings = [](const std::string& type) {
    DeviceBench bench("Robot { children [ TouchSensor { type \"" + type +
                      "\" boundingObject Sphere { radius 0.1 } } ] controller \"test\" }");
    auto& sensor = bench.state<lo_touch_sensor_state>("touch sensor").sensor;
    bench.step();
    CHECK(bench.take_warnings().empty());
    sensor.period_ms = 10;
    bench.step(2);
    CHECK(sensor.values[0] == 0);
    return bench.take_warnings().size();
  };
  CHECK(warnings("force") == 1);
  CHECK(warnings("force-3d") == 1);
  CHECK(warnings("bumper") == 0);
}

// Robot.selfCollision TRUE: bumpers feel their own robot too, but for what they ride on and what a joint connects with
// their body (webots WbSimulationCluster::odeNearCallback).
TEST_CASE("a bumper feels other parts of its robot if its selfCollision says so") {
  const auto feels = [](bool self_collision, double arm, const std::string& physics) {
    DeviceBench bench(
        "WorldInfo { gravity 0 }\nRobot { selfCollision " + std::string(self_collision ? "TRUE" : "FALSE") +
        " boundingObject Box { size 0.3 0.3 0.3 } physics Physics { } controller \"test\" children [ TouchSensor { "
        "translation 0 0 0.3 boundingObject Box { size 0.2 0.2 0.4 } " +
        physics +
        " } HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } endPoint Solid { name \"arm\" "
        "translation " +
        std::to_string(arm) + " 0 0.4 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } } } ] }");
    auto& sensor = bench.state<lo_touch_sensor_state>("touch sensor").sensor;
    sensor.period_ms = 32;
    bench.step();
    return sensor.values[0] == 1;
  };
  const std::string physics = GENERATE("", "physics Physics { }");
  CAPTURE(physics);
  CHECK(feels(true, 0.15, physics));
  CHECK_FALSE(feels(false, 0.15, physics));
  CHECK_FALSE(feels(true, 0.5, physics));
}

TEST_CASE("a bumper without Physics on a robot without Physics feels the walls of others, not its own robot") {
  const auto bumper = [](double wall) {
    DeviceBench bench(
        "DEF R Robot { children [ TouchSensor { boundingObject Sphere { radius 0.2 } } ] boundingObject Box { size "
        "0.3 0.3 0.3 } controller \"test\" } Solid { translation " +
        std::to_string(wall) + " 0 0 boundingObject Box { size 0.2 4 4 } }");
    auto& sensor = bench.state<lo_touch_sensor_state>("touch sensor").sensor;
    sensor.period_ms = 10;
    bench.step();
    return sensor.values[0];
  };
  CHECK(bumper(0.29) == 1);
  CHECK(bumper(0.31) == 0);
}

TEST_CASE("a bumper remembers a touch within its period") {
  // A ball crosses the bumper's sphere in about 40 ms and is gone when the period of 200 ms ends.
  DeviceBench bench(R"(WorldInfo { basicTimeStep 10 gravity 0 }
Robot { children [ TouchSensor { boundingObject Sphere { radius 0.1 } } ] controller "test" }
DEF B Solid { translation -0.5 0 0 boundingObject Sphere { radius 0.05 } physics Physics { } })");
  Solid* ball = bench.simulation().scene().find_solid("B");
  dBodySetLinearVel(ball->body(), 5, 0, 0);
  auto& sensor = bench.state<lo_touch_sensor_state>("touch sensor").sensor;
  sensor.period_ms = 200;
  // No contact joints: the ball must not bounce off what has no body.
  bench.step(20);
  CHECK(sensor.values[0] == 1);
  bench.step(20);
  CHECK(sensor.values[0] == 0);
}

namespace {

// An active connector under a fixed beam and a passive one on a block of 1 kg below it, x axes face to face.
std::string crane(const std::string& fields, double gap = 0.005) {
  return R"(WorldInfo { basicTimeStep 4 }
DEF CRANE Robot { translation 0 0 2
  children [ Connector { name "hook" type "active" model "a" rotation 0 1 0 1.5707963267948966 )" +
         fields + R"( } ] controller "test" }
DEF LOAD Solid { translation 0 0 )" +
         std::to_string(2 - gap - 0.1) + R"(
  children [ Connector { name "eye" type "passive" model "a" translation 0 0 0.1 rotation 0 1 0 -1.5707963267948966 } ]
  boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density -1 mass 1 } })";
}

}  // namespace

TEST_CASE("a connector sees a peer in position and holds it while locked") {
  DeviceBench bench(crane(""));
  auto& hook = bench.state<lo_connector_state>("hook", "robot");
  hook.sensor.period_ms = 4;
  hook.changed = LO_CONNECTOR_LOCK;
  hook.lock = 1;
  bench.step(500);
  CHECK(hook.is_locked == 1);
  CHECK(hook.sensor.values[0] == 1);
  // Snapped: the load hangs where the two origins meet.
  Solid* load = bench.simulation().scene().find_solid("LOAD");
  CHECK(load->pose().position.z() == Approx(1.9).margin(1e-3));
  hook.changed = LO_CONNECTOR_LOCK;
  hook.lock = 0;
  const double before = load->pose().position.z();
  bench.step(50);
  // Free fall of 0.2 s from rest.
  CHECK(before - load->pose().position.z() == Approx(0.5 * 9.81 * 0.2 * 0.204).epsilon(0.02));
  CHECK(hook.sensor.values[0] == 0);
}

TEST_CASE("out of position, of another model, or not locked: nothing is held") {
  const auto falls = [](std::string world, bool lock) {
    DeviceBench bench(world);
    auto& hook = bench.state<lo_connector_state>("hook");
    if (lock) hook.changed = LO_CONNECTOR_LOCK, hook.lock = 1;
    bench.step(50);
    return bench.simulation().scene().find_solid("LOAD")->pose().position.z() < 1.85;
  };
  CHECK_FALSE(falls(crane(""), true));
  CHECK(falls(crane(""), false));
  CHECK(falls(crane("", 0.011), true));
  CHECK(falls(crane("distanceTolerance 0.001"), true));
  std::string other = crane("");
  other.replace(other.find("model \"a\""), 9, "model \"b\"");
  CHECK(falls(other, true));
}

TEST_CASE("a connector that is locked in the file starts coupled, autoLock couples when a peer comes") {
  DeviceBench locked(crane("isLocked TRUE"));
  locked.step(100);
  CHECK(locked.simulation().scene().find_solid("LOAD")->pose().position.z() == Approx(1.9).margin(1e-2));
}

TEST_CASE("a connector breaks under more than its tensile strength") {
  // The load weighs 9.81 N.
  DeviceBench strong(crane("isLocked TRUE snap FALSE tensileStrength 12"));
  strong.step(200);
  CHECK(strong.simulation().scene().find_solid("LOAD")->pose().position.z() == Approx(1.895).margin(5e-3));
  DeviceBench weak(crane("isLocked TRUE snap FALSE tensileStrength 8"));
  weak.step(200);
  CHECK(weak.simulation().scene().find_solid("LOAD")->pose().position.z() < 0);
}

// WbVacuumGripper.cpp: contacts of the step that ends are looked at in postPhysicsStep, so the joint acts from the next
// step on, and the presence of this step tells of it.
TEST_CASE("a vacuum gripper takes hold at the end of the step in which it touches") {
  // Both in zero gravity: the block comes up to the cup from 6 mm below, and is there after its third step.
  DeviceBench bench(R"(WorldInfo { basicTimeStep 4 gravity 0 }
DEF ARM Robot { children [ VacuumGripper { isOn TRUE boundingObject Box { size 0.1 0.1 0.1 } } ] controller "test" }
DEF BLOCK Solid { translation 0 0 -0.156 linearVelocity 0 0 0.625 boundingObject Box { size 0.2 0.2 0.2 }
  physics Physics { density -1 mass 1 } })");
  auto& gripper = bench.state<lo_vacuum_gripper_state>("vacuum gripper");
  const Solid& block = *bench.simulation().scene().find_solid("BLOCK");
  gripper.sensor.period_ms = 4;
  bench.step(2);
  CHECK(gripper.sensor.values[0] == 0);
  bench.step();
  CHECK(gripper.sensor.values[0] == 1);
  CHECK(block.linear_velocity().z() == Approx(0.625));
  // The joint holds it; the contact that was found with it pushes it out by a part of its depth.
  bench.step();
  CHECK(std::abs(block.linear_velocity().z()) < 0.05);

  // What it touches already when it is turned on has the contact of that step alone, which holds nothing back.
  DeviceBench hanging(R"(WorldInfo { basicTimeStep 4 }
DEF ARM Robot { children [ VacuumGripper { boundingObject Box { size 0.1 0.1 0.1 } } ] controller "test" }
DEF BLOCK Solid { translation 0 0 -0.149 boundingObject Box { size 0.2 0.2 0.2 }
  physics Physics { density -1 mass 1 } })");
  auto& cup = hanging.state<lo_vacuum_gripper_state>("vacuum gripper");
  cup.sensor.period_ms = 4;
  cup.changed = LO_VACUUM_GRIPPER_SWITCH;
  cup.turn_on = 1;
  hanging.step();
  CHECK(cup.sensor.values[0] == 1);
  const Solid& held = *hanging.simulation().scene().find_solid("BLOCK");
  CHECK(held.linear_velocity().z() < -9.81 * 0.004 / 2);
  hanging.step(2);
  CHECK(held.linear_velocity().z() == Approx(0).margin(1e-3));
}

TEST_CASE("a vacuum gripper holds what it touches, until it is off or overloaded") {
  // The cup overlaps the block's top by 1 mm.
  const auto world = [](const std::string& fields) {
    return R"(WorldInfo { basicTimeStep 4 }
DEF ARM Robot { translation 0 0 1.099
  children [ VacuumGripper { rotation 0 1 0 1.5707963267948966 )" +
           fields +
           R"( boundingObject Pose { translation -0.05 0 0 children [ Shape { geometry Box { size 0.1 0.1 0.1 } } ] } } ]
  controller "test" }
DEF BLOCK Solid { translation 0 0 1 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density -1 mass 1 } })";
  };
  const auto height = [](DeviceBench& bench) {
    return bench.simulation().scene().find_solid("BLOCK")->pose().position.z();
  };
  DeviceBench bench(world(""));
  auto& gripper = bench.state<lo_vacuum_gripper_state>("vacuum gripper");
  gripper.sensor.period_ms = 4;
  gripper.changed = LO_VACUUM_GRIPPER_SWITCH;
  gripper.turn_on = 1;
  bench.step(200);
  CHECK(gripper.is_on == 1);
  CHECK(gripper.sensor.values[0] == 1);
  CHECK(height(bench) == Approx(1).margin(2e-3));
  gripper.changed = LO_VACUUM_GRIPPER_SWITCH;
  gripper.turn_on = 0;
  bench.step(100);
  CHECK(gripper.sensor.values[0] == 0);
  CHECK(height(bench) < 0.5);

  DeviceBench weak(world("isOn TRUE tensileStrength 8"));
  weak.step(200);
  CHECK(height(weak) < 0.5);
}
