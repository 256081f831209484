// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Worlds from before R2022a, as their supervisors see them: the nodes and the numbers of the file, whatever the upgrade
// to today's axes has put around and turned.
#include <catch2/catch.hpp>

#include "tests/support/asserting.h"

using namespace lightsout;

namespace {

const char checks[] = R"(
import math
def field(node, name): return (s.getFromDef(node) if isinstance(node, str) else node).getField(name)
def near(found, expected): assert all(abs(x - y) < 1e-9 for x, y in zip(found, expected)), (list(found), expected)
)";

}  // namespace

TEST_CASE("Supervisors of a world before R2022a find shapes and geometries where the file has them") {
  run_asserting(R"(#VRML_SIM R2020b utf8
WorldInfo { basicTimeStep 8 coordinateSystem "NUE" }
DEF W Solid {
  children [ DEF SH Shape { geometry DEF CY Cylinder { } } Shape { geometry Box { } } ]
  boundingObject DEF BO Group { children [
    DEF C Cylinder { }
    DEF TB Transform { translation 0 0 1 rotation 0 0 1 0.5 children [ DEF CT Cylinder { } ] } ] }
}
DEF B Solid { translation 5 0 0 name "b" boundingObject DEF BC Cylinder { } }
DEF TOP Shape { geometry Cone { } }
Robot { supervisor TRUE controller "asserts" }
)",
                std::string(checks) + R"(
def first(node, name='children'): return field(node, name).getMFNode(0)
assert field('W', 'children').getCount() == 2
assert first('W').getTypeName() == 'Shape' and first('W').getDef() == 'SH'
assert first('W').getField('geometry').getSFNode().getDef() == 'CY'
assert s.getFromDef('SH').getParentNode().getDef() == 'W'
assert s.getFromDef('CY').getParentNode().getDef() == 'SH'
assert first('BO').getDef() == 'C' and s.getFromDef('C').getParentNode().getDef() == 'BO'
assert field('BO', 'children').getMFNode(1).getDef() == 'TB' and first('TB').getDef() == 'CT'
assert field('B', 'boundingObject').getSFNode().getDef() == 'BC'
assert s.getFromDef('BC').getParentNode().getDef() == 'B'
root = s.getRoot().getField('children')
names = [root.getMFNode(i).getTypeName() for i in range(root.getCount())]
assert names == ['WorldInfo', 'Solid', 'Solid', 'Shape', 'Robot'], names
assert s.getFromDef('TOP').getParentNode().getId() == s.getRoot().getId()
# The pose of a cylinder in a boundingObject.
turned = field('TB', 'rotation')
near(turned.getSFRotation(), [0, 0, 1, 0.5])
turned.setSFRotation([1, 0, 0, 0.25])
s.step(8)
near(turned.getSFRotation(), [1, 0, 0, 0.25])
near(field('TB', 'translation').getSFVec3f(), [0, 0, 1])
# What is taken out goes with all that was put around it.
s.getFromDef('SH').remove()
field('BO', 'children').removeMF(0)
assert field('W', 'children').getCount() == 1 and first('W').getField('geometry').getSFNode().getTypeName() == 'Box'
assert field('BO', 'children').getCount() == 1 and first('BO').getDef() == 'TB'
s.getFromDef('TOP').remove()
assert root.getCount() == 4
s.step(8)
)");
}

// Webots user guide, "Upgrade from R2021b to R2022a": a Camera looked along its -z, y up.
TEST_CASE("Supervisors of a world before R2022a read and set what stands in a device in the device's frame of then") {
  run_asserting(R"(#VRML_SIM R2021a utf8
WorldInfo { basicTimeStep 8 coordinateSystem "NUE" }
DEF R Robot { supervisor TRUE controller "asserts" children [
  DEF CAM Camera { translation 0.5 0 0 rotation 0 1 0 0.3 children [
    DEF X Transform { translation 0 0.1 -1 rotation 1 0 0 0.3 }
    HingeJoint {
      jointParameters DEF JP HingeJointParameters { axis 0 1 0 anchor 0 0 -2 }
      endPoint DEF E Solid { translation 0 0.2 -2 rotation 0 0 1 0.4 } }
    DEF SB Shape { geometry Box { } }
    DEF PEN Pen { translation 0 0 -3 rotation 0 0 1 0.6 } ] } ] }
)",
                std::string(checks) + R"(
def in_world(x, y, z):  # of a place in the camera's frame
    return [0.5 + math.cos(0.3) * x + math.sin(0.3) * z, y, -math.sin(0.3) * x + math.cos(0.3) * z]
near(field('X', 'translation').getSFVec3f(), [0, 0.1, -1])
near(field('X', 'rotation').getSFRotation(), [1, 0, 0, 0.3])
near(field('JP', 'axis').getSFVec3f(), [0, 1, 0])
near(field('JP', 'anchor').getSFVec3f(), [0, 0, -2])
near(field('E', 'translation').getSFVec3f(), [0, 0.2, -2])
near(field('E', 'rotation').getSFRotation(), [0, 0, 1, 0.4])
near(field('PEN', 'translation').getSFVec3f(), [0, 0, -3])
near(field('PEN', 'rotation').getSFRotation(), [0, 0, 1, 0.6])
near(s.getFromDef('X').getPosition(), in_world(0, 0.1, -1))
assert field('CAM', 'children').getMFNode(2).getDef() == 'SB'
assert s.getFromDef('SB').getParentNode().getDef() == 'CAM'
field('X', 'translation').setSFVec3f([0, 0.2, -4])
field('X', 'rotation').setSFRotation([0, 1, 0, 0.7])
field('PEN', 'rotation').setSFRotation([1, 0, 0, 0.2])
s.step(8)
near(field('X', 'translation').getSFVec3f(), [0, 0.2, -4])
near(field('X', 'rotation').getSFRotation(), [0, 1, 0, 0.7])
near(field('PEN', 'rotation').getSFRotation(), [1, 0, 0, 0.2])
near(s.getFromDef('X').getPosition(), in_world(0, 0.2, -4))
# 0.3 + 0.7 about y
near(s.getFromDef('X').getOrientation(), [math.cos(1), 0, math.sin(1), 0, 1, 0, -math.sin(1), 0, math.cos(1)])
)");
}

// Until R2022b the Python API was made of the C++ one, whose wwiReceiveText() answers an empty string.
TEST_CASE("A Python controller of a world before R2023a gets an empty text where its robot window says nothing") {
  for (const auto& [version, text] : {std::pair{"R2020a", "''"}, {"R2022b", "''"}, {"R2023a", "None"}})
    run_asserting(std::string("#VRML_SIM ") + version +
                      " utf8\nWorldInfo { basicTimeStep 8 }\nRobot { supervisor TRUE controller \"asserts\" }\n",
                  std::string("assert s.wwiReceiveText() == ") + text + "\n");
}
