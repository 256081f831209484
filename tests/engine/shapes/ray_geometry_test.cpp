// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Primitives against closed forms, and against marching along the ray with nothing but "is this point inside?".
#include "engine/shapes/ray_geometry.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "engine/state/noise.h"

using namespace lightsout;

namespace {

const double root2 = std::sqrt(2.0), root3 = std::sqrt(3.0);

struct Primitive {
  const char* name;
  std::function<std::optional<SurfaceHit>(const Vector3d&, const Vector3d&)> hit;
  std::function<bool(const Vector3d&)> contains;
};

const Primitive primitives[] = {
    {"box",
     [](const auto& o, const auto& d) {
       return hit_box({0.5, 0.3, 0.8}, o, d);
     },
     [](const Vector3d& p) { return std::abs(p.x()) <= 0.5 && std::abs(p.y()) <= 0.3 && std::abs(p.z()) <= 0.8; }},
    {"sphere", [](const auto& o, const auto& d) { return hit_sphere(0.7, o, d); },
     [](const Vector3d& p) { return p.norm() <= 0.7; }},
    {"cylinder", [](const auto& o, const auto& d) { return hit_cylinder(0.4, 1.2, o, d); },
     [](const Vector3d& p) { return p.head<2>().norm() <= 0.4 && std::abs(p.z()) <= 0.6; }},
    {"capsule", [](const auto& o, const auto& d) { return hit_capsule(0.3, 0.9, o, d); },
     [](const Vector3d& p) { return (p - Vector3d(0, 0, std::clamp(p.z(), -0.45, 0.45))).norm() <= 0.3; }},
    {"cone", [](const auto& o, const auto& d) { return hit_cone(0.6, 1.4, o, d); },
     [](const Vector3d& p) { return std::abs(p.z()) <= 0.7 && p.head<2>().norm() <= 0.6 * (0.7 - p.z()) / 1.4; }},
};

// Where "inside" first changes along the ray, to 1e-12; nothing if it does not within `length`.
std::optional<double> march(const Primitive& primitive, const Vector3d& o, const Vector3d& d, double length) {
  const double step = 0.002;
  const bool inside = primitive.contains(o);
  for (double t = step; t <= length; t += step) {
    if (primitive.contains(o + t * d) == inside) continue;
    double low = t - step, high = t;
    while (high - low > 1e-13) {
      const double middle = (low + high) / 2;
      (primitive.contains(o + middle * d) == inside ? low : high) = middle;
    }
    return high;
  }
  return std::nullopt;
}

void check(const std::optional<SurfaceHit>& hit, double distance, const Vector3d& normal) {
  REQUIRE(hit);
  CHECK(hit->distance == Approx(distance).margin(1e-14));
  CHECK((hit->normal - normal).norm() < 1e-12);
}

}  // namespace

TEST_CASE("axis rays and diagonals in closed form") {
  const Vector3d x = Vector3d::UnitX(), z = Vector3d::UnitZ();
  check(hit_box({0.5, 0.5, 0.5}, {-2, 0.1, 0.2}, x), 1.5, -x);
  // From (-2,-2,-2) along the diagonal to the corner (-.5,-.5,-.5): 1.5 sqrt 3, whichever face answers.
  CHECK(hit_box({0.5, 0.5, 0.5}, {-2, -2, -2}, Vector3d(1, 1, 1) / root3)->distance == Approx(1.5 * root3));
  check(hit_sphere(1, {-3, 0, 0}, x), 2, -x);
  // Off centre by 0.6: the half chord is 0.8.
  check(hit_sphere(1, {-3, 0.6, 0}, x), 3 - 0.8, {-0.8, 0.6, 0});
  check(hit_cylinder(1, 2, {-3, 0.6, 0.5}, x), 3 - 0.8, {-0.8, 0.6, 0});
  check(hit_cylinder(1, 2, {0.5, 0, 4}, -z), 3, z);
  check(hit_capsule(0.5, 2, {0, 0, 4}, -z), 4 - 1.5, z);
  check(hit_capsule(0.5, 2, {-2, 0, 0.9}, x), 1.5, -x);
  // At z = 1.3 the cap's circle has radius 0.4 (0.3, 0.4, 0.5).
  check(hit_capsule(0.5, 2, {-2, 0, 1.3}, x), 2 - 0.4, {-0.8, 0, 0.6});
  // Half-way up a cone of radius 1 and height 2 the circle has radius 0.5; the side leans by (2, 1)/sqrt 5.
  check(hit_cone(1, 2, {-2, 0, 0}, x), 1.5, Vector3d(-2, 0, 1) / std::sqrt(5.0));
  check(hit_cone(1, 2, {0.5, 0, -3}, z), 2, -z);
  CHECK(hit_cone(1, 2, {0, 0, 3}, -z)->distance == Approx(2));  // onto the apex
  // Parallel to the side (slope 1 of a cone 1 high, 1 wide): from outside under the base it leaves nowhere above.
  check(hit_cone(1, 1, {-0.5, 0, -1.5}, Vector3d(1, 0, 1) / root2), root2, -z);
}

TEST_CASE("a ray that starts inside hits where it leaves") {
  const Vector3d x = Vector3d::UnitX(), z = Vector3d::UnitZ();
  check(hit_box({0.5, 0.5, 0.5}, {0.1, 0, 0}, x), 0.4, x);
  check(hit_sphere(1, {0, 0.6, 0}, x), 0.8, {0.8, 0.6, 0});
  check(hit_cylinder(1, 2, {0, 0, 0}, z), 1, z);
  check(hit_capsule(0.5, 2, {0, 0, 0}, z), 1.5, z);
  check(hit_cone(1, 2, {0, 0, 0}, -z), 1, -z);
  check(hit_cone(1, 2, {0, 0, 0}, x), 0.5, Vector3d(2, 0, 1) / std::sqrt(5.0));
}

TEST_CASE("a ray that touches hits, one that is past does not") {
  const Vector3d x = Vector3d::UnitX();
  CHECK(hit_sphere(1, {-3, 1, 0}, x)->distance == 3);
  CHECK_FALSE(hit_sphere(1, {-3, 1 + 1e-9, 0}, x));
  CHECK(hit_box({0.5, 0.5, 0.5}, {-2, 0.5, 0.5}, x)->distance == 1.5);  // along an edge
  CHECK_FALSE(hit_box({0.5, 0.5, 0.5}, {-2, std::nextafter(0.5, 1), 0}, x));
  CHECK(hit_cylinder(1, 2, {-3, 1, 0}, x)->distance == 3);
  CHECK(hit_cylinder(1, 2, {-3, 0, 1}, x)->distance == 2);  // in the plane of the upper face
  CHECK_FALSE(hit_sphere(1, {3, 0, 0}, x));                 // behind
}

TEST_CASE("a plane is seen from both sides and never from within") {
  CHECK(hit_plane({0, 0, 2}, -Vector3d::UnitZ())->distance == 2);
  CHECK(hit_plane({0, 0, -2}, Vector3d::UnitZ())->distance == 2);
  CHECK_FALSE(hit_plane({0, 0, 2}, Vector3d::UnitZ()));
  CHECK_FALSE(hit_plane({0, 0, 2}, Vector3d::UnitX()));
}

TEST_CASE("random rays hit where the inside ends or begins") {
  for (const Primitive& primitive : primitives) {
    INFO(primitive.name);
    Noise noise(11, primitive.name);
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
      Vector3d origin, direction;
      for (int k = 0; k < 3; ++k) {
        origin[k] = 3 * noise.uniform() - 1.5;
        direction[k] = noise.gaussian();
      }
      direction.normalize();
      INFO("origin " << origin.transpose() << ", direction " << direction.transpose());
      const auto hit = primitive.hit(origin, direction);
      const auto expected = march(primitive, origin, direction, 5);
      if (!expected) {
        // Marching steps over chords below 2 mm.
        if (hit) CHECK_FALSE(primitive.contains(origin + (hit->distance + 0.002) * direction));
        continue;
      }
      ++hits;
      REQUIRE(hit);
      if (std::abs(hit->distance - *expected) > 1e-9) {
        // Again a short chord that marching missed: then both ends of it are outside.
        CHECK(hit->distance < *expected);
        CHECK_FALSE(primitive.contains(origin + (hit->distance + 0.002) * direction));
      }
      CHECK(hit->normal.norm() == Approx(1));
      // Outward: a little along the normal is outside, a little against it inside.
      const Vector3d point = origin + hit->distance * direction;
      CHECK_FALSE(primitive.contains(point + 1e-7 * hit->normal));
      CHECK(primitive.contains(point - 1e-7 * hit->normal));
    }
    CHECK(hits > 100);
  }
}
