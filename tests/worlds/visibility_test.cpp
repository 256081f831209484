// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// wb_supervisor_node_set_visibility: what is hidden from one camera, range finder or lidar alone.
#include <catch2/catch.hpp>

#include "engine/image/image_file.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

// A green wall at 5 m, a red one at 8 m behind it.
const char world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { position 0 0 0 orientation 0 0 1 0 }
DEF NEAR Solid { translation 5.5 0 0 name "near" children [ DEF SHOWN Shape {
  appearance Appearance { material Material { emissiveColor 0 1 0 } } geometry Box { size 1 4 4 } } ] }
DEF FAR Solid { translation 8.5 0 0 name "far" children [ Shape {
  appearance Appearance { material Material { emissiveColor 1 0 0 } } geometry Box { size 1 9 9 } } ] }
Robot { name "robot" supervisor TRUE controller "hides" children [
  Camera { name "a" width 8 height 8 fieldOfView 0.3 }
  Camera { name "b" width 8 height 8 fieldOfView 0.3 projection "cylindrical" }
  RangeFinder { width 3 height 3 fieldOfView 0.3 maxRange 20 }
  Lidar { horizontalResolution 3 numberOfLayers 1 fieldOfView 0.1 maxRange 20 tiltAngle 0 }
] }
)";

const char hides[] = R"(
from controller import Supervisor
robot = Supervisor()
a, b, finder, lidar = [robot.getDevice(n) for n in ('a', 'b', 'range-finder', 'lidar')]
for device in a, b, finder, lidar: device.enable(16)
eye_a, eye_b, eye_finder, eye_lidar = [robot.getFromDevice(d) for d in (a, b, finder, lidar)]
near, far, shown = robot.getFromDef('NEAR'), robot.getFromDef('FAR'), robot.getFromDef('SHOWN')

def colour(camera):
    image = camera.getImage()
    return tuple(image[4 * 36 + i] for i in (2, 1, 0))
def seen():
    robot.step(16)
    return colour(a), colour(b), round(finder.getRangeImage()[4], 4), round(lidar.getRangeImage()[1], 4)

RED, GREEN, NOTHING = (207, 0, 0), (0, 207, 0), (0, 0, 0)
robot.step(16)
assert seen() == (GREEN, GREEN, 5, 5), seen()
near.setVisibility(eye_a, False)
assert seen() == (RED, GREEN, 5, 5), seen()
near.setVisibility(eye_b, False)
near.setVisibility(eye_finder, False)
near.setVisibility(eye_lidar, False)
assert seen() == (RED, RED, 8, 8), seen()
# The root is all there is.
robot.getRoot().setVisibility(eye_lidar, False)
assert seen() == (RED, RED, 8, float('inf')), seen()
robot.getRoot().setVisibility(eye_lidar, True)
near.setVisibility(eye_lidar, False)
assert seen() == (RED, RED, 8, 8), seen()
# Twice hidden, once shown.
near.setVisibility(eye_a, False)
near.setVisibility(eye_a, True)
assert seen() == (GREEN, RED, 8, 8), seen()
# A part is shown again, then all is hidden.
shown.setVisibility(eye_b, True)
assert seen() == (GREEN, GREEN, 8, 8), seen()
near.setVisibility(eye_b, False)
assert seen() == (GREEN, RED, 8, 8), seen()
# An edit that makes the scene anew.
root = robot.getRoot().getField('children')
root.importMFNodeFromString(-1, 'Solid { translation 0 90 0 name "more" boundingObject Sphere {} physics Physics {} }')
assert seen() == (GREEN, RED, 8, 8), seen()
far.setVisibility(eye_lidar, False)
assert seen() == (GREEN, RED, 8, float('inf')), seen()
# The Viewpoint.
view = next(root.getMFNode(i) for i in range(root.getCount()) if root.getMFNode(i).getTypeName() == 'Viewpoint')
near.setVisibility(view, False)
robot.exportImage('hidden.png', 100)
near.setVisibility(view, True)
robot.exportImage('shown.png', 100)
# What comes in the place of what went is another node.
near.remove()
root.importMFNodeFromString(-1, 'Solid { translation 3.5 0 0 name "new" children [ Shape { appearance Appearance { '
    'material Material { emissiveColor 0 0 1 } } geometry Box { size 1 4 4 } } ] }')
assert seen() == ((0, 0, 207), (0, 0, 207), 3, 3), seen()
# A reset shows everything, and brings back nothing that was removed.
robot.simulationReset()
robot.step(16)
assert seen() == (RED, RED, 8, 8), seen()
robot.simulationQuit(0)
robot.step(16)
)";

}  // namespace

TEST_CASE("A node is hidden from one that sees, and from no other") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/hides");
  write_file(folder / "worlds/hide.wbt", world);
  write_file(folder / "controllers/hides/hides.py", hides);
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/hide.wbt").string(), "--duration", "2s"});
  CAPTURE(result.out, result.err);
  REQUIRE(result.exit_code == 0);
  const auto hidden = read_image_file(folder / "controllers/hides/hidden.png");
  const auto shown = read_image_file(folder / "controllers/hides/shown.png");
  REQUIRE((hidden && shown));
  CHECK(hidden->pixel(400, 300)[0] == 207);
  CHECK(shown->pixel(400, 300)[1] == 207);
}
