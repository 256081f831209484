// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The Viewpoint goes after what it follows; expected places in closed form.
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

const char world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { position -10 0 0 orientation 0 0 1 0 follow "cart:mast" followSmoothness 0 }
DEF CART Pose { children [ Solid { name "cart" children [ Solid { name "mast" children [
  DEF CUBE Shape { geometry Box { size 2 2 2 } } ] } ] } ] }
Solid { translation 0 50 0 name "mast" }
Robot { name "robot" supervisor TRUE controller "drives" }
)";

const char drives[] = R"(
from controller import Supervisor
import math
robot = Supervisor()
root = robot.getRoot().getField('children')
view = next(root.getMFNode(i) for i in range(root.getCount()) if root.getMFNode(i).getTypeName() == 'Viewpoint')
cart = robot.getFromDef('CART')
place, turn = cart.getField('translation'), cart.getField('rotation')

def check(position, angle):
    p, r = view.getField('position').getSFVec3f(), view.getField('orientation').getSFRotation()
    assert all(abs(x - y) < 1e-9 for x, y in zip(p, position)), (p, position)
    assert abs(r[2] * r[3] - angle) < 1e-9, (r, angle)

robot.step(16)
check([-10, 0, 0], 0)
place.setSFVec3f([1, 2, 3])
robot.step(16)
check([-9, 2, 3], 0)
# What it is behind shrinks by s / (dt + s) a step.
view.getField('followSmoothness').setSFFloat(0.5)
place.setSFVec3f([2, 2, 3])
for i in range(3): robot.step(16)
left = (0.5 / 0.516) ** 3
check([-8 - left, 2, 3], 0)
# An edit puts it elsewhere; the rest of the way follows.
view.getField('position').setSFVec3f([0, 0, 0])
robot.step(16)
check([left - left * 0.5 / 0.516, 0, 0], 0)
# A quarter turn about the cart, at which it is mounted.
view.getField('followType').setSFString('Mounted Shot')
view.getField('position').setSFVec3f([-8, 2, 3])
robot.step(16)
turn.setSFRotation([0, 0, 1, math.pi / 2])
robot.step(16)
check([2, -8, 3], math.pi / 2)
view.getField('followType').setSFString('Pan and Tilt Shot')
view.getField('position').setSFVec3f([2, 2, 3])
place.setSFVec3f([5, 5, 3])
robot.step(16)
check([2, 2, 3], math.pi / 4)
view.getField('followType').setSFString('None')
place.setSFVec3f([0, 0, 0])
robot.step(16)
check([2, 2, 3], math.pi / 4)
# Another is followed: it does not jump.
view.getField('followType').setSFString('Tracking Shot')
view.getField('follow').setSFString('mast')
robot.step(16)
check([2, 2, 3], math.pi / 4)
view.getField('follow').setSFString('')
# The cube's sphere fills the height of the image, of 800 x 600 pixels.
view.getField('orientation').setSFRotation([0, 0, 1, 0])
turn.setSFRotation([0, 0, 1, 0])
robot.step(16)
cart.moveViewpoint()
far = math.sqrt(3) / math.sin(math.atan(0.75 * math.tan(0.785398 / 2)))
p = view.getField('position').getSFVec3f()
assert abs(p[0] + far) < 1e-5 and abs(p[1]) < 1e-5 and abs(p[2]) < 1e-5, (p, far)
robot.getSelf().moveViewpoint()
robot.simulationReset()
robot.step(16)
check([-10, 0, 0], 0)
robot.step(16)
# It follows nobody, as was set before the reset.
place.setSFVec3f([1, 0, 0])
robot.step(16)
check([-10, 0, 0], 0)
view.getField('follow').setSFString('cart:mast')
view.getField('followSmoothness').setSFFloat(0)
robot.step(16)
place.setSFVec3f([2, 0, 0])
robot.step(16)
check([-9, 0, 0], 0)
robot.simulationQuit(0)
robot.step(16)
)";

// Frames of a file before R2022a: the Viewpoint looks along its -z, a cylinder stands along y.
const char old_world[] = R"(#VRML_SIM R2021a utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { orientation 0 1 0 0.5 position 0 0 5 }
DEF T Transform { rotation 0 0 1 0.5 children [ Shape { geometry Cylinder { height 2 radius 0.1 } } ] }
Robot { name "robot" supervisor TRUE controller "drives" }
)";

const char reads[] = R"(
from controller import Supervisor
robot = Supervisor()
root = robot.getRoot().getField('children')
view = next(root.getMFNode(i) for i in range(root.getCount()) if root.getMFNode(i).getTypeName() == 'Viewpoint')
looks, turned = view.getField('orientation'), robot.getFromDef('T').getField('rotation')

def check(field, rotation):
    assert all(abs(x - y) < 1e-9 for x, y in zip(field.getSFRotation(), rotation)), (field.getSFRotation(), rotation)

check(looks, [0, 1, 0, 0.5])
check(turned, [0, 0, 1, 0.5])
looks.setSFRotation([0, 1, 0, 0.25])
turned.setSFRotation([0, 0, 1, 0.25])
robot.step(16)
check(looks, [0, 1, 0, 0.25])
check(turned, [0, 0, 1, 0.25])
robot.simulationReset()
robot.step(16)
robot.step(16)
check(looks, [0, 1, 0, 0.5])
robot.simulationQuit(0)
robot.step(16)
)";

// p' = p0 + S R p: the frame in which Webots draws what stands below a Transform.
const char scaled_world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Transform { translation 1 0 0 scale 2 2 2 children [
  Group { children [ DEF P Pose { translation 5 0 0 rotation 0 0 1 1.5707963267948966 children [
    DEF Q Pose { translation 1 0 0 } Transform { scale 3 3 3 children [ DEF R Pose { translation 1 0 0 } ] } ] } ] } ] }
Robot { name "robot" supervisor TRUE controller "drives" }
)";

const char measures[] = R"(
from controller import Supervisor
robot = Supervisor()
for name, place in {'P': [11, 0, 0], 'Q': [11, 2, 0], 'R': [11, 6, 0]}.items():
    found = robot.getFromDef(name).getPosition()
    assert all(abs(x - y) < 1e-9 for x, y in zip(found, place)), (name, found, place)
assert abs(robot.getFromDef('R').getOrientation()[1] + 1) < 1e-9
robot.simulationQuit(0)
robot.step(16)
)";

ProgramResult run_world(const char* text, const char* controller) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/drives");
  write_file(folder / "worlds/w.wbt", text);
  write_file(folder / "controllers/drives/drives.py", controller);
  return run_lightsout({"run", (folder / "worlds/w.wbt").string(), "--duration", "2s"});
}

}  // namespace

TEST_CASE("Supervisors of a world before R2022a read and set the Viewpoint and turned shapes in its frames") {
  const ProgramResult result = run_world(old_world, reads);
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
}

TEST_CASE("Poses below a Transform with a scale are told where they are seen") {
  const ProgramResult result = run_world(scaled_world, measures);
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
}

TEST_CASE("The Viewpoint follows") {
  const ProgramResult result = run_world(world, drives);
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::Contains("nothing is seen of the node"));
}
