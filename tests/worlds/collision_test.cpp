#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

TEST_CASE("A collision keeps momentum and leaves the share of the approach that restitution says") {
  Simulated world("worlds/collision.wbt");
  const Solid &heavy = world.solid("HEAVY"), &light = world.solid("LIGHT");
  const double m1 = 3, m2 = 1, approach = 2, restitution = 0.5;
  const auto momentum = [&] { return (m1 * heavy.linear_velocity() + m2 * light.linear_velocity()).eval(); };
  CHECK(momentum().x() == Approx(m1 * approach).margin(1e-12));

  // 0.7 m lie between the surfaces.
  world.run(0.3);
  CHECK(light.linear_velocity().norm() == 0);
  CHECK(heavy.pose().position.x() == Approx(-1 + 0.3 * approach).margin(1e-12));
  world.run(0.5);
  // Equal and opposite impulses on both: momentum is exact. The contact's CFM of 1e-8 softens the blow by a share of
  // (CFM / h) / (1 / m1 + 1 / m2), which is 4e-6.
  CHECK((momentum() - Vector3d(m1 * approach, 0, 0)).norm() < 1e-12);
  const double v1 = (m1 - restitution * m2) / (m1 + m2) * approach, v2 = (1 + restitution) * m1 / (m1 + m2) * approach;
  CHECK(heavy.linear_velocity().x() == Approx(v1).epsilon(1e-5));
  CHECK(light.linear_velocity().x() == Approx(v2).epsilon(1e-5));
  CHECK(heavy.angular_velocity().norm() == 0);
}
