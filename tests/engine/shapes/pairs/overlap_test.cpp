// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How deep convex bodies are in each other, against closed forms.
#include <catch2/catch.hpp>

#include "engine/shapes/pairs/convex.h"

using namespace lightsout;

namespace {

Convex cylinder(double radius, double height, const Pose& pose) {
  return {Convex::Core::Cylinder, {radius, radius, height / 2}, 0, pose};
}

// A frame that no axis of the world is one of.
Pose somewhere() { return {{3, -2, 1}, Eigen::AngleAxisd(1.1, Vector3d(1, 2, 3).normalized()).toRotationMatrix()}; }

void check(const Vector3d& a, const Vector3d& b) { CHECK((a - b).norm() < 1e-9); }

}  // namespace

// Side by side the overlap is r1 + r2 - d, one above the other (h1 + h2) / 2 - d; the smaller one counts.
TEST_CASE("parallel cylinders: the shorter of the ways out across and along") {
  const Pose frame = somewhere();
  const auto at = [&](double x, double y, double z) { return Pose{frame * Vector3d(x, y, z), frame.rotation}; };
  const Convex first = cylinder(1, 2, at(0, 0, 0));
  SECTION("across") {
    const auto overlap = overlap_of(first, cylinder(0.5, 1, at(-0.72, 0.96, 0.3)));  // 1.2 away
    REQUIRE(overlap);
    CHECK(overlap->depth == Approx(0.3));
    check(overlap->normal, frame.rotation * Vector3d(0.6, -0.8, 0));
    // Between the sides, 0.7 and 1 from the first's axis, in the middle of the second's height.
    check(overlap->point, frame * Vector3d(-0.6 * 0.85, 0.8 * 0.85, 0.3));
  }
  SECTION("along") {
    const auto overlap = overlap_of(first, cylinder(0.5, 1, at(0.3, 0, 1.4)));
    REQUIRE(overlap);
    CHECK(overlap->depth == Approx(0.1));
    check(overlap->normal, frame.rotation * Vector3d(0, 0, -1));
    CHECK((frame.inverse() * overlap->point).z() == Approx(0.95));
  }
  SECTION("upside down it is the same") {
    Pose turned = at(1.2, 0, 0);
    turned.rotation = turned.rotation * Eigen::AngleAxisd(M_PI, Vector3d::UnitX()).toRotationMatrix();
    const auto overlap = overlap_of(first, cylinder(0.5, 1, turned));
    REQUIRE(overlap);
    CHECK(overlap->depth == Approx(0.3));
    check(overlap->normal, frame.rotation * Vector3d(-1, 0, 0));
  }
  SECTION("apart") {
    CHECK_FALSE(overlap_of(first, cylinder(0.5, 1, at(1.1, 1.1, 0))));  // 1.56 away, but within the box around it
    CHECK_FALSE(overlap_of(first, cylinder(0.5, 1, at(0, 0, 1.51))));
  }
}

TEST_CASE("nearly parallel cylinders overlap as parallel ones do") {
  const Convex first = cylinder(1, 2, somewhere());
  for (const double tilt : {0.0, 1e-13, 1e-11, 1e-8}) {
    Pose pose = somewhere() * Pose{{1.2, 0, 0.1}, Eigen::AngleAxisd(tilt, Vector3d::UnitY()).toRotationMatrix()};
    const auto overlap = overlap_of(first, cylinder(0.5, 1, pose));
    INFO("tilt " << tilt);
    REQUIRE(overlap);
    // An end of the second comes nearer by half its height times the tilt.
    CHECK(overlap->depth == Approx(0.3).margin(0.5 * tilt + 1e-9));
    // The polytope's faces follow a round side to 1e-11 of the bodies' size in depth: in angle to its square root.
    CHECK((overlap->normal - somewhere().rotation * Vector3d(-1, 0, 0)).norm() < 1e-4);
  }
}
