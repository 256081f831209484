// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What drives, floats and is charged goes on from a snapshot in the same bits.
#include <catch2/catch.hpp>
#include <limits>

#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/state/state_hash.h"
#include "tests/support/simulated.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

// Two wheels without Physics against a wall, a box on a belt, a boat, a flyer, an arm that feels its load until it
// sleeps, a battery and its charger, and coupled motors.
const char world_text[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 physicsDisableTime 0.2 }
Solid { name "floor" boundingObject Plane { size 50 50 } }
Solid { name "wall" translation 0.5 0 0 boundingObject Box { size 0.1 4 1 } }
Robot { name "roller" controller "<none>" rotation 0 0 1 0.3 battery [ 10 20 5 ] cpuConsumption 1 children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } device RotationalMotor { name "left" maxTorque 50 }
    endPoint Solid { name "l" translation 0 0.1 0.05 rotation 1 0 0 1.5708 boundingObject Cylinder { radius 0.05 height 0.01 } } }
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } device RotationalMotor { name "right" maxTorque 50 }
    endPoint Solid { name "r" translation 0 -0.1 0.05 rotation 1 0 0 1.5708 boundingObject Cylinder { radius 0.05 height 0.01 } } }
  ] boundingObject Pose { translation 0 0 0.1 children Box { size 0.2 0.15 0.1 } } }
Charger { battery [ 10 10 1 ] radius 0.3 }
Robot { name "conveyor" controller "<none>" translation 0 5 0 children [
  Track { translation 0 0 0.5 device LinearMotor { name "belt" acceleration 1 } boundingObject Box { size 5 1 0.2 }
    textureAnimation 1 0.3 children [ Shape { appearance PBRAppearance { textureTransform TextureTransform { } } geometry Box { size 5 1 0.2 } } ] } ] }
DEF BOX Solid { name "box" translation 0 5 0.66 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }
Fluid { name "water" translation 0 -10 0 boundingObject Box { size 5 5 2 } }
DEF BOAT Solid { name "boat" translation 0 -10 1.1 rotation 1 0 0 0.3 boundingObject Box { size 0.5 0.3 0.2 } physics Physics { density 300 }
  immersionProperties ImmersionProperties { fluidName "water" dragForceCoefficients 0.1 0 0 dragTorqueCoefficients 0.1 0 0 } }
Robot { name "flyer" controller "<none>" translation -3 0 5 children [
  Propeller { shaftAxis 0 0 1 thrustConstants 0.001 0.01 torqueConstants 1e-5 0 device RotationalMotor { name "rotor" maxVelocity 500 acceleration 400 } }
  ] boundingObject Box { size 0.3 0.3 0.1 } physics Physics { density -1 mass 1 } }
Robot { name "arm" controller "<none>" translation 3 3 1 battery [ 5000 5000 0 ] children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } device RotationalMotor { name "joint::a" maxTorque 50 }
    endPoint Solid { name "a" translation 0.3 0 0 boundingObject Sphere { radius 0.1 } physics Physics { } } }
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device RotationalMotor { name "joint::b" multiplier 0.5 maxVelocity 5 }
    endPoint Solid { name "b" } } ] }
)";

void command(Simulated& world, std::string_view name, double velocity) {
  for (const auto& robot : world.simulation().scene().robots())
    if (auto* motor = dynamic_cast<Motor*>(robot->find_device(name))) {
      motor->set_position(std::numeric_limits<double>::infinity());
      motor->set_velocity(velocity);
    }
}

}  // namespace

TEST_CASE("what drives, floats and is charged goes on from a snapshot in the same bits") {
  SimulationOptions options;
  options.snapshots = true;
  for (const double time : {0.048, 0.8, 2.0}) {
    CAPTURE(time);
    auto world = Simulated::from_text(world_text, options);
    world.start();
    command(world, "left", 3);
    command(world, "right", 3.5);
    command(world, "belt", 0.5);
    command(world, "rotor", 120);
    world.run(time);
    const auto kept = world.simulation().snapshot();
    REQUIRE(kept.has_value());
    std::vector<std::uint64_t> expected;
    for (int i = 0; i < 60; ++i) {
      world.step();
      expected.push_back(world.simulation().state_hash());
    }
    auto fresh = Simulated::from_text(world_text, options);
    for (Simulated* restored : {&world, &fresh}) {
      Diagnostics diagnostics;
      REQUIRE(restored->simulation().restore(*kept, {}, diagnostics).has_value());
      for (const std::uint64_t next : expected) {
        restored->step();
        REQUIRE(restored->simulation().state_hash() == next);
      }
    }
  }
}
