// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What sensors answer in worlds of releases in which they answered otherwise than today.
#include <catch2/catch.hpp>

#include "tests/support/asserting.h"

using namespace lightsout;

// Webots change log of R2021a: "The Lidar and RangeFinder devices now return infinity when the depth is out of range";
// manual of 2018, RangeFinder: values "between minRange and maxRange".
TEST_CASE("Ranges of a world from before R2021a are finite") {
  for (const std::string version : {"R2020b", "R2021a"}) {
    INFO(version);
    run_asserting("#VRML_SIM " + version +
                      R"( utf8
WorldInfo { basicTimeStep 8 coordinateSystem "NUE" }
Solid { translation -0.5 0 -5 name "far" children [ Shape { geometry Box { size 1 4 1 } } ] }
Robot { supervisor TRUE controller "asserts" children [
  RangeFinder { name "finder" width 2 height 1 fieldOfView 0.1 near 0.01 minRange 0.5 maxRange 8 }
  Lidar { name "lidar" horizontalResolution 2 numberOfLayers 1 fieldOfView 0.1 near 0.01 minRange 0.5 maxRange 8 } ] }
)",
                  std::string("nowhere = ") + (version == "R2020b" ? "8.0" : "float('inf')") + R"(
for name in 'finder', 'lidar':
    device = s.getDevice(name)
    device.enable(8)
    s.step(8)
    s.step(8)
    left, right = device.getRangeImage()
    assert abs(left - 4.5) < 0.02 and right == nowhere, (name, left, right)
)");
  }
}

// Webots change log of 8.5.0: "the first measurement is no longer available during the step immediately after the
// enabling but only after the first sampling period elapsed".
TEST_CASE("A sensor of a world from before Webots 8.5 has a value with the step after it was enabled") {
  for (const std::string version : {"V8.4.0", "V8.5.0"}) {
    INFO(version);
    run_asserting("#VRML_SIM " + version +
                      R"( utf8
WorldInfo { basicTimeStep 16 }
Robot { supervisor TRUE controller "asserts" children [
  GPS { name "gps" } Camera { name "camera" width 1 height 1 } ] }
Background { skyColor [ 1 0 0 ] }
)",
                  std::string("is_old = ") + (version == "V8.4.0" ? "True" : "False") + R"(
gps, camera = s.getDevice('gps'), s.getDevice('camera')
place = s.getSelf().getField('translation')
gps.enable(64)
camera.enable(64)
seen = []
for i in range(9):
    place.setSFVec3f([i, 0, 0])
    s.step(16)
    seen.append(gps.getValues()[0])
    if i == 0:
        assert (camera.getImage()[2] > 0) == is_old, camera.getImage()[:4]
# With the step after it was enabled or one period later, and then once a period of four steps.
first = 0 if is_old else 3
for i, value in enumerate(seen):
    assert (value != value) if i < first else value == first + (i - first) // 4 * 4, (i, seen)
)");
  }
}

// Manual of 2018, InertialUnit: "The reference frame is made of the unit vector giving the north direction, the
// opposite of the normalized gravity vector and their cross-product"; yaw "is zero when the InertialUnit's x-axis is
// aligned with the north direction"; roll and pitch are zero where its y-axis is up. Yaw is about that axis, as it is
// today.
TEST_CASE("An InertialUnit of a world from before R2020b measures against north and gravity") {
  const auto angles = [](const std::string& version, const std::string& info, const std::string& rotation,
                         const std::string& expected) {
    INFO(version << ": " << info);
    run_asserting("#VRML_SIM " + version + " utf8\nWorldInfo { basicTimeStep 8 " + info + " }\nRobot { rotation " +
                      rotation +
                      " supervisor TRUE controller \"asserts\" children [ InertialUnit { name \"unit\" } ] }\n",
                  R"(
from math import pi
unit = s.getDevice('unit')
unit.enable(8)
s.step(8)
found = unit.getRollPitchYaw()
expected = )" + expected +
                      R"(
assert all(abs(a - b) < 1e-6 for a, b in zip(found, expected)), (found, expected)
)");
  };
  // x is north, y up, z east: a turn by -pi/2 about y leads x to z.
  angles("R2018b", "", "0 1 0 -1.5707963267948966", "[0, 0, -pi / 2]");
  // z is north, so that x looks west of it: z x y is -x.
  angles("R2018b", "northDirection 0 0 1", "0 1 0 0", "[0, 0, pi / 2]");
  // z is up: the unit lies on its side until it is turned so that its y-axis is up.
  angles("R2018b", "gravity 0 0 -9.81 northDirection 0 1 0", "1 0 0 1.5707963267948966", "[0, 0, -pi / 2]");
  angles("R2018b", "gravity 0 0 -9.81 northDirection 1 0 0", "1 0 0 1.5707963267948966", "[0, 0, 0]");
}

// Change log of R2025a: "Improved the image range of the rotating Lidar" (pull request 6324 of Webots: from -pi to pi).
TEST_CASE("The image of a rotating Lidar begins behind, and in front in worlds from before R2025a") {
  for (const std::string version : {"R2023b", "R2025a"}) {
    INFO(version);
    run_asserting("#VRML_SIM " + version +
                      R"( utf8
WorldInfo { basicTimeStep 8 }
Solid { translation 5.5 0 0 name "ahead" children [ Shape { geometry Box { size 1 1 1 } } ] }
Solid { translation 0 3.5 0 name "left" children [ Shape { geometry Box { size 1 1 1 } } ] }
Robot { supervisor TRUE controller "asserts" children [
  Lidar { name "lidar" type "rotating" defaultFrequency 25 fieldOfView 6.2832 horizontalResolution 360 numberOfLayers 1 near 0.01 maxRange 10 } ] }
)",
                  std::string("front = ") + (version == "R2023b" ? "0" : "180") + R"(
lidar = s.getDevice('lidar')
lidar.enable(8)
lidar.enablePointCloud()
for i in range(10):
    s.step(8)
ranges, cloud = lidar.getRangeImage(), lidar.getPointCloud()
assert abs(ranges[front] - 5) < 1e-3 and abs(ranges[(front + 270) % 360] - 3) < 1e-3, (ranges[front], ranges[::90])
assert abs(cloud[front].x - 5) < 1e-3 and abs(cloud[(front + 270) % 360].y - 3) < 1e-3
assert ranges[(front + 180) % 360] == ranges[(front + 90) % 360] == float('inf')
)");
  }
}

// Lidar and Camera of 2018 to 2021 looked along -z of their frames, x to the right, y up; the first ray of several of a
// DistanceSensor, which looks along x, led up along y (WbDistanceSensor). Heights of an ElevationGrid: P[i,j].y is
// height[i + j * xDimension], rows along z. With y up and north along z, east is z x y = -x (manual, InertialUnit).
TEST_CASE("What sensors of a world from before R2022a say is in the frames of then") {
  run_asserting(R"(#VRML_SIM R2018b utf8
WorldInfo { basicTimeStep 8 gravity 0 -9.81 0 northDirection 0 0 1 gpsCoordinateSystem "WGS84" gpsReference 46 7 400 }
Solid { translation 0 -50 0 name "ground" children [ Shape { geometry DEF GRID ElevationGrid { xDimension 2 zDimension 3 height [ 0 1 2 3 4 5 ] } } ] }
Solid { translation 0 0 -3.3 children [ Shape { geometry Box { size 20 2 1 } } ] name "wall" }
DEF THING Solid { translation 0.5 0.25 3 rotation 0 1 0 0.2 name "thing" model "thing" recognitionColors [ 1 0 0 ] boundingObject Box { size 0.4 0.4 0.4 } children [ Shape { geometry Box { size 0.4 0.4 0.4 } } ] }
Solid { translation 3 1.64 0 boundingObject Box { size 0.2 0.2 0.2 } name "above" }
Solid { translation 2.6 0 1.42 boundingObject Box { size 0.2 0.2 0.2 } name "aside" }
DEF R Robot { supervisor TRUE controller "asserts" children [
  Lidar { name "lidar" fieldOfView 1 horizontalResolution 3 numberOfLayers 1 maxRange 9 }
  Camera { name "camera" rotation 0 1 0 3.141592653589793 width 64 height 64 fieldOfView 1 recognition Recognition { } }
  DistanceSensor { name "fan" numberOfRays 2 aperture 1 lookupTable [ 0 0 0, 10 10 0 ] }
  GPS { name "gps" } ] }
)",
                R"(
from math import cos, sin, pi, tan
def near(found, expected, most=1e-3): assert all(abs(x - y) < most for x, y in zip(found, expected)), (list(found), expected)
height = s.getFromDef('GRID').getField('height')
lidar, camera, fan, gps = (s.getDevice(name) for name in ('lidar', 'camera', 'fan', 'gps'))
for device in lidar, camera, fan, gps:
    device.enable(8)
lidar.enablePointCloud()
camera.recognitionEnable(8)
s.step(8)
s.step(8)
left, middle, right = lidar.getPointCloud()
# Three equal parts of 1 rad: the middles of the outer ones are 1/3 rad off the axis.
near((left.x, left.y, left.z), (-2.8 * tan(1 / 3), 0, -2.8))
near((middle.x, middle.y, middle.z), (0, 0, -2.8))
near((right.x, right.y, right.z), (2.8 * tan(1 / 3), 0, -2.8))
seen, = camera.getRecognitionObjects()
# The camera is turned by half a turn about y.
near(seen.getPosition(), (-0.5, 0.25, -3), 0.02)
axis = seen.getOrientation()
near([abs(axis[1]), axis[3] * axis[1]], [1, 0.2 - pi])
# Half of the aperture to the side: one of two rays meets the box there, at 2.5 / cos 0.5; none the one above.
near([fan.getValue()], [(2.5 / cos(0.5) + 10) / 2], 0.05)
before = gps.getValues()
s.getFromDef('R').getField('translation').setSFVec3f([100, 0, 0])
s.step(8)
s.step(8)
after = gps.getValues()
# 100 m to the west: 100 / (111320 cos 46) degrees. (The grid of UTM is turned by 1.4 degrees there.)
near([after[1] - before[1], after[0] - before[0]], [-100 / (111320 * cos(46 * pi / 180)), 0], 5e-5)
assert [height.getMFFloat(i) for i in range(6)] == [0, 1, 2, 3, 4, 5]
height.setMFFloat(1, 7)
s.step(8)
assert [height.getMFFloat(i) for i in range(6)] == [0, 7, 2, 3, 4, 5]
assert height.getMFFloat(-1) == 5
)");
}
