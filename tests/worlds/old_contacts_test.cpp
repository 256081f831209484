// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Contacts that Physics nodes describe, as files of Webots 6 do: means of the two, or what the one says that has
// Physics.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "tests/support/simulated.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

// Without gravity, y up. With an ERP of 0 nothing is pushed out that has come in: what parts has bounced.
std::string space(const std::string& solids) {
  return "#VRML_SIM V6.0 utf8\nWorldInfo { basicTimeStep 4 ERP 0 gravity 0 0 0 physicsDisableTime 0 }\n" + solids;
}

std::string ball(const std::string& name, double x, double mass, const std::string& surface) {
  return fmt::format(
      "DEF {0} Solid {{ name \"{0}\" translation {1} 0 0 boundingObject Sphere {{ radius 0.1 }} physics Physics {{ "
      "density -1 mass {2} {3} }} }}\n",
      name, x, mass, surface);
}

void push(Simulated& world, const char* name, double speed) {
  Scene& scene = world.simulation().scene();
  REQUIRE(scene.set_velocity(*scene.find_solid(name), {speed, 0, 0}, Vector3d::Zero()));
}

double speed(Simulated& world, const char* name) { return world.solid(name).linear_velocity().x(); }

}  // namespace

TEST_CASE("Two things bounce by the mean of what their Physics say") {
  // Restitution: the speeds part by (0.9 + 0.3) / 2 of the speed at which they met.
  auto world = Simulated::from_text(space(ball("A", 0, 1, "bounce 0.9") + ball("B", 0.5, 1, "bounce 0.3")));
  world.start();
  push(world, "A", 2);
  world.run(1);
  CHECK(speed(world, "B") - speed(world, "A") == Approx(0.6 * 2).epsilon(0.01));
}

TEST_CASE("A thing without Physics bounces as the other says, a Physics that says nothing as its defaults") {
  for (const auto& [bounce, expected] : {std::pair{"bounce 0.9", 0.9}, std::pair{"bounce 0", 0.0}}) {
    auto world = Simulated::from_text(
        space(ball("A", 0, 20, bounce) + "Solid { translation 0.5 0 0 boundingObject Box { size 0.2 1 1 } }\n"));
    world.start();
    push(world, "A", 2);
    world.run(1);
    // A contact of CFM c changes the speed of a mass m in a step h by (1 + bounce) / (1 + m c / h) of itself. By the
    // default of ContactProperties, 0.001, 20 kg would not come back at all.
    const double back = (1 + expected) / (1 + 20 * 1e-5 / 0.004) - 1;
    CHECK(speed(world, "A") == Approx(-2 * std::max(back, 0.0)).margin(0.005));
  }
  auto world = Simulated::from_text(space(ball("A", 0, 1, "bounce 0.9") + ball("B", 0.5, 1, "")));
  world.start();
  push(world, "A", 2);
  world.run(1);
  CHECK(speed(world, "B") - speed(world, "A") == Approx((0.9 + 0.5) / 2 * 2).epsilon(0.01));
}

TEST_CASE("Below bounceVelocity, which is a mean too, nothing bounces") {
  auto world =
      Simulated::from_text(space(ball("A", 0, 1, "bounce 1 bounceVelocity 3") + ball("B", 0.5, 1, "bounceVelocity 2")));
  world.start();
  push(world, "A", 2.4);
  world.run(1);
  CHECK(speed(world, "B") - speed(world, "A") == Approx(0).margin(0.02));
}

TEST_CASE("Things slide by the mean of their coulombFriction") {
  // v = v0 - mu g t on a floor without Physics; on a slab of 0.6, mu is (0.2 + 0.6) / 2 between the two.
  const std::string box =
      "DEF A Solid { name \"A\" translation 0 0.05 0 boundingObject Box { size 0.3 0.1 0.3 } physics Physics { "
      "coulombFriction 0.2 bounce 0 } }\n";
  auto world = Simulated::from_text(
      "#VRML_SIM V6.0 utf8\nWorldInfo { basicTimeStep 4 physicsDisableTime 0 }\n"
      "Solid { boundingObject Plane { size 100 100 } }\n" +
      box);
  world.run(0.2);
  push(world, "A", 3);
  world.run(0.5);
  CHECK(speed(world, "A") == Approx(3 - 0.2 * 9.81 * 0.5).epsilon(0.01));
}

TEST_CASE("What a file says by ContactProperties and materials goes before what its Physics say") {
  auto world = Simulated::from_text(
      "#VRML_SIM V7.0 utf8\nWorldInfo { basicTimeStep 4 gravity 0 0 0 physicsDisableTime 0 contactProperties [ "
      "ContactProperties { material1 \"rubber\" material2 \"rubber\" bounce 0.2 softCFM 0.00001 } ] }\n"
      "DEF A Solid { name \"A\" contactMaterial \"rubber\" boundingObject Sphere { radius 0.1 } physics Physics { "
      "density "
      "-1 mass 1 bounce 0.9 } }\n"
      "Solid { contactMaterial \"rubber\" translation 0.5 0 0 boundingObject Box { size 0.2 1 1 } }\n");
  const auto found = world.take_diagnostics();
  CHECK(std::ranges::any_of(found, [](const Diagnostic& d) { return d.kind == DiagnosticKind::RetiredField; }));
  world.start();
  push(world, "A", 2);
  world.run(1);
  CHECK(speed(world, "A") == Approx(-0.4).epsilon(0.02));
}
