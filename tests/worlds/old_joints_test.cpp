// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Joints of older releases.
#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

TEST_CASE("A Servo of type none leaves its body free, for a plugin to join") {
  // y up. The robot stands; what it holds by a Servo stays, the free one falls: n steps of h take it n (n + 1) / 2 g
  // h^2.
  auto world = Simulated::from_text(R"(#VRML_SIM V6.0 utf8
WorldInfo { basicTimeStep 4 gravity 0 -10 0 physicsDisableTime 0 }
Solid { name "floor" boundingObject Plane { size 9 9 } }
Robot { translation 0 0.5 0 boundingObject Box { size 4 1 4 } physics Physics { density -1 mass 10 } children [
  DEF HELD Servo { name "held" translation 1 2 0 rotation 0 1 0 0 boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 1 } }
  DEF FREE Servo { name "free" type "none" translation -1 2 0 rotation 0 1 0 0 maxForce 3
    boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 1 } }
] }
)");
  world.start();
  const Vector3d held = world.solid("HELD").pose().position, free = world.solid("FREE").pose().position;
  CHECK((free - Vector3d(-1, 2.5, 0)).norm() < 1e-9);
  world.run(0.4);
  const double fallen = 100 * 101 / 2.0 * 10 * 0.004 * 0.004;
  CHECK((world.solid("HELD").pose().position - held).norm() < 0.01);
  CHECK((world.solid("FREE").pose().position - free - Vector3d(0, -fallen, 0)).norm() < 1e-6);
}
