// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The library's PROTOs for boundingObjects: a pipe of boxes and a ring of balls are hollow, in both axis conventions.
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

TEST_CASE("a ball falls through a pipe and a ring of the library, and a wider one stays on them") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  // The inner faces of the pipe touch a circle of 0.2 - 0.05; balls of 0.1 on a circle of 0.5 leave one of 0.4.
  const auto place = [old](double x, double up) {
    const std::string height = std::to_string(up), zero = "0";
    return "translation " + std::to_string(x) + " " + (old ? height + " 0" : "0 " + height) + " ";
  };
  const auto ball = [&](const std::string& def, double x, double up, double radius) {
    return "DEF " + def + " Solid { name \"" + def + "\" " + place(x, up) + "boundingObject Sphere { radius " +
           std::to_string(radius) + " } physics Physics { density 1 } }\n";
  };
  const std::string pipe = "boundingObject PipeBoundingObject { height 0.4 radius 0.2 thickness 0.05 } }\n";
  const std::string ring = "boundingObject TorusBoundingObject { majorRadius 0.5 minorRadius 0.1 } }\n";
  auto world = Simulated::from_text(
      "#VRML_SIM " + std::string(old ? "R2021b" : "R2022a") + " utf8\nWorldInfo { basicTimeStep 4 coordinateSystem \"" +
      (old ? "NUE" : "ENU") + "\" }\n" + "Solid { name \"p\" " + place(0, 0) + pipe + "Solid { name \"q\" " +
      place(1, 0) + pipe + "Solid { name \"r\" " + place(3, 0) + ring + "Solid { name \"s\" " + place(5, 0) + ring +
      ball("THROUGH_PIPE", 0, 0.5, 0.14) + ball("ON_PIPE", 1, 0.5, 0.18) + ball("THROUGH_RING", 3, 0.5, 0.35) +
      ball("ON_RING", 5, 0.6, 0.45));
  world.start();
  for (const Diagnostic& diagnostic : world.take_diagnostics()) CHECK(diagnostic.severity == Severity::Note);
  for (int i = 0; i < 500; ++i) world.step();
  const auto height = [&](const char* def) {
    const auto position = world.solid(def).pose().position;
    return old ? position.y() : position.z();
  };
  CHECK(height("THROUGH_PIPE") < -1);
  CHECK(height("THROUGH_RING") < -1);
  // The balls are so light that contacts do not give. That of 0.18 touches the upper inner edges of the boxes, whose
  // middles are nearest to the axis: 0.2 + sqrt(0.18^2 - 0.15^2). That of 0.45 touches balls at (0.45 + 0.1) from their
  // middles.
  CHECK(height("ON_PIPE") == Approx(0.2 + std::sqrt(0.18 * 0.18 - 0.15 * 0.15)).margin(0.005));
  CHECK(height("ON_RING") == Approx(std::sqrt(0.55 * 0.55 - 0.5 * 0.5)).margin(0.005));
}
