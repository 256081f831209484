// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The soccer fields of the built-in library: a ball rests on the turf, and one that rolls between the posts stays in
// the net.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

Simulated world_of(const std::string& nodes, const std::string& version = "R2025a", const std::string& system = "ENU") {
  auto world = Simulated::from_text("#VRML_SIM " + version + " utf8\nWorldInfo { basicTimeStep 8 coordinateSystem \"" +
                                    system + "\" }\n" + nodes);
  world.start();
  world.take_diagnostics();
  return world;
}

}  // namespace

TEST_CASE("balls rest on the turf of the RoboCup's fields and roll into their goals as far as the nets") {
  struct Field {
    const char* size;
    double half_length, half_width, goal_height;
    int ball;
    double radius;
  };
  // Laws of the RoboCup Humanoid League 2021: 9 x 6 and 14 x 9 m, goals of 2.6 m, 1.2 and 1.8 m high, 0.6 m deep; turf
  // of 1 cm.
  const Field field = GENERATE(Field{"kid", 4.5, 3, 1.2, 1, 0.07}, Field{"adult", 7, 4.5, 1.8, 5, 0.1125});
  CAPTURE(field.size);
  const auto ball = [&field](const std::string& def, double x, double y, const std::string& velocity) {
    return "DEF " + def + " RobocupSoccerBall { name \"" + def + "\" size " + std::to_string(field.ball) +
           " hidden linearVelocity_0 " + velocity + " translation " + std::to_string(x) + " " + std::to_string(y) +
           " " + std::to_string(field.radius + 0.01) + " }\n";
  };
  auto world =
      world_of("RobocupSoccerField { size \"" + std::string(field.size) + "\" }\n" + ball("REST", 0, 0, "0 0 0") +
               ball("GOAL", field.half_length - 1, 1.1, "3 0 0") +
               ball("POST", -field.half_length + 1, 1.35, "-3 0 0") + ball("OUT", 1, field.half_width - 1, "0 3 0"));
  double farthest = 0;
  for (int i = 0; i < 375; ++i) {
    world.step();
    farthest = std::max(farthest, world.solid("GOAL").pose().position.x());
  }
  CHECK(world.solid("REST").pose().position.z() == Approx(0.01 + field.radius).margin(0.001));
  // The net hangs at the posts' radius behind the depth.
  CHECK(farthest == Approx(field.half_length + 0.65 - 0.01 - field.radius).margin(0.02));
  // The middles of the posts are 1.35 m from that of the goal.
  CHECK(world.solid("POST").pose().position.x() > -field.half_length);
  // Beyond the border of 1 m there is nothing.
  CHECK(world.solid("OUT").pose().position.z() < -1);
}

TEST_CASE("without turf a ball rests on the ground of the RoboCup's field") {
  auto world = world_of("RobocupSoccerField { turfPhysics FALSE }\nDEF B RobocupSoccerBall { translation 1 0 0.08 }\n");
  for (int i = 0; i < 250; ++i) world.step();
  CHECK(world.solid("B").pose().position.z() == Approx(0.07).margin(0.001));
}

TEST_CASE("the field of the Robotstadium is 10.4 m long and 7.4 m wide, up along y in older files") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  const auto box = [old](const std::string& def, double x, double y) {
    return "DEF " + def + " Solid { name \"" + def + "\" translation " + std::to_string(x) + " " +
           (old ? "0.051 " + std::to_string(-y) : std::to_string(y) + " 0.051") +
           " boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }\n";
  };
  auto world =
      world_of("RobotstadiumSoccerField { }\n" + box("IN", 5.1, 3.6) + box("AHEAD", 5.3, 0) + box("ASIDE", 0, 3.8),
               old ? "R2021a" : "R2025a", old ? "NUE" : "ENU");
  world.run(1);
  const auto height = [&](const char* def) {
    const Vector3d at = world.solid(def).pose().position;
    return old ? at.y() : at.z();
  };
  CHECK(height("IN") == Approx(0.05).margin(0.002));
  CHECK(height("AHEAD") < -1);
  CHECK(height("ASIDE") < -1);
}
