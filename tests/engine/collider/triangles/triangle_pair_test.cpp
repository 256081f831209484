// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two triangles against rational arithmetic: touching is decided without a single disagreement, on integers where most
// cases are degenerate, on integers moved far away, and on general doubles.
#include "engine/collider/triangles/triangle_pair.h"

#include <catch2/catch.hpp>
#include <random>

#include "engine/collider/triangles/orientation.h"
#include "tests/engine/collider/oracle.h"

using namespace lightsout;
using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

using Generator = std::mt19937_64;

double uniform(Generator& generator, double low, double high) {
  return low + (high - low) * double(generator() >> 11) * 0x1p-53;
}

Vector3d grid_point(Generator& generator, int size) {
  const auto c = [&] { return double(generator() % unsigned(size)); };
  return {c(), c(), c()};
}

}  // namespace

TEST_CASE("the sign of an orientation is exact") {
  Generator generator(1);
  int zero = 0;
  for (int i = 0; i < 20000; ++i) {
    Vector3d p[4];
    for (auto& v : p) v = grid_point(generator, 4) * 0.1 + Vector3d::Constant(i % 3 == 0 ? 1e6 : 0.3);
    if (i % 2)  // nearly in the plane: an affine combination, rounded
      p[3] = p[0] + 0.3 * (p[1] - p[0]) + 0.6 * (p[2] - p[0]);
    const int expected = oracle::orientation(p[0], p[1], p[2], p[3]);
    zero += expected == 0;
    REQUIRE(orientation(p[0], p[1], p[2], p[3]) == expected);
    REQUIRE(orientation(p[0], p[2], p[1], p[3]) == -expected);
    const Vector2d a = p[0].head<2>(), b = p[1].head<2>(), c = p[2].head<2>();
    const int turn = oracle::orientation(a, b, c);
    REQUIRE(orientation(a, b, c) == turn);
    REQUIRE(orientation(b, c, a) == turn);
  }
  CHECK(zero > 1000);
  CHECK(zero < 19000);
}

TEST_CASE("triangles touch if and only if rational arithmetic says so") {
  Generator generator(2);
  int pairs = 0, touching = 0, coplanar = 0;
  const auto check = [&](const Triangle& s, const Triangle& t) {
    if (oracle::degenerate(s) || oracle::degenerate(t)) return;
    const bool expected = oracle::triangles_touch(s, t);
    double extent = 0;
    for (const Vector3d* x : {&s.a, &s.b, &s.c, &t.a, &t.b, &t.c})
      for (const Vector3d* y : {&s.a, &s.b, &s.c, &t.a, &t.b, &t.c})
        extent = std::max(extent, (*x - *y).cwiseAbs().maxCoeff());
    const double error = orientation_error(extent);
    REQUIRE(triangles_touch(s, t, error) == expected);
    REQUIRE(triangles_touch(t, s, error) == expected);
    REQUIRE(triangles_touch({s.b, s.c, s.a}, {t.a, t.c, t.b}, error) == expected);
    ++pairs;
    touching += expected;
    coplanar += oracle::orientation(s.a, s.b, s.c, t.a) == 0 && oracle::orientation(s.a, s.b, s.c, t.b) == 0 &&
                oracle::orientation(s.a, s.b, s.c, t.c) == 0;
  };
  for (int i = 0; i < 30000; ++i) {
    const int size = 2 + i % 4;  // 2: unit cube corners; nearly every pair shares something
    Triangle s, t;
    for (Vector3d* v : {&s.a, &s.b, &s.c, &t.a, &t.b, &t.c}) *v = grid_point(generator, size);
    if (i % 5 == 0)  // flat
      for (Vector3d* v : {&s.a, &s.b, &s.c, &t.a, &t.b, &t.c}) v->z() = v->x() + v->y();
    if (i % 7 == 0)  // not on a grid of powers of two, so that differences round
      for (Vector3d* v : {&s.a, &s.b, &s.c, &t.a, &t.b, &t.c}) *v = *v * 0.1 + Vector3d(1.7, -33.3, 1e3);
    check(s, t);
  }
  for (int i = 0; i < 10000; ++i) {
    Triangle s, t;
    for (Vector3d* v : {&s.a, &s.b, &s.c, &t.a, &t.b, &t.c})
      *v = Vector3d(uniform(generator, -1, 1), uniform(generator, -1, 1), uniform(generator, -1, 1));
    if (i % 3 == 0) t.a = 0.5 * (s.a + s.b);  // on an edge but for the rounding
    if (i % 3 == 1) t.a = s.a + 0.25 * (s.b - s.a) + 0.25 * (s.c - s.a);
    check(s, t);
  }
  INFO(pairs << " pairs, " << touching << " touch, " << coplanar << " coplanar");
  CHECK(pairs > 20000);
  CHECK(touching > 5000);
  CHECK(pairs - touching > 5000);
  CHECK(coplanar > 1000);
}

TEST_CASE("the distance of triangles is that of a fine sampling, and of known cases") {
  Vector3d x, y;
  const Triangle flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  // Over the inside, parallel, edge against edge, corner against corner.
  CHECK(squared_distance(flat, {{0.2, 0.2, 0.5}, {0.3, 0.2, 2}, {0.2, 0.3, 2}}, x, y) == Approx(0.25));
  CHECK(x.isApprox(Vector3d(0.2, 0.2, 0)));
  CHECK(squared_distance(flat, {{0, 0, 3}, {1, 0, 3}, {0, 1, 3}}, x, y) == Approx(9));
  CHECK(squared_distance(flat, {{0.5, -2, -1}, {0.5, -2, 1}, {0.5, -3, 0}}, x, y) == Approx(4));
  CHECK(squared_distance(flat, {{2, 0, 0}, {3, 0, 0}, {3, 1, 0}}, x, y) == Approx(1));
  CHECK(x.isApprox(Vector3d(1, 0, 0)));
  CHECK(y.isApprox(Vector3d(2, 0, 0)));

  Generator generator(3);
  const auto point = [&](double away) {
    return Vector3d(uniform(generator, -1, 1) + away, uniform(generator, -1, 1), uniform(generator, -1, 1));
  };
  for (int i = 0; i < 300; ++i) {
    const Triangle s{point(0), point(0), point(0)}, t{point(1.5), point(1.5), point(1.5)};
    if (triangles_touch(s, t, orientation_error(6))) continue;
    const double d = std::sqrt(squared_distance(s, t, x, y));
    CHECK((x - y).norm() == Approx(d).margin(1e-12));
    // No pair of points of a grid over both is nearer, the nearest one is not much farther.
    double sampled = 1e9;
    constexpr int n = 24;
    const auto at = [](const Triangle& q, int u, int v) {
      return Vector3d(q.a + (q.b - q.a) * (double(u) / n) + (q.c - q.a) * (double(v) / n));
    };
    for (int u = 0; u <= n; ++u)
      for (int v = 0; u + v <= n; ++v)
        for (int k = 0; k <= n; ++k)
          for (int l = 0; k + l <= n; ++l) sampled = std::min(sampled, (at(s, u, v) - at(t, k, l)).norm());
    REQUIRE(d <= sampled + 1e-12);
    REQUIRE(d >= sampled - 2 * 2.9 / n);  // a grid point lies within a cell's diameter of either nearest point
  }
}

TEST_CASE("the crossing of two triangles lies in both and runs along the product of their normals") {
  Segment crossing;
  // z = 0 with x, y >= 0, x + y <= 2; the plane y = 0.5 with x from -1 on and z in a triangle about 0.
  REQUIRE(crossing_of({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{-1, 0.5, -1}, {-1, 0.5, 1}, {1, 0.5, 0}}, crossing));
  // normals (0, 0, 4) and (0, 4, 0): their product is along -x.
  CHECK(crossing.from.isApprox(Vector3d(1, 0.5, 0)));
  CHECK(crossing.to.isApprox(Vector3d(0, 0.5, 0)));
  CHECK_FALSE(crossing_of({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, crossing));
}
