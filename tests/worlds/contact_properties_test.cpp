// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// ContactProperties beyond Coulomb's layouts: slip, rolling friction, how many contacts and which.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

constexpr double g = 9.81;

std::string world_of(const std::string& properties, const std::string& solids,
                     const std::string& floor_rotation = "0 0 1 0") {
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 4 physicsDisableTime 0 contactProperties [ "
         "ContactProperties { "
         "material1 \"thing\" bounce 0 " +
         properties + " } ] }\nSolid { name \"floor\" rotation " + floor_rotation +
         " boundingObject Plane { size 100 100 } }\n" + solids;
}

std::string thing(const std::string& shape, double height, const std::string& more = "") {
  return fmt::format(
      "DEF THING Solid {{ name \"thing\" contactMaterial \"thing\" translation 0 0 {} boundingObject {} physics "
      "Physics {{ density -1 mass 2 }} {} }}\n",
      height, shape, more);
}

void set_velocity(Simulated& world, const Vector3d& linear, const Vector3d& angular) {
  Scene& scene = world.simulation().scene();
  REQUIRE(scene.set_velocity(*scene.find_solid("THING"), linear, angular));
}

}  // namespace

TEST_CASE("An empty coulombFriction is that of no ContactProperties: 1") {
  // Webots, WbSimulationCluster::fillSurfaceParameters. v = v0 - mu g t.
  auto world = Simulated::from_text(world_of("coulombFriction [ ]", thing("Box { size 0.4 0.4 0.1 }", 0.05)));
  world.run(0.2);
  const double start = 6, time = 0.4;
  set_velocity(world, {start, 0, 0}, Vector3d::Zero());
  world.run(time);
  CHECK(world.solid("THING").linear_velocity().x() == Approx(start - g * time).epsilon(0.01));
}

TEST_CASE("forceDependentSlip lets a thing slide in proportion to the force on it") {
  // A box on a slope of 0.1 rad: four contacts, each with a quarter of m g sin(slope), give slip times that.
  const double slope = 0.1, slip = 0.05;
  auto world = Simulated::from_text(world_of(
      "coulombFriction 10 forceDependentSlip 0.05",
      fmt::format(
          "DEF THING Solid {{ name \"thing\" contactMaterial \"thing\" rotation 0 1 0 {0} translation {1} 0 {2} "
          "boundingObject Box {{ size 0.4 0.4 0.1 }} physics Physics {{ density -1 mass 2 }} }}\n",
          slope, 0.05 * std::sin(slope), 0.05 * std::cos(slope)),
      "0 1 0 0.1"));
  world.run(2);
  REQUIRE(world.simulation().scene().contacts().points().size() == 4);
  const Vector3d down(std::cos(slope), 0, -std::sin(slope));
  CHECK(world.solid("THING").linear_velocity().dot(down) == Approx(slip * 2 * g * std::sin(slope) / 4).epsilon(0.02));
}

TEST_CASE("rollingFriction brakes what rolls, along, across and about the normal") {
  // A torque of rho N against rolling: a = rho g / (r (1 + 2/5)) for a ball. About the normal: rho m g / (2/5 m r^2).
  const double rho = 0.002, radius = 0.1;
  const std::string ball = "Sphere { radius 0.1 }";
  SECTION("rolling") {
    auto world = Simulated::from_text(world_of("rollingFriction 0.002 0.002 0", thing(ball, radius)));
    world.run(0.2);
    set_velocity(world, {1, 0, 0}, {0, 1 / radius, 0});
    world.run(1);
    CHECK(1 - world.solid("THING").linear_velocity().x() == Approx(rho * g / (1.4 * radius)).epsilon(0.1));
  }
  SECTION("spinning") {
    auto world = Simulated::from_text(world_of("rollingFriction 0 0 0.002", thing(ball, radius)));
    world.run(0.2);
    set_velocity(world, {0, 0, 0}, {0, 0, 20});
    world.run(1);
    CHECK(20 - world.solid("THING").angular_velocity().z() == Approx(rho * g / (0.4 * radius * radius)).epsilon(0.1));
  }
  SECTION("none") {
    auto world = Simulated::from_text(world_of("rollingFriction 0 0 0", thing(ball, radius)));
    world.run(0.2);
    set_velocity(world, {1, 0, 0}, {0, 1 / radius, 20});
    world.run(1);
    CHECK(world.solid("THING").linear_velocity().x() == Approx(1).epsilon(1e-3));
    CHECK(world.solid("THING").angular_velocity().z() == Approx(20).epsilon(1e-3));
  }
}

TEST_CASE("maxContactJoints keeps the deepest contacts") {
  // Tilted about x: the corners at +y are higher. All four are in the floor.
  const std::string tilted = thing("Box { size 0.4 0.4 0.1 }", 0.04, "rotation 1 0 0 0.01");
  const int most = GENERATE(1, 2, 3, 10);
  auto world = Simulated::from_text(world_of(fmt::format("maxContactJoints {}", most), tilted));
  world.start();
  const auto points = world.simulation().scene().contacts().points();
  CHECK(int(points.size()) == std::min(most, 4));
  int deep = 0;
  for (const ContactPoint& point : points) deep += point.position.y() < 0;
  CHECK(deep == std::min(most, 2));
}

// Manual, ContactProperties: one coulombFriction is "fully symmetric", whatever else is given. (In ODE the flag for
// rolling friction that depends on the axis is the flag for a second coefficient of sliding friction, too: where nobody
// sets that, things slide along x as on ice.)
TEST_CASE("rollingFriction about one axis leaves the friction of what slides the same along all") {
  const std::string rolling = GENERATE("0 0.002 0", "0.002 0 0", "0 0 0.002");
  const double angle = GENERATE(0, 1.2, M_PI / 2);
  CAPTURE(rolling, angle);
  auto world = Simulated::from_text(
      world_of("coulombFriction 0.5 rollingFriction " + rolling, thing("Box { size 0.4 0.4 0.1 }", 0.05)));
  world.run(0.2);
  const double start = 3, time = 0.4;
  set_velocity(world, {start * std::cos(angle), start * std::sin(angle), 0}, Vector3d::Zero());
  world.run(time);
  const Vector3d v = world.solid("THING").linear_velocity();
  // ODE limits both directions for themselves: along each that it slides in it brakes with mu g.
  const auto braked = [&](double speed) { return std::max(0.0, speed - 0.5 * g * time); };
  CHECK(v.x() == Approx(braked(start * std::cos(angle))).margin(0.02 * start));
  CHECK(v.y() == Approx(braked(start * std::sin(angle))).margin(0.02 * start));
}
