// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Fluids against Archimedes and against the manual's formulas of drag (ImmersionProperties).
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "engine/bodies/solid.h"
#include "engine/media/immersion.h"
#include "tests/support/simulated.h"

using namespace lightsout;
using std::numbers::pi;

namespace {

constexpr double g = 9.81;

// Water, 10 m deep: its surface is z = 0.
Simulated pool(const std::string& solid, const std::string& fluid = "") {
  return Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n"
      "Fluid { name \"water\" translation 0 0 -5 boundingObject Box { size 20 20 10 } " +
      fluid + " }\n" + solid);
}

std::string floating(const std::string& shape, double mass, double z, const std::string& properties) {
  return "DEF S Solid { translation 0 0 " + std::to_string(z) + " boundingObject " + shape +
         " physics Physics { density -1 mass " + std::to_string(mass) +
         " } immersionProperties ImmersionProperties { fluidName \"water\" " + properties + " } }\n";
}

// Resistance that brings a body to rest soon: viscosity of water is 0.001 Pa s.
const std::string calm = "viscousResistanceForceCoefficient 5e5 viscousResistanceTorqueCoefficient 1e5";

Shape shape(ShapeKind kind, const Vector3d& size) {
  Shape result;
  result.kind = kind;
  result.size = size;
  return result;
}

}  // namespace

TEST_CASE("volume, centre, area and shadow of what is below a plane") {
  const Matrix3d same = Matrix3d::Identity();
  const ClosedSurface box = closed_surface(shape(ShapeKind::Box, {2, 3, 4}));
  Immersion part = immersed_part(box, Vector3d::UnitZ(), -1, same);  // the lower quarter
  CHECK(part.volume == Approx(6));
  CHECK(part.center.z() == Approx(-1.5));
  CHECK(part.area == Approx(2 * 3 + 2 * (2 + 3) * 1));
  CHECK(part.projected.x() == Approx(3 * 1));
  CHECK(part.projected.y() == Approx(2 * 1));
  CHECK(part.projected.z() == Approx(2 * 3));
  // Turned, its axes are others.
  part = immersed_part(box, Vector3d::UnitZ(), -1, Eigen::AngleAxisd(pi / 2, Vector3d::UnitX()).toRotationMatrix());
  CHECK(part.projected.y() == Approx(2 * 3));
  CHECK(part.projected.z() == Approx(2 * 1));
  CHECK(immersed_part(box, Vector3d::UnitZ(), -3, same).volume == 0);
  CHECK(immersed_part(box, Vector3d(1, 2, -3).normalized(), 9, same).volume == Approx(24));
  // A corner: the tetrahedron with edges of 1 along the three axes.
  const Vector3d diagonal = Vector3d(1, 1, 1).normalized();
  CHECK(immersed_part(box, diagonal, diagonal.dot(Vector3d(-1, -1.5, -2)) + 1 / std::sqrt(3), same).volume ==
        Approx(1.0 / 6));

  const ClosedSurface ball = closed_surface(shape(ShapeKind::Sphere, {0.5, 0, 0}));
  CHECK(immersed_part(ball, diagonal, 1, same).volume == Approx(pi / 6));
  CHECK(immersed_part(ball, diagonal, 0, same).volume == Approx(pi / 12).epsilon(1e-3));
  // A cap of height h: pi h^2 (3 r - h) / 3.
  CHECK(immersed_part(ball, Vector3d::UnitZ(), -0.3, same).volume == Approx(pi * 0.04 * 1.3 / 3).epsilon(0.02));
  CHECK(immersed_part(ball, diagonal, 1, same).area == Approx(pi).epsilon(0.01));
  CHECK(immersed_part(ball, diagonal, 1, same).projected.x() == Approx(pi / 4).epsilon(0.01));

  const ClosedSurface pillar = closed_surface(shape(ShapeKind::Cylinder, {0.5, 2, 0}));
  CHECK(immersed_part(pillar, Vector3d::UnitZ(), 9, same).volume == Approx(pi / 2));
  CHECK(immersed_part(pillar, Vector3d::UnitX(), 0, same).volume == Approx(pi / 4));
  const ClosedSurface capsule = closed_surface(shape(ShapeKind::Capsule, {0.5, 2, 0}));
  CHECK(immersed_part(capsule, diagonal, 9, same).volume == Approx(pi / 2 + pi / 6));
  const ClosedSurface cone = closed_surface(shape(ShapeKind::Cone, {0.5, 2, 0}));
  CHECK(immersed_part(cone, diagonal, 9, same).volume == Approx(pi / 6));
}

TEST_CASE("a body floats where it displaces its own mass") {
  // 0.6 of the density of water: 0.6 of the height is below.
  auto box = pool(floating("Box { size 1 1 0.5 }", 300, 0.2, calm));
  box.run(60);
  CHECK(box.solid("S").pose().position.z() == Approx(0.25 - 0.6 * 0.5).margin(1e-3));
  CHECK(std::abs(box.solid("S").linear_velocity().z()) < 1e-3);
  auto ball = pool(floating("Sphere { radius 0.5 }", 1000 * pi / 12, 0.3, calm));
  ball.run(60);
  CHECK(ball.solid("S").pose().position.z() == Approx(0).margin(2e-3));
  // Half as heavy as oil of the density 800.
  auto oil = pool(floating("Cylinder { radius 0.5 height 1 }", 400 * pi / 4, 0, calm), "density 800");
  oil.run(60);
  CHECK(oil.solid("S").pose().position.z() == Approx(0).margin(2e-3));
}

TEST_CASE("without ImmersionProperties of that fluid a body sinks through it") {
  auto world = pool(
      "DEF S Solid { boundingObject Box { size 1 1 1 } physics Physics { density 1 } immersionProperties "
      "ImmersionProperties { fluidName \"oil\" } }\n");
  world.run(1);
  CHECK(world.solid("S").pose().position.z() < -4.5);
}

// The ball of 1 kg displaces twice its mass, so g lifts it by the buoyancy 2 m g - m g. With two properties for one
// fluid only the last ones count (WbSimulationCluster): no drag.
TEST_CASE("of several ImmersionProperties for one fluid the last count") {
  const double radius = std::cbrt(3 * 0.002 / (4 * pi));
  auto world =
      pool("DEF S Solid { translation 0 0 -5 boundingObject Sphere { radius " + std::to_string(radius) +
           " } physics Physics { density -1 mass 1 } immersionProperties [ ImmersionProperties { fluidName \"water\" " +
           calm + " } ImmersionProperties { fluidName \"water\" } ] }\n");
  world.run(0.08);
  CHECK(world.solid("S").linear_velocity().z() == Approx(g * 0.08).epsilon(1e-3));
}

TEST_CASE("a fluid ends where its boundingObject does") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
      "Fluid { name \"water\" translation 30 0 -5 boundingObject Box { size 20 20 10 } }\n" +
      floating("Box { size 1 1 0.5 }", 300, 0, calm));
  world.run(1);
  CHECK(world.solid("S").pose().position.z() < -4.5);
}

TEST_CASE("a sinking ball reaches the speed at which drag bears its weight in water") {
  // By immersed area: c rho A v^2 = (m - rho V) g with A = 4 pi r^2.
  const double radius = 0.1, volume = 4 / 3.0 * pi * radius * radius * radius, mass = 3 * 1000 * volume;
  const double weight = (mass - 1000 * volume) * g;
  auto world = pool(floating("Sphere { radius 0.1 }", mass, -1, "dragForceCoefficients 0.5 0 0"));
  world.run(5);
  CHECK(-world.solid("S").linear_velocity().z() ==
        Approx(std::sqrt(weight / (0.5 * 1000 * 4 * pi * radius * radius))).epsilon(0.01));
  // By its shadow along z, with the coefficient of z.
  auto shadow = pool(
      floating("Sphere { radius 0.1 }", mass, -1, "referenceArea \"xyz-projection\" dragForceCoefficients 0 0 0.8"));
  shadow.run(2);
  CHECK(-shadow.solid("S").linear_velocity().z() ==
        Approx(std::sqrt(weight / (0.8 * 1000 * pi * radius * radius))).epsilon(0.01));
  // By viscosity: 0.001 k v = weight.
  auto honey = pool(floating("Sphere { radius 0.1 }", mass, -1, "viscousResistanceForceCoefficient 2e5"));
  honey.run(4);
  CHECK(-honey.solid("S").linear_velocity().z() == Approx(weight / 200).epsilon(0.01));
}

TEST_CASE("a stream carries what floats in it, and drag slows rotation") {
  auto world = pool(floating("Sphere { radius 0.5 }", 1000 * pi / 12, 0, calm), "streamVelocity 0.3 0 0");
  world.run(20);
  CHECK(world.solid("S").linear_velocity().x() == Approx(0.3).epsilon(0.01));

  // Wholly immersed, of the density of water: I dw/dt = -t rho A w^2, so w = w0 / (1 + w0 t rho A t / I).
  auto turning = pool(
      "DEF S Solid { translation 0 0 -3 angularVelocity 0 0 2 boundingObject Sphere { radius 0.5 } physics Physics { } "
      "immersionProperties ImmersionProperties { fluidName \"water\" dragTorqueCoefficients 0.01 0 0 } }\n");
  turning.run(4);
  const double inertia = 0.4 * 1000 * (pi / 6) * 0.25, drag = 0.01 * 1000 * pi;
  CHECK(turning.solid("S").angular_velocity().z() == Approx(2 / (1 + 2 * drag * 4 / inertia)).epsilon(0.02));
}
