// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Rays in rows and columns: the window of a box holds every ray that passes within it, and what a fan meets is what its
// rays meet one by one, to the bit.
#include "engine/rays/ray_fan.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "engine/mesh/triangle_mesh.h"
#include "engine/rays/embree_library.h"
#include "engine/rays/ray_scene.h"
#include "engine/shapes/shape.h"
#include "engine/state/noise.h"

using namespace lightsout;

namespace {

struct Form {
  std::string name;
  bool is_planar;
  double top, bottom;  // rad, of the rows
  int rows;
  double left, right;  // rad, of the columns
  int columns;
};

const std::vector<Form>& forms() {
  static const std::vector<Form> all = {
      {"ahead", false, 0.2, -0.3, 7, 0.8, -0.8, 33},
      {"a whole turn, its ends in one place", false, 0.4, -0.4, 5, M_PI, -M_PI, 121},
      {"a part of a turn, across the back", false, 0.1, -0.1, 3, -2.5, -4.5, 40},
      {"far around", false, 0.1, -0.1, 3, -11, -15, 60},
      {"up to both poles", false, M_PI / 2, -M_PI / 2, 9, M_PI, -M_PI, 37},
      {"beyond a pole", false, 2, 0, 9, 1, -1, 21},
      {"tilted down", false, -0.5, -1.2, 4, 2, -2, 50},
      {"one row", false, 0.05, 0.05, 1, M_PI, -M_PI, 181},
      {"one column", false, 0.6, -0.6, 40, 0, 0, 1},
      {"from right to left", false, -0.3, 0.3, 6, -1, 1, 30},
      {"planar", true, 0.4, -0.4, 9, 1.2, -1.2, 41},
      {"planar, tilted", true, 0.9, 0.1, 6, 0.5, -0.5, 20},
      {"planar, one ray", true, 0.1, 0.1, 1, 0, 0, 1},
  };
  return all;
}

double part(double from, double to, int i, int count) {
  return count > 1 ? from + (to - from) * i / (count - 1) : from;
}

RayFan fan_of(const Form& form, const Pose& pose, double start, double reach) {
  RayFan fan;
  fan.is_planar = form.is_planar;
  const auto steps = [](double from, double to, int count) {
    return RayFan::Steps{from, count > 1 ? (to - from) / (count - 1) : 0, count};
  };
  fan.rows = steps(form.top, form.bottom, form.rows);
  fan.columns = form.is_planar ? steps(std::tan(form.left), std::tan(form.right), form.columns)
                               : steps(form.left, form.right, form.columns);
  fan.pose = pose;
  fan.reach = reach;
  fan.farthest_start = start;
  for (int i = 0; i < form.rows; ++i)
    for (int j = 0; j < form.columns; ++j) {
      const double up = part(form.top, form.bottom, i, form.rows);
      Vector3d way;
      if (form.is_planar) {
        way = Vector3d(1, part(std::tan(form.left), std::tan(form.right), j, form.columns), std::tan(up)).normalized();
      } else {
        const double side = part(form.left, form.right, j, form.columns);
        way = {std::cos(up) * std::cos(side), std::cos(up) * std::sin(side), std::sin(up)};
      }
      way = pose.rotation * way;
      fan.rays.push_back({pose.position + start * way, way, reach - start});
    }
  return fan;
}

Vector3d random_vector(Noise& noise, double reach) {
  Vector3d v;
  for (int i = 0; i < 3; ++i) v[i] = reach * (2 * noise.uniform() - 1);
  return v;
}

Pose random_pose(Noise& noise, double reach) {
  const Quaterniond q(noise.gaussian(), noise.gaussian(), noise.gaussian(), noise.gaussian());
  return {random_vector(noise, reach), q.normalized().toRotationMatrix()};
}

// By slabs.
bool passes(const Vector3d& way, const Vector3d& low, const Vector3d& high) {
  double enter = 0, leave = 1e9;
  for (int axis = 0; axis < 3; ++axis) {
    double from = low[axis] / way[axis], to = high[axis] / way[axis];
    if (from > to) std::swap(from, to);
    enter = std::max(enter, from);
    leave = std::min(leave, to);
  }
  return enter <= leave;
}

bool is_in(const RayFan::Window& window, int row, int column) {
  const auto holds = [](const RayFan::Range& range, int at) { return range.begin <= at && at < range.end; };
  bool is = false;
  for (const RayFan::Range& columns : window.columns) is |= holds(columns, column);
  return is && holds(window.rows, row);
}

}  // namespace

TEST_CASE("the window of a box holds the rays that pass it, and of a small box few others") {
  for (const Form& form : forms()) {
    INFO(form.name);
    const RayFan fan = fan_of(form, {}, 0, 10);
    Noise noise(7, form.name);
    int met = 0, held = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vector3d middle = random_vector(noise, 4), half = random_vector(noise, 0.6).cwiseAbs();
      const Vector3d low = middle - half, high = middle + half;
      const RayFan::Window window = fan.window(low, high);
      int strays = 0;
      for (int row = 0; row < form.rows; ++row)
        for (int column = 0; column < form.columns; ++column) {
          const bool in = is_in(window, row, column);
          held += in;
          if (!passes(fan.rays[std::size_t(row * form.columns + column)].direction, low, high)) continue;
          ++met;
          strays += !in;
        }
      REQUIRE(strays == 0);
    }
    CHECK(met > 0);
    // It is no more than the rectangle around what is seen of the box, which is seen askew.
    if (form.name != "beyond a pole" && form.name != "up to both poles" && !form.is_planar) CHECK(held < 4 * met);
  }
}

TEST_CASE("what a fan meets is what its rays meet one by one") {
  const auto device = EmbreeDevice::open();
  REQUIRE(device);
  Noise noise(11, "world");
  auto tetrahedron = std::make_shared<TriangleMesh>();
  tetrahedron->vertices = {{0, 0, 0}, {0.5f, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.5f}};
  tetrahedron->triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Matrix3d squeezed = Vector3d(0.5, 2, 1).asDiagonal();
  for (const bool is_looked_at : {true, false}) {
    std::vector<std::unique_ptr<Shape>> shapes;
    std::vector<RayScene::Carrier> carriers;
    std::vector<RayScene::Target> targets;
    std::vector<Pose> poses;
    for (int i = 0; i < 25; ++i) {
      constexpr ShapeKind kinds[] = {ShapeKind::Box,     ShapeKind::Sphere, ShapeKind::Cylinder, ShapeKind::Plane,
                                     ShapeKind::Capsule, ShapeKind::Cone,   ShapeKind::Mesh};
      Shape& shape = *shapes.emplace_back(std::make_unique<Shape>());
      shape.kind = kinds[i % 7];
      // Some are in one place: of equally near ones the first counts.
      shape.size =
          i % 3 ? Vector3d(0.1 + noise.uniform(), 0.1 + noise.uniform(), 0.1 + noise.uniform()) : Vector3d(1, 1, 1);
      if (shape.kind == ShapeKind::Mesh) shape.mesh = tetrahedron;
      if (i % 5 == 4 && shape.kind != ShapeKind::Mesh && shape.kind != ShapeKind::Plane)
        shape.deformation = std::make_shared<const Matrix3d>(squeezed);
      shape.in_solid = i % 3 ? random_pose(noise, 0.5) : Pose();
      carriers.push_back({nullptr, i % 2 == 0});
      targets.push_back({&shape, std::uint32_t(i), is_looked_at});
      poses.push_back(i % 3 ? random_pose(noise, 3) : Pose{{2, 0, 0}, Matrix3d::Identity()});
    }
    for (const auto& by : {std::shared_ptr<const EmbreeDevice>(), *device}) {
      RayScene scene(carriers, targets, by);
      for (std::size_t i = 0; i < poses.size(); ++i) scene.place(i, poses[i]);
      scene.commit();
      int hits = 0;
      for (const Form& form : forms())
        for (int look = 0; look < 4; ++look) {
          INFO(form.name << ", look " << look);
          const Pose pose = look == 0 ? Pose() : random_pose(noise, 2);
          RayFan fan = fan_of(form, pose, look % 2 ? 0.3 : 0, look == 3 ? 2 : 20);
          scene.cast(fan);
          for (std::size_t i = 0; i < fan.rays.size(); ++i) {
            const auto expected = scene.cast_at_all(fan.rays[i], nullptr, nullptr);
            REQUIRE(bool(expected) == (fan.hits[i].number != RayFan::Hit::nothing));
            if (!expected) continue;
            ++hits;
            REQUIRE(fan.hits[i].distance == expected->distance);
            REQUIRE(fan.hits[i].number == expected->number);
            REQUIRE(&scene.shape(fan.hits[i].number) == expected->shape);
          }
        }
      CHECK(hits > 1000);
    }
  }
}
