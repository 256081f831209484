// Meshes and elevation grids: where things rest on them, and the mass of a mesh against closed form.
#include <catch2/catch.hpp>

#include "tests/support/simulated.h"

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
