// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Meshes and elevation grids: where things rest on them, and the mass of a mesh against closed form.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "engine/mesh/triangle_mesh.h"
#include "engine/shapes/shape.h"
#include "tests/support/simulated.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

const std::string cube =
    "IndexedFaceSet { coord Coordinate { point [ -0.1 -0.1 -0.1, 0.1 -0.1 -0.1, 0.1 0.1 -0.1, -0.1 0.1 -0.1, "
    "-0.1 -0.1 0.1, 0.1 -0.1 0.1, 0.1 0.1 0.1, -0.1 0.1 0.1 ] } coordIndex [ 3 2 1 0 -1 4 5 6 7 -1 0 1 5 4 -1 "
    "1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 -1 ] }";

const std::string header = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n";

// A resting contact of softness cfm and erp sinks by at most what carries the weight: depth = cfm m g h / (erp n) for n
// contacts; with the format's 0.001 and 0.2, 8 kg and one contact 3 mm.
constexpr double sag = 3.2e-3;

}  // namespace

TEST_CASE("A cube of faces has the mass and inertia of a cube and rests on its face") {
  auto world =
      Simulated::from_text(header +
                           "Solid { boundingObject Plane { } }\nDEF CUBE Solid { name \"cube\" translation 0 0 0.3 "
                           "boundingObject " +
                           cube + " physics Physics { } }\n");
  world.start();
  dMass mass;
  dBodyGetMass(world.solid("CUBE").body(), &mass);
  // Edge 0.2 m of 1000 kg/m^3: m = 8 kg, I = m a^2 / 6.
  CHECK(mass.mass == Approx(8).epsilon(1e-6));
  CHECK(mass.I[0] == Approx(8 * 0.04 / 6).epsilon(1e-6));
  CHECK(mass.I[1] == Approx(0).margin(1e-9));
  world.run(3);
  CHECK(world.solid("CUBE").pose().position.z() == Approx(0.1).margin(sag));
  CHECK(world.solid("CUBE").linear_velocity().norm() < 1e-3);
}

// WbSolidUtilities::addMass: what dMassSetTrimesh finds no mass of counts as 1 kg of 1000 kg/m^3, with the identity as
// inertia matrix; `density` and `mass` scale both.
TEST_CASE("A mesh whose faces do not enclose a volume counts as a litre with 1 kg m^2 per kg") {
  const std::string inwards =
      "IndexedFaceSet { ccw FALSE coord Coordinate { point [ -0.1 -0.1 -0.1, 0.1 -0.1 -0.1, 0.1 0.1 -0.1, -0.1 0.1 "
      "-0.1, "
      "-0.1 -0.1 0.1, 0.1 -0.1 0.1, 0.1 0.1 0.1, -0.1 0.1 0.1 ] } coordIndex [ 3 2 1 0 -1 4 5 6 7 -1 0 1 5 4 -1 "
      "1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 -1 ] }";
  const auto mass_of = [](const std::string& bounding, const std::string& physics) {
    auto world = Simulated::from_text(header + "DEF S Solid { boundingObject " + bounding + " physics Physics { " +
                                      physics + " } }\n");
    world.start();
    dMass mass;
    dBodyGetMass(world.solid("S").body(), &mass);
    CHECK(std::ranges::any_of(world.take_diagnostics(), [](const Diagnostic& told) {
      return told.message.find("do not enclose a volume") != std::string::npos;
    }));
    return std::array{mass.mass, mass.I[0], mass.I[5], mass.I[1]};
  };
  const auto check = [&](const std::string& bounding, const std::string& physics,
                         const std::array<double, 4>& expected) {
    const auto found = mass_of(bounding, physics);
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-9));
  };
  check(inwards, "", {1, 1, 1, 0});
  check(inwards, "density 500", {0.5, 0.5, 0.5, 0});
  check(inwards, "density -1 mass 5", {5, 5, 5, 0});
  // Beside a cube of 0.2 m, 8 kg with m a^2 / 6.
  check("Group { children [ Box { size 0.2 0.2 0.2 } " + inwards + " ] }", "",
        {9, 1 + 8 * 0.04 / 6, 1 + 8 * 0.04 / 6, 0});
}

TEST_CASE("An inertiaMatrix counts with a centerOfMass, its products of inertia are 0 if they are missing") {
  // Webots, src/webots/nodes/WbPhysics.cpp (updateMode, preFinalize) and WbSolid.cpp (createOdeMass).
  const auto mass_of = [](const std::string& physics) {
    auto world = Simulated::from_text(
        header +
        "DEF BOX Solid { boundingObject Pose { translation 0.5 0 0 children [ Box { size 0.6 0.6 0.6 } ] } physics "
        "Physics { density -1 mass 2 " +
        physics + " } }\n");
    world.start();
    dMass mass;
    dBodyGetMass(world.solid("BOX").body(), &mass);
    const Vector3d centre = -world.solid("BOX").in_body().position;
    world.take_diagnostics();
    return std::array{mass.mass, mass.I[0], mass.I[5], mass.I[1], centre.x()};
  };
  const auto check = [&](const std::string& physics, const std::array<double, 5>& expected) {
    INFO(physics);
    const auto found = mass_of(physics);
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-9));
  };
  check("centerOfMass 0 0 0.1 inertiaMatrix [ 1 2 2.5, 0.1 0 0 ]", {2, 1, 2, 0.1, 0});
  check("centerOfMass 0 0 0.1 inertiaMatrix [ 1 2 2.5 ]", {2, 1, 2, 0, 0});
  // A cube of edge 0.6 m and 2 kg: m a^2 / 6 = 0.12; about the solid's origin, 0.5 m away along x, 0.12 + 2 * 0.25.
  check("", {2, 0.12, 0.12, 0, 0.5});
  check("inertiaMatrix [ 1 2 2.5, 0.1 0 0 ]", {2, 0.12, 0.62, 0, 0});
}

TEST_CASE("Things rest at the height of the elevation grid where they stand") {
  // Raised by 0.5 m where both grid indices are 2 or 3: the square around (0.5, 0.5) in the world.
  auto world = Simulated::from_text(
      header +
      "Solid { name \"land\" translation -2 -2 0 boundingObject ElevationGrid { xDimension 5 yDimension 5 height [ "
      "0 0 0 0 0  0 0 0 0 0  0 0 0.5 0.5 0  0 0 0.5 0.5 0  0 0 0 0 0 ] } }\n"
      "DEF LOW Solid { name \"low\" translation -1.5 -1.5 0.3 boundingObject Sphere { radius 0.1 } physics Physics { } "
      "}\n"
      "DEF HIGH Solid { name \"high\" translation 0.5 0.5 0.8 boundingObject Box { size 0.2 0.2 0.2 } physics Physics "
      "{ } }\n"
      // Beside the raised square in x and in y: rows and columns are not mixed up.
      "DEF BESIDE Solid { name \"beside\" translation -1.5 0.5 0.3 boundingObject Sphere { radius 0.1 } physics "
      "Physics { } }\n");
  world.run(3);
  CHECK(world.solid("LOW").pose().position.z() == Approx(0.1).margin(sag));
  CHECK(world.solid("HIGH").pose().position.z() == Approx(0.6).margin(sag));
  CHECK(world.solid("BESIDE").pose().position.z() == Approx(0.1).margin(sag));
}

TEST_CASE("Whatever falls on a rough grid lies on its peaks and edges, however the grid is turned") {
  // Bumps 0.1 m high at every other point, 0.5 m apart. A plate and a disc lie on the peaks; a ball and a capsule lie
  // between them, the lowest point of the one and the line of the other at the grid's own height.
  std::string heights;
  for (int i = 0; i < 81; ++i) heights += (i % 9) % 2 == 1 && (i / 9) % 2 == 1 ? "0.1 " : "0 ";
  const std::string turn = GENERATE(as<std::string>{}, "0 0 1 0", "0 0 1 1.5707963267948966", "0 0 1 3.5");
  const auto [shape, height, slack] =
      GENERATE(table<std::string, double, double>({{"Box { size 0.8 0.8 0.1 }", 0.15, sag},
                                                   {"Cylinder { radius 0.5 height 0.1 }", 0.15, sag},
                                                   {"Sphere { radius 0.08 }", 0.08, 0.01}}));
  auto world = Simulated::from_text(
      header + "Solid { name \"turned\" rotation " + turn +
      " children [ Solid { name \"land\" translation -1 -1 0 boundingObject ElevationGrid { xDimension 9 yDimension 9 "
      "xSpacing 0.25 ySpacing 0.25 height [ " +
      heights + "] } } ] }\nDEF THING Solid { name \"thing\" translation 0.02 0.01 0.3 boundingObject " + shape +
      " physics Physics { density -1 mass 1 } }\n");
  world.run(6);
  CHECK(world.solid("THING").pose().position.z() == Approx(height).margin(slack));
  // The ball may still roll to and fro in its hollow.
  CHECK(world.solid("THING").linear_velocity().norm() < 0.2);
}

TEST_CASE("A ball that a step carried below a grid comes up again") {
  auto world = Simulated::from_text(
      header +
      "Solid { name \"land\" translation -2 -2 0 boundingObject ElevationGrid { xDimension 5 yDimension 5 } }\n"
      "DEF BALL Solid { name \"ball\" translation 0.2 0.3 0.2 linearVelocity 0 0 -20 boundingObject Sphere { radius "
      "0.05 } "
      "physics Physics { } }\n");
  world.run(5);
  CHECK(world.solid("BALL").pose().position.z() > 0);
}

TEST_CASE("Transforms stretch the shapes in them") {
  auto world = Simulated::from_text(
      header +
      "Solid { boundingObject Plane { } }\n"
      "DEF BOX Solid { name \"box\" translation 0 0 1 boundingObject Transform { scale 2 2 0.5 children Box { size 0.2 "
      "0.2 "
      "0.2 } } physics Physics { } }\n"
      "DEF BALL Solid { name \"ball\" translation 2 0 1 boundingObject Transform { translation 0 0 0.3 scale 2 2 2 "
      "children "
      "Pose { translation 0 0 0.1 children Sphere { radius 0.1 } } } physics Physics { } }\n"
      "DEF MESH Solid { name \"mesh\" translation 4 0 1 boundingObject Transform { scale 1 1 2 children " +
      cube + " } physics Physics { } }\n");
  world.run(3);
  CHECK(world.solid("BOX").pose().position.z() == Approx(0.05).margin(sag));
  CHECK(world.solid("MESH").pose().position.z() == Approx(0.2).margin(sag));
  // The ball's middle is 0.3 + 2 * 0.1 above the solid, its radius 0.2; upright it may not stay.
  const Pose ball = world.solid("BALL").pose();
  CHECK((ball * Vector3d(0, 0, 0.5)).z() == Approx(0.2).margin(0.02));
  dMass mass;
  dBodyGetMass(world.solid("BOX").body(), &mass);
  CHECK(mass.mass == Approx(0.4 * 0.4 * 0.1 * 1000));
  dBodyGetMass(world.solid("MESH").body(), &mass);
  CHECK(mass.mass == Approx(0.2 * 0.2 * 0.4 * 1000).epsilon(1e-6));
}
