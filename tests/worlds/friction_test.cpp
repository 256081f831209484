// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The four layouts of coulombFriction on boxes that slide over a plane: deceleration mu g in each direction.
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

// A sliding box; both friction directions are the x axes of box and plane.
std::string sliding(const std::string& friction, const std::string& rotation = "0 0") {
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 4 physicsDisableTime 0 contactProperties [ "
         "ContactProperties { "
         "material1 \"box\" coulombFriction [ " +
         friction + " ] frictionRotation " + rotation +
         " bounce 0 } ] }\n"
         "Solid { boundingObject Plane { size 100 100 } }\n"
         "DEF BOX Solid { name \"box\" contactMaterial \"box\" translation 0 0 0.05 boundingObject Box { size 0.4 0.4 "
         "0.1 } "
         "physics Physics { } }\n";
}

// Deceleration over half a second from 3 m/s along `direction`.
double deceleration(const std::string& text, const Vector3d& direction) {
  auto world = Simulated::from_text(text);
  world.start();
  world.run(0.2);  // at rest on its contacts
  Scene& scene = world.simulation().scene();
  scene.set_velocity(*scene.find_solid("BOX"), 3 * direction, Vector3d::Zero());
  const double before = world.solid("BOX").linear_velocity().dot(direction);
  world.run(0.3);
  return (before - world.solid("BOX").linear_velocity().dot(direction)) / 0.3;
}

}  // namespace

TEST_CASE("Friction decelerates by mu g along each direction of its layout") {
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY();
  const double g = 9.81;
  // The box's own contacts are soft: the normal force wavers by a few percent.
  const auto about = [](double value) { return Approx(value).epsilon(0.05); };
  CHECK(deceleration(sliding("0.4"), x) == about(0.4 * g));
  CHECK(deceleration(sliding("0.4"), y) == about(0.4 * g));
  // Two numbers: both surfaces have them, and they add: along 2 m0 at an angle of 0, across 2 m1.
  CHECK(deceleration(sliding("0.1 0.3"), x) == about(0.2 * g));
  CHECK(deceleration(sliding("0.1 0.3"), y) == about(0.6 * g));
  // Three: the second surface has m2 in all directions.
  CHECK(deceleration(sliding("0.1 0.3 0.2"), x) == about(0.3 * g));
  CHECK(deceleration(sliding("0.1 0.3 0.2"), y) == about(0.5 * g));
  // Four: each its own.
  CHECK(deceleration(sliding("0.1 0.3 0.2 0.05"), x) == about(0.3 * g));
  CHECK(deceleration(sliding("0.1 0.3 0.2 0.05"), y) == about(0.35 * g));
}

TEST_CASE("frictionRotation turns the directions") {
  // Both by a quarter: along and across change places.
  const std::string quarter = "1.5707963267948966 1.5707963267948966";
  CHECK(deceleration(sliding("0.1 0.3", quarter), Vector3d::UnitY()) == Approx(0.2 * 9.81).epsilon(0.05));
  CHECK(deceleration(sliding("0.1 0.3", quarter), Vector3d::UnitX()) == Approx(0.6 * 9.81).epsilon(0.05));
}

TEST_CASE("frictionRotation turns about the normal that looks into what moves, wherever that stands in the file") {
  // No friction along the box's x axis turned by -45 degrees about z: of a velocity along x that part is left.
  const std::string text = sliding("0 1 0", "0.7853981633974483 0");
  const auto floor = text.find("Solid { boundingObject Plane"), box = text.find("DEF BOX");
  for (const std::string& order : {text, text.substr(0, floor) + text.substr(box) + text.substr(floor, box - floor)}) {
    CHECK(deceleration(order, Vector3d(1, 1, 0) / std::sqrt(2)) > 5);
    CHECK(deceleration(order, Vector3d(1, -1, 0) / std::sqrt(2)) == Approx(0).margin(0.1));
  }
}

// Webots' ContactProperties page of 2018: the directions are those of the faces' U and V. Of floors that look along y,
// be they Boxes (which were not turned), Planes or ends of Cylinders, the first was z (WbBox.cpp and WbPlane.cpp of
// 2019).
TEST_CASE("In worlds from before R2022a planes, ends of cylinders and boxes have one direction of friction") {
  const double g = 9.81;
  const auto about = [](double value) { return Approx(value).epsilon(0.05); };
  for (const char* floor :
       {"Plane { size 100 100 }", "Transform { translation 0 -1 0 children [ Box { size 50 2 50 } ] }",
        "Transform { translation 0 -1 0 children [ Cylinder { radius 25 height 2 } ] }"}) {
    INFO(floor);
    const std::string text = std::string(R"(#VRML_SIM R2018b utf8
WorldInfo { basicTimeStep 4 physicsDisableTime 0
  contactProperties [ ContactProperties { material1 "box" coulombFriction [ 0.1 0.3 ] bounce 0 } ] }
Solid { boundingObject )") + floor +
                             R"( }
DEF BOX Solid { name "box" contactMaterial "box" translation 0 0.05 0 boundingObject Box { size 0.4 0.1 0.4 } physics Physics { } }
)";
    // Both surfaces have both numbers, and they add: 0.2 along z, 0.6 across.
    CHECK(deceleration(text, Vector3d::UnitZ()) == about(0.2 * g));
    CHECK(deceleration(text, Vector3d::UnitX()) == about(0.6 * g));
  }
}
