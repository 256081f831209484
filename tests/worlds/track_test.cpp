// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Tracks: belts that carry what lies on them, and vehicles that stand on belts.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

Motor& motor(Simulated& world, std::size_t index) {
  return dynamic_cast<Motor&>(*world.simulation().scene().robots()[0]->devices()[index]);
}

void drive(Simulated& world, std::size_t index, double speed) {
  motor(world, index).set_position(std::numeric_limits<double>::infinity());
  motor(world, index).set_velocity(speed);
}

std::string conveyor(const std::string& on_top) {
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { controller \"<none>\" children [ Track { "
         "translation 0 0 0.5 device [ LinearMotor { name \"belt\" maxVelocity 2 } PositionSensor { } ] boundingObject "
         "Box { size 10 1 0.2 } } ] }\n" +
         on_top;
}

// `length` of the belts, m; `properties`: of WorldInfo; the belts are of the material "belt".
std::string tank(double length = 0.3, const std::string& properties = "") {
  const auto track = [length](const std::string& name, double y) {
    return "Track { name \"" + name + " track\" translation 0 " + std::to_string(y) +
           " 0.1 contactMaterial \"belt\" device LinearMotor { name \"" + name +
           "\" maxVelocity 2 } boundingObject Box { size " + std::to_string(length) +
           " 0.1 0.2 } physics Physics { density -1 mass 2 } }\n";
  };
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 " + properties +
         " }\nSolid { boundingObject Plane { size 50 50 } }\n"
         "DEF R Robot { controller \"<none>\" children [\n" +
         track("left", 0.25) + track("right", -0.25) +
         "] boundingObject Pose { translation 0 0 0.2 children Box { size 0.5 0.3 0.1 } } physics Physics { density -1 "
         "mass 5 } }\n";
}

}  // namespace

TEST_CASE("a box on a conveyor moves with the belt, wakes with it and stops with it") {
  auto world = Simulated::from_text(
      conveyor("DEF BOX Solid { translation 0 0 0.65 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }\n"));
  world.run(3);  // it falls asleep
  const double start = world.solid("BOX").pose().position.x();
  CHECK(start == Approx(0).margin(1e-4));
  drive(world, 0, 0.4);
  world.run(1);
  CHECK(world.solid("BOX").linear_velocity().x() == Approx(0.4).epsilon(1e-3));
  const double before = world.solid("BOX").pose().position.x();
  world.run(2);
  CHECK(world.solid("BOX").pose().position.x() - before == Approx(0.8).epsilon(1e-3));
  CHECK(world.solid("BOX").pose().position.y() == Approx(0).margin(1e-3));
  // The belt's position is its motor's way.
  CHECK(world.simulation().scene().joints()[0]->axes()[0].position == Approx(1.2));
  drive(world, 0, 0);
  world.run(1);
  CHECK(world.solid("BOX").linear_velocity().norm() < 1e-3);
}

TEST_CASE("a belt carries against its friction only as far as that goes") {
  // mu = 0.1: from rest the box accelerates by mu g.
  auto world = Simulated::from_text(
      conveyor("DEF BOX Solid { translation -4 0 0.65 contactMaterial \"ice\" boundingObject Box { size 0.1 0.1 0.1 } "
               "physics Physics { } }\n")
          .replace(conveyor("").find("basicTimeStep"), 0,
                   "contactProperties ContactProperties { material2 \"ice\" coulombFriction 0.1 } "));
  world.run(0.5);
  drive(world, 0, 2);
  world.run(1);
  CHECK(world.solid("BOX").linear_velocity().x() == Approx(0.1 * 9.81).epsilon(0.02));
}

TEST_CASE("a tracked robot drives with the speed of its belts") {
  auto world = Simulated::from_text(tank());
  world.run(0.5);
  drive(world, 0, 0.3);
  drive(world, 1, 0.3);
  world.run(1);
  CHECK(world.solid("R").linear_velocity().x() == Approx(0.3).epsilon(0.01));
  const Vector3d before = world.solid("R").pose().position;
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK(way.x() == Approx(0.6).epsilon(0.01));
  CHECK(std::abs(way.y()) < 5e-3);
}

TEST_CASE("a tracked robot turns on the spot with opposite speeds") {
  auto world = Simulated::from_text(tank());
  world.run(0.5);
  drive(world, 0, -0.3);
  drive(world, 1, 0.3);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  const double rate = world.solid("R").angular_velocity().z();
  // Each of the eight corners bears N. Across, friction resists by 8 mu N 0.15 m. The inner edges, 0.2 m from the
  // middle, slip forward and give 4 mu N 0.2 m; the outer, at 0.3 m, could give 4 mu N 0.3 m and need give less: they
  // hold.
  CHECK(rate == Approx(0.3 / 0.3).epsilon(0.01));
  world.run(3);
  CHECK((world.solid("R").pose().position - before).norm() < 0.05);
}

// docs/drives.md, "Propellers and tracks": ODE bounds friction along the belt and across it each by itself. Of the
// eight corners, 0.4 m before or behind the middle, each bears N.
TEST_CASE("a tracked robot longer than wide turns if its belts resist less across") {
  const auto rate_with = [](const std::string& properties) {
    auto world = Simulated::from_text(tank(0.8, properties));
    world.run(0.5);
    drive(world, 0, -0.3);
    drive(world, 1, 0.3);
    world.run(2);
    return world.solid("R").angular_velocity().z();
  };
  // Across, 8 mu N 0.4 m hold it; the belts can give no more than 4 mu N (0.2 m + 0.3 m).
  CHECK(std::abs(rate_with("")) < 0.01);
  // With 0.3 mu across: 0.96 mu N m. The inner edges slip and give 0.8 mu N m, the outer need give 0.16 of their 1.2:
  // they hold, and the robot turns as fast as they run.
  CHECK(rate_with("contactProperties ContactProperties { material1 \"belt\" coulombFriction [ 1 0.3 0 ] }") ==
        Approx(0.3 / 0.3).epsilon(0.01));
}

// WbTrackWheel.cpp, rotate: a wheel of radius r turns by the way of the belt over r, about +y where it stands inside of
// the belt.
TEST_CASE("wheels of a belt turn in the tree as far as the belt moves") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { controller \"<none>\" children [ Track { "
      "device LinearMotor { name \"belt\" } children [ DEF INNER TrackWheel { "
      "position 0.3 0.2 radius 0.1 children [ DEF HUB Solid { name \"hub\" } ] } DEF OUTER TrackWheel { radius 0.2 "
      "inner FALSE } ] } ] }\n");
  world.start();
  World& tree = world.simulation().world();
  const auto turned = [&](const std::string& wheel) {
    world.simulation().scene().write_to_tree(*tree.find_def(wheel));
    const Rotation& r = tree.find_def(wheel)->get<Rotation>("rotation");
    CHECK(std::abs(r.x) + std::abs(r.z) < (r.angle == 0 ? 2 : 1e-12));
    return r.y * r.angle;
  };
  CHECK((world.solid("HUB").pose().position - Vector3d(0.3, 0, 0.2)).norm() < 1e-12);
  CHECK(turned("INNER") == 0);
  drive(world, 0, 0.5);
  world.run(0.4);
  CHECK(turned("INNER") == Approx(0.2 / 0.1));
  CHECK(turned("OUTER") == Approx(-0.2 / 0.2));
  // An edit elsewhere leaves them where they are.
  Node& wheel = *tree.find_def("OUTER");
  tree.set(wheel, wheel.type().find("radius"), Value(0.4));
  world.run(0.4);
  CHECK(turned("INNER") == Approx(0.4 / 0.1 - 2 * std::numbers::pi));
  CHECK((world.solid("HUB").pose().position - Vector3d(0.3, 0, 0.2)).norm() < 1e-12);
}

// Reference manual, Track, "Texture Animation", and WbTextureTransform.cpp, translate: the TextureTransform of the
// first shape is altered by textureAnimation per metre of the belt, less whole pictures. quadrants.png is red and
// black.
TEST_CASE("the picture of a belt moves with it, as infra-red sensors see it") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { controller \"<none>\" children [ Track { "
      "translation 1 0 0 device LinearMotor { name \"belt\" } textureAnimation 2 0.25 children [ Group { children [ "
      "Shape "
      "{ appearance PBRAppearance { metalness 0 textureTransform DEF PICTURE TextureTransform { translation 0.5 0.5 } "
      "} "
      "geometry Box { } } ] } ] } ] }\n");
  world.start();
  const auto shift = [&] { return world.simulation().world().find_def("PICTURE")->get<Vec2>("translation"); };
  CHECK(shift().x == 0.5);
  drive(world, 0, 0.5);
  world.run(0.2);
  CHECK(shift().x == Approx(0.5 + 0.1 * 2));
  CHECK(shift().y == Approx(0.5 + 0.1 * 0.25));
  world.run(0.4);
  CHECK(shift().x == Approx(0.5 + 0.3 * 2 - 1));

  // What a supervisor says holds from then on.
  Node& picture = *world.simulation().world().find_def("PICTURE");
  world.simulation().world().set(picture, picture.type().find("translation"), Value(Vec2{0, 0}));
  world.run(0.2);
  CHECK(shift().x == Approx(0.1 * 2));
  world.simulation().reset();
  CHECK(shift().x == 0.5);
}

TEST_CASE("a belt carries along its own direction, whatever the directions of its friction") {
  // The belt's friction directions are turned by 0.5 rad about the normal; with as much friction in both it makes no
  // difference to where the box goes.
  auto world = Simulated::from_text(
      conveyor(
          "DEF BOX Solid { translation -2 0 0.65 contactMaterial \"turned\" boundingObject Box { size 0.1 0.1 0.1 } "
          "physics Physics { } }\n")
          .replace(conveyor("").find("basicTimeStep"), 0,
                   "contactProperties ContactProperties { material2 \"turned\" coulombFriction [ 1 1 0 ] "
                   "frictionRotation 0.5 0 } "));
  world.run(0.5);
  drive(world, 0, 0.4);
  world.run(2);
  CHECK(world.solid("BOX").linear_velocity().x() == Approx(0.4).epsilon(1e-3));
  CHECK(std::abs(world.solid("BOX").linear_velocity().y()) < 1e-3);
}

TEST_CASE("a force on a belt gives it the speed of a mass that it moves for a step, a brake takes from it") {
  // v = (F - d v') h / m (WbTrack.cpp); the robot and its two tracks are one body of 9 kg.
  auto world = Simulated::from_text(tank());
  world.run(0.5);
  motor(world, 0).set_force(9);
  motor(world, 1).set_force(9);
  world.step();
  for (int i = 0; i < 2; ++i)
    CHECK(world.simulation().scene().joints()[i]->axes()[0].velocity == Approx(9 * 0.008 / 9));
  world.step();
  CHECK(world.simulation().scene().joints()[0]->axes()[0].velocity == Approx(9 * 0.008 / 9));
  CHECK(world.simulation().scene().joints()[0]->axes()[0].position == Approx(2 * 0.008 * 0.008));
}
