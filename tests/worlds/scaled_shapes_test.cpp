// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What rays meet of shapes that a Transform makes another form, in closed form.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/asserting.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

struct Seen {
  const char* what;
  std::string transform;   // what stands in it, with its fields
  double aside, expected;  // m: how far beside the middle the ray goes along x, from 10 m before it; what it measures
};

// Half lengths of the sphere, the cylinder, the cone and the capsule are 1 across; the middle is 10 m away.
const Seen cases[] = {
    {"sphere, thin", "scale 0.5 1 1 children [ Shape { geometry Sphere { radius 1 } } ]", 0, 9.5},
    {"sphere, thin and wide", "scale 0.5 2 1 children [ Shape { geometry Sphere { radius 1 } } ]", 0, 9.5},
    // x^2 / 0.5^2 + y^2 / 2^2 = 1 at y = 1.2: x = 0.5 * 0.8.
    {"sphere, aside", "scale 0.5 2 1 children [ Shape { geometry Sphere { radius 1 } } ]", 1.2, 9.6},
    {"cylinder", "scale 0.5 2 1 children [ Shape { geometry Cylinder { radius 1 height 1 } } ]", 0, 9.5},
    {"capsule", "scale 0.5 2 1 children [ Shape { geometry Capsule { radius 1 height 1 } } ]", 1.2, 9.6},
    // Halfway up its radius is a half.
    {"cone", "scale 0.5 2 1 children [ Shape { geometry Cone { bottomRadius 1 height 1 } } ]", 0, 9.75},
    {"what is alike in the round", "scale 2 2 1 children [ Shape { geometry Cylinder { radius 1 height 1 } } ]", 0, 8},
    // Of a box 1 x 2 x 3, turned by 0.7, and then twice as long along x and half as long along y. At y = 0.2, which was
    // 0.4: x cos 0.7 + 0.4 sin 0.7 = -0.5.
    {"box, turned before",
     "scale 2 0.5 1 children [ Pose { rotation 0 0 1 0.7 children [ Shape { geometry Box { size 1 2 3 } } "
     "] } ]",
     0.2, 10 - 2 * 0.9906449820520286},
    // Its corner is at (0.5 sin 0.7 + cos 0.7) / 2 = 0.5434.
    {"beside that box",
     "scale 2 0.5 1 children [ Pose { rotation 0 0 1 0.7 children [ Shape { geometry Box { size 1 2 3 } } ] "
     "} ]",
     0.55, -1},
    {"a mesh of it",
     "scale 2 0.5 1 children [ Pose { rotation 0 0 1 0.7 children [ Shape { geometry IndexedFaceSet { coord "
     "Coordinate { point [ -0.5 -1 -1, -0.5 -1 1, -0.5 1 1, -0.5 1 -1 ] } coordIndex [ 0 1 2 3 -1 ] } } ] } ]",
     0.2, 10 - 2 * 0.9906449820520286},
    // Mirrors: what is at y = 1 is at -1.
    {"a mirrored box",
     "scale 1 -1 1 children [ Pose { translation 0 1 0 children [ Shape { geometry Box { size 1 1 1 } } ] } ]", -1,
     9.5},
    {"where it would be unmirrored",
     "scale 1 -1 1 children [ Pose { translation 0 1 0 children [ Shape { geometry Box { size 1 1 1 } } ] } ]", 1, -1},
    // Its face goes around the other way, and is met from outside all the same.
    {"a mirrored mesh",
     "scale 1 -2 1 children [ Shape { geometry IndexedFaceSet { coord Coordinate { point [ -0.5 0 -1, -0.5 0 1, -0.5 1 "
     "1, -0.5 1 -1 ] } coordIndex [ 0 1 2 3 -1 ] } } ]",
     -1.5, 9.5},
    // A cone of 2 m whose tip is at y = 1: mirrored it is at -1, and 1.5 / 2 wide at y = 0.5.
    {"a mirrored cone",
     "scale 1 -1 1 children [ Pose { rotation 1 0 0 -1.5707963267948966 children [ Shape { geometry Cone { "
     "bottomRadius "
     "1 height 2 } } ] } ]",
     0.5, 9.25},
    {"a cone upside down, turned",
     "rotation 1 0 0 -1.5707963267948966 scale 1 1 -1 children [ Shape { geometry Cone { bottomRadius 1 height 2 } } ]",
     0.5, 9.25},
    {"a factor of 0", "scale 1 0 1 children [ Shape { geometry Box { size 1 1 1 } } ]", 0.4, 9.5},
};

}  // namespace

TEST_CASE("Lidars see what a scale makes of a shape, and no Billboard") {
  std::string lidars, shapes, expected;
  int number = 0;
  for (const Seen& seen : cases) {
    const int y = 20 * number;
    lidars += fmt::format(
        "Lidar {{ translation 0 {} 0 name \"{}\" fieldOfView 0.2 horizontalResolution 3 numberOfLayers 1 "
        "minRange 0.1 maxRange 50 }}\n",
        y + seen.aside, number);
    shapes += fmt::format("Transform {{ translation 10 {} 0 {} }}\n", y, seen.transform);
    expected += fmt::format("({}, {:.12g}, '{}'), ", number++, seen.expected, seen.what);
  }
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/looks");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\nRobot { controller \"looks\" supervisor TRUE "
             "children [\n" +
                 lidars + "] }\n" + shapes +
                 "Billboard { children [ Pose { translation 5 0 0 children [ Shape { geometry Box { size 1 50 1 } } ] "
                 "} ] }\n");
  write_file(
      folder / "controllers/looks/looks.py",
      "from controller import Supervisor\nimport math\nrobot = Supervisor()\nexpected = [" + expected +
          "]\nlidars = [robot.getDevice(str(n)) for n, _, _ in expected]\nfor lidar in lidars: lidar.enable(16)\n"
          "robot.step(16)\nrobot.step(16)\n"
          "for lidar, (_, distance, what) in zip(lidars, expected):\n"
          "    seen = lidar.getRangeImage()[1]\n"
          "    if distance < 0: assert math.isinf(seen), (what, seen)\n"
          "    else: assert abs(seen - distance) < 1e-4, (what, seen, distance)\n"
          "robot.simulationQuit(0)\nrobot.step(16)\n");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/w.wbt").string(), "--duration", "1s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
}

// p' = t + R S p, of a mirror S too.
TEST_CASE("Supervisors find what stands in a mirror where it is seen") {
  run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF T Transform { translation 5 0 0 scale 1 -2 1 children [
  DEF P Pose { translation 0 1 0 rotation 0 0 1 0.3 children [ DEF Q Pose { translation 1 0 0 } ] } ] }
Robot { supervisor TRUE controller "asserts" }
)",
                R"(
from math import cos, sin
def near(found, expected): assert all(abs(x - y) < 1e-9 for x, y in zip(found, expected)), (list(found), expected)
near(s.getFromDef('P').getPosition(), [5, -2, 0])
scale = s.getFromDef('T').getField('scale')
near(s.getFromDef('P').getOrientation(), [cos(-0.3), -sin(-0.3), 0, sin(-0.3), cos(-0.3), 0, 0, 0, 1])
# Manual, Transform: "Only non-zero values are permitted; zero values are automatically reset to 1."
scale.setSFVec3f([0, 3, 0])
s.step(8)
assert scale.getSFVec3f() == [1, 3, 1], scale.getSFVec3f()
)");
}
