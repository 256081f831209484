// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

TEST_CASE("A stack of boxes stays and rests as deep as its soft contacts give way") {
  Simulated world("worlds/stack.wbt");
  world.run(5);
  // At rest a contact row says ERP / h * depth = CFM * force. Between 4 and 8 contacts share the weight above them.
  const double g = 9.81, erp = 0.2, cfm = 0.001, mass = 1, size = 0.2;
  double least = 0, most = 0;
  for (int box = 1; box <= 5; ++box) {
    const double weight = (6 - box) * mass * g;
    const double depth = world.dt() * cfm * weight / erp;
    least += depth / 8;
    most += depth / 4;
    const Solid& solid = world.solid("BOX_" + std::to_string(box));
    const Vector3d position = solid.pose().position;
    INFO("box " << box);
    const double sunk = size * (box - 0.5) - position.z();
    CHECK(sunk >= 0.9 * least);
    CHECK(sunk <= 1.1 * most);
    // Nothing pushes sideways; what the solver's rounding does stays below the depth of a contact.
    CHECK(std::abs(position.x()) < most);
    CHECK(std::abs(position.y()) < most);
    // Slow enough to be put to sleep (physicsDisableLinearThreshold).
    CHECK(solid.linear_velocity().norm() < 0.01);
  }
}
