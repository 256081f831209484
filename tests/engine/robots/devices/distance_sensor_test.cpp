// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/wire/distance_sensor.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/state/state.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

// A table that shows the distance itself, up to 10 m.
const std::string plain = "lookupTable [ 0 0 0, 10 10 0 ]";
std::string robot_with(const std::string& sensor_fields) {
  return "Robot { children [ DistanceSensor { " + sensor_fields +
         " } ] boundingObject Sphere { radius 0.3 } controller \"test\" }\n";
}
std::string wall(double x, const std::string& rotation = "0 0 1 0", const std::string& color = "") {
  const std::string geometry = "Box { size 0.2 4 4 }";
  return "Solid { translation " + std::to_string(x) + " 0 0 rotation " + rotation + " name \"wall" + std::to_string(x) +
         "\" children [ Shape { " +
         (color.empty() ? "" : "appearance PBRAppearance { roughness 0 metalness 0 " + color + " }") + " geometry " +
         geometry + " } ] boundingObject " + geometry + " }\n";
}
double read(DeviceBench& bench) {
  auto& sensor = bench.state<lo_distance_sensor_state>("distance sensor").sensor;
  sensor.period_ms = 10;
  bench.step();
  return sensor.values[0];
}

}  // namespace

TEST_CASE("one ray along x, through its own robot, to the face of a wall") {
  DeviceBench bench(robot_with(plain) + wall(2));
  CHECK(read(bench) == Approx(1.9).margin(1e-12));
  auto& state = bench.state<lo_distance_sensor_state>("distance sensor");
  CHECK(state.max_value == 10);
  CHECK(state.min_value == 0);
  CHECK(state.aperture == Approx(1.5708));
  CHECK(state.type == 0);
}

// No collisions are looked for on board of one robot, those of rays with it included, unless its selfCollision is TRUE
// (webots WbSimulationCluster::odeNearCallback).
TEST_CASE("rays meet their own robot if its selfCollision says so") {
  const std::string arm = "Solid { name \"arm\" translation 1 0 0 boundingObject Box { size 0.2 4 4 } }";
  const auto reads = [&](const std::string& fields, bool self_collision) {
    DeviceBench bench("Robot { controller \"test\" selfCollision " + std::string(self_collision ? "TRUE" : "FALSE") +
                      " children [ DistanceSensor { " + plain + fields + " } " + arm + " ] }\n" + wall(2));
    return read(bench);
  };
  for (const std::string type : {"generic", "sonar", "laser"}) {
    CAPTURE(type);
    CHECK(reads(" type \"" + type + "\"", false) == Approx(1.9));
    CHECK(reads(" type \"" + type + "\"", true) == Approx(0.9));
  }
}

TEST_CASE("nothing within range reads the table's end, what is beyond the range is not seen") {
  DeviceBench far(robot_with("lookupTable [ 0 1000 0, 1.8 20 0 ]") + wall(2));
  CHECK(read(far) == 20);
  DeviceBench near(robot_with("lookupTable [ 0 1000 0, 2 0 0 ]") + wall(2));
  CHECK(read(near) == Approx(1000 * (1 - 1.9 / 2)));
}

TEST_CASE("an empty table reads 0, a resolution rounds after the table") {
  DeviceBench empty(robot_with("lookupTable [ ]") + wall(2));
  CHECK(read(empty) == 0);
  DeviceBench rounded(robot_with(plain + " resolution 0.5") + wall(2));
  CHECK(read(rounded) == 2.0);
}

TEST_CASE("two rays at the edges of the aperture: the mean of equal weights") {
  // At +-0.4 rad in the horizontal plane: the wall's face is 1.9 / cos 0.4 away.
  DeviceBench bench(robot_with(plain + " numberOfRays 2 aperture 0.8") + wall(2));
  CHECK(read(bench) == Approx(1.9 / std::cos(0.4)));
}

TEST_CASE("rays weigh by a Gaussian of their angle, a miss counts as the range") {
  // Five rays: the axis and four at a/2 = 0.5 rad. w = exp(-(theta / (a g))^2): 1 and exp(-0.25) with g = 1. A narrow
  // post in front is met by the axis alone.
  const std::string post = "Solid { translation 2 0 0 boundingObject Box { size 0.2 0.2 0.2 } }";
  DeviceBench bench(robot_with(plain + " numberOfRays 5 aperture 1") + post);
  const double w = std::exp(-0.25);
  CHECK(read(bench) == Approx((1.9 + 4 * w * 10) / (1 + 4 * w)));
}

TEST_CASE("one of two rays: left and right are told apart") {
  // The first two-ray figure is horizontal: a wall on the left (+y) is met by one ray only.
  const std::string left = "Solid { translation 0 2 0 boundingObject Box { size 20 0.2 4 } }";
  DeviceBench bench(robot_with(plain + " numberOfRays 2 aperture 1.5707963267948966") + left);
  CHECK(read(bench) == Approx((1.9 * std::sqrt(2.0) + 10) / 2));
}

TEST_CASE("the layouts of three and more rays reach the edges of their cone") {
  // A dome: the sensor in the centre of a big sphere sees its radius along every ray, so that any layout reads it.
  for (int rays : {3, 4, 6, 7, 8, 9, 10, 11, 23, 40}) {
    DeviceBench bench(robot_with(plain + " numberOfRays " + std::to_string(rays)) +
                      "Solid { boundingObject Sphere { radius 4 } }");
    INFO(rays << " rays");
    CHECK(read(bench) == Approx(4));
  }
}

TEST_CASE("a sonar hears no echo of a surface that it meets at more than 22.5 degrees") {
  // The near face of the wall's x axis is turned by the angle about z: the ray meets it at that incidence.
  DeviceBench straight(robot_with(plain + " type \"sonar\"") + wall(2, "0 0 1 0.39"));
  CHECK(read(straight) == Approx(2 - 0.1 / std::cos(0.39)));
  DeviceBench slanted(robot_with(plain + " type \"sonar\"") + wall(2, "0 0 1 0.395"));
  CHECK(read(slanted) == 10);
}

TEST_CASE("a sonar takes the nearest of its echoes, not the mean") {
  DeviceBench bench(robot_with(plain + " type \"sonar\" numberOfRays 5 aperture 0.6") + wall(2));
  CHECK(read(bench) == Approx(1.9));
}

TEST_CASE("a laser has one ray, whatever numberOfRays says") {
  DeviceBench bench(robot_with(plain + " type \"laser\" numberOfRays 5") + wall(2));
  CHECK(read(bench) == Approx(1.9));
  CHECK(bench.take_warnings().size() == 1);
  CHECK(bench.state<lo_distance_sensor_state>("distance sensor").type == 3);
}

TEST_CASE("infra-red: what is dark and not red seems farther away") {
  // f = 0.2 + 0.8 red; the distance is divided by it. The ray passes its own robot: no Shape of it is in the way.
  const std::string infra_red = plain + " type \"infra-red\"";
  DeviceBench red(robot_with(infra_red) + wall(2, "0 0 1 0", "baseColor 1 0 0"));
  CHECK(read(red) == Approx(1.9));
  DeviceBench grey(robot_with(infra_red) + wall(2, "0 0 1 0", "baseColor 0.5 0.5 0.5"));
  CHECK(read(grey) == Approx(1.9 / 0.6));
  DeviceBench black(robot_with(infra_red) + wall(2, "0 0 1 0", "baseColor 0 0 1"));
  CHECK(read(black) == Approx(1.9 / 0.2));
  // Roughness 1 halves what comes back beyond the 0.2.
  DeviceBench rough(robot_with(infra_red) +
                    "Solid { translation 2 0 0 children [ Shape { appearance PBRAppearance { roughness "
                    "1 metalness 0 } geometry Box { size 0.2 4 4 } } ] }");
  CHECK(read(rough) == Approx(1.9 / 0.6));
}

TEST_CASE("infra-red: redColorSensitivity scales the effect of the colour") {
  const std::string infra_red = plain + " type \"infra-red\" redColorSensitivity ";
  const double d = 1.9, f = 0.6;
  DeviceBench none(robot_with(infra_red + "0") + wall(2, "0 0 1 0", "baseColor 0.5 0.5 0.5"));
  CHECK(read(none) == Approx(d));
  DeviceBench half(robot_with(infra_red + "0.5") + wall(2, "0 0 1 0", "baseColor 0.5 0.5 0.5"));
  CHECK(read(half) == Approx(d + 0.5 * (d / f - d)));
}

TEST_CASE("infra-red: its own robot's shapes are seen, boundingObjects are not") {
  DeviceBench own("Robot { children [ DistanceSensor { " + plain +
                  " type \"infra-red\" } Pose { translation 1 0 0 children [ Shape { geometry Box { size 0.2 1 1 } } ] "
                  "} ] controller "
                  "\"test\" }");
  CHECK(read(own) == Approx(0.9));
  DeviceBench bounding(robot_with(plain + " type \"infra-red\"") +
                       "Solid { translation 1 0 0 boundingObject Box { } }");
  CHECK(read(bounding) == 10);
}

TEST_CASE("infra-red: a sensor in its robot's body, or on it, looks out") {
  // Webots meets a Shape from its outside only (src/webots/nodes: computeDistance of each geometry).
  for (const std::string geometry : {"Box { size 0.2 0.2 0.2 }", "Sphere { radius 0.1 }",
                                     "Cylinder { radius 0.1 height 0.2 }", "Capsule { radius 0.1 height 0.2 }"}) {
    for (const double place : {0.0, 0.05, 0.1}) {
      INFO(geometry << " " << place);
      DeviceBench bench("Robot { children [ DistanceSensor { translation " + std::to_string(place) + " 0 0 " + plain +
                        " type \"infra-red\" } Shape { geometry " + geometry + " } ] controller \"test\" }" +
                        wall(2, "0 0 1 0", "baseColor 1 0 0"));
      CHECK(read(bench) == Approx(1.9 - place));
    }
  }
}

TEST_CASE(
    "infra-red: rays pass the parts that a cylinder, capsule or cone lacks, and meet its wall behind from beside") {
  const auto reading = [](const std::string& pose, const std::string& geometry, const std::string& sensor = "") {
    DeviceBench bench("Robot { children [ DistanceSensor { " + sensor + " redColorSensitivity 0 " + plain +
                      " type \"infra-red\" } ] controller \"test\" } Solid { translation 2 0 0 children [ Pose { " +
                      pose + " children [ Shape { geometry " + geometry + " } ] } ] }" +
                      wall(5, "0 0 1 0", "baseColor 1 0 0"));
    return read(bench);
  };
  const std::string upright = "", away = "rotation 0 1 0 1.5707963267948966",
                    here = "rotation 0 1 0 -1.5707963267948966";
  // The bottom of what points away is near, as the top of what points here.
  CHECK(reading(away, "Cylinder { radius 0.5 height 0.2 top FALSE }") == Approx(1.9));
  CHECK(reading(away, "Cylinder { radius 0.5 height 0.2 bottom FALSE }") == Approx(4.9));
  CHECK(reading(here, "Cylinder { radius 0.5 height 0.2 top FALSE }") == Approx(4.9));
  CHECK(reading(upright, "Cylinder { radius 0.5 height 0.2 side FALSE }") == Approx(4.9));
  CHECK(reading(upright, "Cylinder { radius 0.5 height 0.2 top FALSE bottom FALSE }") == Approx(1.5));
  CHECK(reading(here, "Capsule { radius 0.5 height 0.2 top FALSE }") == Approx(4.9));
  CHECK(reading(here, "Capsule { radius 0.5 height 0.2 bottom FALSE }") == Approx(1.4));
  CHECK(reading(away, "Cone { bottomRadius 0.5 height 0.2 bottom FALSE }") == Approx(4.9));
  CHECK(reading(here, "Cone { bottomRadius 0.5 height 0.2 side FALSE }") == Approx(4.9));
  // From 1 m beside the axis of a tube 2 m high, 1.6 m above its middle, down at 45 degrees: the far wall.
  const std::string down = "translation 1 0 1.6 rotation 0 1 0 0.7853981633974483";
  CHECK(reading(upright, "Cylinder { radius 0.5 height 2 top FALSE }", down) == Approx(1.5 * std::sqrt(2.0)));
  CHECK(reading(upright, "Cylinder { radius 0.5 height 2 }", down) == Approx(0.6 * std::sqrt(2.0)));
}

TEST_CASE("infra-red rays and lasers pass what is fully transparent, sonars and generic rays do not") {
  // Manual, DistanceSensor, "Summary of DistanceSensor types".
  const auto reading = [](const std::string& type, const std::string& appearance) {
    const std::string shape = "Shape { appearance " + appearance + " geometry Box { size 0.2 4 4 } }";
    DeviceBench bench(robot_with(plain + " redColorSensitivity 0 type \"" + type + "\"") +
                      "Solid { translation 2 0 0 children [ DEF PANE " + shape + " ] boundingObject USE PANE }" +
                      wall(5, "0 0 1 0", "baseColor 1 0 0"));
    return read(bench);
  };
  for (const std::string clear :
       {"PBRAppearance { transparency 1 }", "Appearance { material Material { transparency 1 } }"}) {
    INFO(clear);
    CHECK(reading("infra-red", clear) == Approx(4.9));
    CHECK(reading("laser", clear) == Approx(4.9));
    CHECK(reading("sonar", clear) == Approx(1.9));
    CHECK(reading("generic", clear) == Approx(1.9));
  }
  for (const std::string type : {"infra-red", "laser"})
    CHECK(reading(type, "PBRAppearance { transparency 0.9 }") == Approx(1.9));
}

TEST_CASE("infra-red: a texture's pixels count, upright as seen from outside, for a plane from above") {
  // quadrants.png: red above left, black above right, black below left, red below right (2 x 2).
  const auto reading = [](double x, double y) {
    const std::string file = std::string(LIGHTSOUT_SOURCE_DIR) + "/tests/engine/robots/devices/quadrants.png";
    DeviceBench bench(
        "Robot { translation " + std::to_string(x) + " " + std::to_string(y) +
        " 1 rotation 0 1 0 1.5707963267948966 children [ DistanceSensor { " + plain +
        " type \"infra-red\" } ] controller \"test\" }\n Solid { children [ Shape { appearance Appearance { "
        "texture ImageTexture { url [ \"" +
        file + "\" ] } } geometry Plane { size 2 2 } } ] }");
    return read(bench);
  };
  CHECK(reading(-0.5, 0.5) == Approx(1));
  CHECK(reading(0.5, 0.5) == Approx(5));
  CHECK(reading(-0.5, -0.5) == Approx(5));
  CHECK(reading(0.5, -0.5) == Approx(1));
  CHECK(reading(1.5, 0) == 10);  // a visible plane ends
}

TEST_CASE("infra-red: a texture's pixels count on faces and grids too, each where its coordinates lay it") {
  // quadrants.png: red above left, black above right, black below left, red below right (2 x 2).
  const std::string file = std::string(LIGHTSOUT_SOURCE_DIR) + "/tests/engine/robots/devices/quadrants.png";
  const auto reading = [&](const std::string& geometry, double x, double y, const std::string& at = "0 0 0") {
    DeviceBench bench("Robot { translation " + std::to_string(x) + " " + std::to_string(y) +
                      " 1 rotation 0 1 0 1.5707963267948966 children [ DistanceSensor { " + plain +
                      " type \"infra-red\" } ] controller \"test\" }\n Solid { children [ Pose { translation " + at +
                      " children [ Shape { appearance Appearance { texture ImageTexture { url [ \"" + file +
                      "\" ] } } geometry " + geometry + " } ] } ] }");
    return read(bench);
  };
  const auto faces = [](const std::string& rest) {
    return "IndexedFaceSet { coord Coordinate { point [ -1 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] } coordIndex [ 0 1 2 3 -1 ] " +
           rest + " }";
  };
  const std::string as_it_is = "texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] }";
  // By its own index: the picture turned by a quarter, so that its upper left lies below left.
  const std::string turned = as_it_is + " texCoordIndex [ 3 0 1 2 -1 ]";
  // Twice along x: from left to right red, black, red, black.
  const std::string twice = "texCoord TextureCoordinate { point [ 0 0, 2 0, 2 1, 0 1 ] }";
  struct Case {
    std::string geometry;
    double above_left, above_right, below_left, below_right;
    std::string at = "0 0 0";
  };
  for (const Case& c :
       {Case{faces(as_it_is), 1, 5, 5, 1},
        {faces(""), 1, 5, 5, 1},  // s along x, the first of the longest sides, t along y
        {faces(turned), 5, 1, 1, 5},
        // Concave, cut by ears: the corners keep their coordinates.
        {"IndexedFaceSet { convex FALSE coord Coordinate { point [ -1 -1 0, 1 -1 0, 1 1 0, 0.9 0 0, -1 1 "
         "0 ] } coordIndex [ 0 1 2 3 4 -1 ] texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0.95 "
         "0.5, 0 1 ] } }",
         1, 10, 5, 1},
        {"ElevationGrid { xDimension 3 yDimension 2 xSpacing 1 ySpacing 2 height [ 0 0 0 0 0 0 ] }", 1, 5, 5, 1,
         "-1 -1 0"}}) {
    INFO(c.geometry);
    CHECK(reading(c.geometry, -0.5, 0.6, c.at) == Approx(c.above_left));
    if (c.above_right < 10) CHECK(reading(c.geometry, 0.5, 0.6, c.at) == Approx(c.above_right));
    CHECK(reading(c.geometry, -0.5, -0.6, c.at) == Approx(c.below_left));
    CHECK(reading(c.geometry, 0.5, -0.6, c.at) == Approx(c.below_right));
  }
  CHECK(reading(faces(twice), -0.75, 0.5) == Approx(1));
  CHECK(reading(faces(twice), -0.25, 0.5) == Approx(5));
  CHECK(reading(faces(twice), 0.25, 0.5) == Approx(1));
  CHECK(reading(faces(twice), 0.75, 0.5) == Approx(5));
}

TEST_CASE("infra-red: the picture of a belt moves with it") {
  const std::string file = std::string(LIGHTSOUT_SOURCE_DIR) + "/tests/engine/robots/devices/quadrants.png";
  DeviceBench bench(
      "Robot { translation -0.5 0.5 1 rotation 0 1 0 1.5707963267948966 children [ DistanceSensor { " + plain +
      " type \"infra-red\" } ] controller \"test\" }\n Robot { name \"conveyor\" controller \"<none>\" "
      "children [ Track { device LinearMotor { maxVelocity 100 } textureAnimation 0.5 0 children [ Shape { "
      "appearance Appearance { textureTransform TextureTransform { } texture ImageTexture { url [ \"" +
      file + "\" ] } } geometry Plane { size 2 2 } } ] } ] }");
  CHECK(read(bench) == Approx(1));
  auto& motor = dynamic_cast<Motor&>(*bench.simulation().scene().robots()[1]->devices()[0]);
  motor.set_position(std::numeric_limits<double>::infinity());
  motor.set_velocity(1 / bench.dt());
  CHECK(read(bench) == Approx(5));  // 1 m: half a picture
  CHECK(read(bench) == Approx(1));
}

TEST_CASE("a sensor follows what moves") {
  DeviceBench bench(robot_with(plain) + R"(WorldInfo { basicTimeStep 10 gravity 0 }
DEF B Solid { translation 2 0 0 boundingObject Box { size 0.2 1 1 } physics Physics { } })");
  dBodySetLinearVel(bench.simulation().scene().find_solid("B")->body(), 0.5, 0, 0);
  auto& sensor = bench.state<lo_distance_sensor_state>("distance sensor").sensor;
  sensor.period_ms = 10;
  bench.step(100);
  CHECK(sensor.values[0] == Approx(1.9 + 0.5));
}
