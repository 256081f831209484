// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Primitives against closed forms, and meshes of boxes and spheres against the same forms.
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "engine/collider/collider_scene.h"
#include "tests/engine/collider/scenes.h"

using namespace lightsout;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using scenes::Generator;
using scenes::uniform;

namespace {

using Model = std::shared_ptr<const CollisionModel>;

MeshCollider collider_of(const std::vector<Model>& models, ColliderOptions options = {}) {
  std::vector<GroupDescription> groups(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) groups[i].links = {{std::to_string(i), {{models[i], {}}}}};
  const auto scene = ColliderScene::build(groups, options);
  if (!scene) throw std::runtime_error(scene.error());
  return MeshCollider(*scene);
}

Model load(const std::string& spec) { return *CollisionModel::load(spec, 1); }
Vector3d apply(const Matrix4d& m, const Vector3d& v) { return m.topLeftCorner<3, 3>() * v + m.topRightCorner<3, 1>(); }

double segment_distance(const Vector3d& p, const Vector3d& q, const Vector3d& r, const Vector3d& s) {
  // A convex function of two parameters: minimised one by one, each in closed form, until it stands still.
  double t = 0.5;
  Vector3d x, y;
  for (int i = 0; i < 20000; ++i) {
    y = r + t * (s - r);
    x = p + std::clamp((y - p).dot(q - p) / (q - p).squaredNorm(), 0.0, 1.0) * (q - p);
    t = std::clamp((x - r).dot(s - r) / (s - r).squaredNorm(), 0.0, 1.0);
  }
  return (x - (r + t * (s - r))).norm();
}

// Of a point outside a box of half lengths h about the origin.
double box_distance(const Vector3d& p, const Vector3d& h) { return (p.cwiseAbs() - h).cwiseMax(0).norm(); }

// Compares with a distance known in closed form (negative or 0: they touch), with a blind band around 0.
struct Comparison {
  double band;
  double tolerance;
  int touching = 0, apart = 0;
  double worst = 0;

  void operator()(MeshCollider& collider, const std::vector<Matrix4d>& matrices, double expected) {
    if (std::abs(expected) < band) return;
    CollisionResult result;
    REQUIRE(collider.check(matrices, nullptr, {.distance = true}, result));
    INFO("expected distance " << expected << " got " << result.nearest->distance);
    REQUIRE(result.collided == (expected < 0));
    if (expected < 0) {
      ++touching;
      REQUIRE(result.nearest->distance == 0);
      return;
    }
    ++apart;
    worst = std::max(worst, std::abs(result.nearest->distance - expected));
    REQUIRE(result.nearest->distance == Approx(expected).margin(tolerance));
    // GJK's points are not as good as its distance.
    CHECK((result.nearest->on_first - result.nearest->on_second).norm() == Approx(expected).margin(10 * tolerance));
    REQUIRE(collider.check(matrices, nullptr, {.margin = expected + 2 * tolerance}, result));
    REQUIRE(result.collided);
    if (expected > 2 * tolerance) {
      REQUIRE(collider.check(matrices, nullptr, {.margin = expected - 2 * tolerance}, result));
      REQUIRE_FALSE(result.collided);
    }
  }
};

}  // namespace

TEST_CASE("sphere and sphere, sphere and box, sphere and capsule, capsule and capsule have their closed distances") {
  Generator generator(21);
  MeshCollider spheres = collider_of({load("sphere:0.3"), load("sphere:0.5")});
  MeshCollider sphere_box = collider_of({load("sphere:0.3"), load("box:0.8,0.4,1.2")});
  MeshCollider sphere_capsule = collider_of({load("sphere:0.3"), load("capsule:0.2,0.7")});
  MeshCollider capsules = collider_of({load("capsule:0.1,0.9"), load("capsule:0.2,0.7")});
  MeshCollider sphere_plane = collider_of({load("sphere:0.3"), load("halfspace:")});
  MeshCollider capsule_plane = collider_of({load("halfspace:"), load("capsule:0.2,0.7")});
  Comparison compare{1e-6, 1e-6};
  for (int i = 0; i < 1500; ++i) {
    const std::vector<Matrix4d> m{scenes::random_pose(generator, 0.6), scenes::random_pose(generator, 0.6)};
    const Vector3d p = m[0].topRightCorner<3, 1>(), q = m[1].topRightCorner<3, 1>();
    compare(spheres, m, (p - q).norm() - 0.8);
    const Vector3d in_box = m[1].topLeftCorner<3, 3>().transpose() * (p - q);
    compare(sphere_box, m, box_distance(in_box, {0.4, 0.2, 0.6}) - 0.3);
    const Vector3d top = apply(m[1], {0, 0, 0.35}), bottom = apply(m[1], {0, 0, -0.35});
    compare(sphere_capsule, m, segment_distance(p, p + Vector3d(1e-9, 0, 0), bottom, top) - 0.5);
    if (i < 200)
      compare(capsules, m, segment_distance(apply(m[0], {0, 0, 0.45}), apply(m[0], {0, 0, -0.45}), bottom, top) - 0.3);
    compare(sphere_plane, m, m[1].col(2).head<3>().dot(p - q) - 0.3);
    const Vector3d up = m[0].col(2).head<3>();
    compare(capsule_plane, m, std::min(up.dot(top - p), up.dot(bottom - p)) - 0.2);
  }
  WARN("touching " << compare.touching << ", apart " << compare.apart << ", worst error " << compare.worst << " m");
  CHECK(compare.touching > 1000);
  CHECK(compare.apart > 1000);
}

TEST_CASE("boxes side by side: as primitives, as meshes, and mixed") {
  Generator generator(22);
  const Model shapes[] = {load("box:0.8,0.4,1.2"),
                          CollisionModel::from_mesh("mesh", scenes::box_mesh({0.8, 0.4, 1.2}))};
  for (const Model& a : shapes) {
    for (const Model& b : shapes) {
      MeshCollider collider = collider_of({a, b});
      // float corners of the mesh and the tolerance of GJK.
      Comparison compare{1e-5, 1e-5};
      for (int i = 0; i < 500; ++i) {
        // Both turned alike, so that the distance is that of intervals.
        const Matrix4d common = scenes::random_pose(generator, 1);
        Matrix4d moved = common;
        const Vector3d d(uniform(generator, -1.2, 1.2), uniform(generator, -0.6, 0.6), uniform(generator, -1.8, 1.8));
        moved.topRightCorner<3, 1>() += common.topLeftCorner<3, 3>() * d;
        const Vector3d gap = d.cwiseAbs() - Vector3d(0.8, 0.4, 1.2);
        compare(collider, {common, moved}, gap.maxCoeff() < 0 ? gap.maxCoeff() : gap.cwiseMax(0).norm());
      }
      CHECK(compare.touching > 50);
      CHECK(compare.apart > 50);
    }
  }
}

namespace {

// The 24 rotations that map axes to axes.
std::vector<Eigen::Matrix3d> right_angles() {
  std::vector<Eigen::Matrix3d> found;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y)
      for (const double sign_x : {1, -1})
        for (const double sign_y : {1, -1}) {
          if (x == y) continue;
          Eigen::Matrix3d m;
          m.col(0) = sign_x * Vector3d::Unit(x);
          m.col(1) = sign_y * Vector3d::Unit(y);
          m.col(2) = m.col(0).cross(m.col(1));
          found.push_back(m);
        }
  return found;
}

}  // namespace

// Faces and edges are parallel to the last bit, as in cells that are built of boxes: many pairs of points are nearest.
TEST_CASE("at right angles a box has its distances to boxes, meshes and what is round") {
  Generator generator(25);
  const std::vector<Eigen::Matrix3d> rotations = right_angles();
  REQUIRE(rotations.size() == 24);
  const Vector3d size(0.5, 0.3, 0.1), other(0.2, 0.4, 0.1);
  const Model boxes[] = {load("box:0.5,0.3,0.1"), CollisionModel::from_mesh("mesh", scenes::box_mesh(size))};
  const Model others[] = {load("box:0.2,0.4,0.1"), CollisionModel::from_mesh("other", scenes::box_mesh(other)),
                          load("sphere:0.15"), load("capsule:0.1,0.3"), load("cylinder:0.1,0.3")};
  for (const Model& a : boxes) {
    for (const Model& b : others) {
      MeshCollider collider = collider_of({a, b});
      Comparison compare{1e-5, 1e-5};
      for (int i = 0; i < 600; ++i) {
        Matrix4d m = Matrix4d::Identity(), n = m;
        m.topLeftCorner<3, 3>() = rotations[std::size_t(i) % 24];
        n.topLeftCorner<3, 3>() = rotations[std::size_t(i) / 24 % 24];
        // Every third time something is flush, or in line.
        const Vector3d d(uniform(generator, -1, 1), uniform(generator, -1, 1), i % 3 ? uniform(generator, -1, 1) : 0);
        m.topRightCorner<3, 1>() = Vector3d(0.25, -0.5, 1);
        n.topRightCorner<3, 1>() = Vector3d(0.25, -0.5, 1) + d;
        // In the axes of the other one, whose own axis is z.
        const Eigen::Matrix3d to_other = n.topLeftCorner<3, 3>().transpose();
        const Vector3d half = (to_other * m.topLeftCorner<3, 3>() * size).cwiseAbs() / 2;
        const Vector3d apart = (to_other * d).cwiseAbs() - half;
        const Vector3d gap = apart - other / 2, along = apart - Vector3d(0, 0, 0.15);
        const double across = apart.head<2>().cwiseMax(0).norm() - 0.1;
        // How deep what overlaps does so is not asked: the least that a face would have to move says that it does.
        const double expected = b == others[2]   ? (apart.maxCoeff() < 0 ? -1 : apart.cwiseMax(0).norm() - 0.15)
                                : b == others[3] ? (along.maxCoeff() < 0 ? -1 : along.cwiseMax(0).norm() - 0.1)
                                : b == others[4] ? (across < 0 && along.z() < 0
                                                        ? std::max(across, along.z())
                                                        : std::hypot(std::max(across, 0.0), std::max(along.z(), 0.0)))
                                                 : (gap.maxCoeff() < 0 ? gap.maxCoeff() : gap.cwiseMax(0).norm());
        CAPTURE(a->name(), b->name(), i, d.transpose());
        compare(collider, {m, n}, expected);
      }
      CHECK(compare.touching > 5);
      CHECK(compare.apart > 400);
    }
  }
}

TEST_CASE("cylinders and cones stand on planes and beside each other where geometry says") {
  Comparison compare{1e-5, 1e-5};
  MeshCollider cylinders = collider_of({load("cylinder:0.3,1"), load("cylinder:0.2,0.6")});
  MeshCollider on_plane = collider_of({load("cylinder:0.3,1"), load("halfspace:")});
  MeshCollider cone_plane = collider_of({load("cone:0.3,1"), load("halfspace:")});
  MeshCollider cylinder_mesh =
      collider_of({load("cylinder:0.3,1"), CollisionModel::from_mesh("box", scenes::box_mesh({2, 2, 0.2}))});
  Generator generator(23);
  for (int i = 0; i < 300; ++i) {
    const double x = uniform(generator, 0, 1), z = uniform(generator, -1.6, 1.6);
    Matrix4d a = Matrix4d::Identity(), b = a;
    b(0, 3) = x;
    b(2, 3) = z;
    const double across = x - 0.5, along = std::abs(z) - 0.8;  // parallel axes: a rectangle's distance
    compare(
        cylinders, {a, b},
        across < 0 && along < 0 ? std::max(across, along) : std::hypot(std::max(across, 0.0), std::max(along, 0.0)));
    // Tilted by t about y: the lowest point is half * cos + radius * sin below the middle.
    const double tilt = uniform(generator, 0, 3);
    a.topLeftCorner<3, 3>() = Eigen::AngleAxisd(tilt, Vector3d::UnitY()).toRotationMatrix();
    a(2, 3) = z;
    const double lowest = 0.5 * std::abs(std::cos(tilt)) + 0.3 * std::sin(tilt);
    compare(on_plane, {a, Matrix4d::Identity()}, z - lowest);
    compare(cylinder_mesh, {a, Matrix4d::Identity()}, std::abs(z) - lowest - 0.1);
    // Of a cone either the tip or the rim of its foot.
    const double tip = 0.5 * std::cos(tilt), foot = -0.5 * std::cos(tilt) - 0.3 * std::sin(tilt);
    compare(cone_plane, {a, Matrix4d::Identity()}, z + std::min(tip, foot));
  }
  CHECK(compare.touching > 100);
  CHECK(compare.apart > 100);
}

TEST_CASE("what is wholly inside a closed mesh touches it, unless meshes are to be surfaces") {
  const Model shell = CollisionModel::from_mesh("shell", scenes::sphere_mesh(1, 20));
  const Model small_mesh = CollisionModel::from_mesh("small", scenes::box_mesh({0.2, 0.2, 0.2}));
  const std::vector<Matrix4d> same(2, Matrix4d::Identity());
  for (const Model& inner : {small_mesh, load("box:0.2,0.2,0.2"), load("sphere:0.1"), load("cylinder:0.1,0.2")}) {
    MeshCollider outside_first = collider_of({shell, inner}), inside_first = collider_of({inner, shell});
    CHECK(outside_first.is_collided(same));
    CHECK(inside_first.is_collided(same));
    CollisionResult result;
    REQUIRE(outside_first.check(same, nullptr, {.contacts = true, .distance = true}, result));
    CHECK(result.nearest->distance == 0);
    REQUIRE(result.contacts.size() == 1);
    CHECK(result.contacts[0].depth > 1);  // at least the sphere's radius and half the inner one
    CHECK(result.contacts[0].depth < 1.3);
    MeshCollider surfaces = collider_of({shell, inner}, {.containment = false});
    CHECK_FALSE(surfaces.is_collided(same));
    REQUIRE(surfaces.check(same, nullptr, {.distance = true}, result));
    CHECK(result.nearest->distance > 0.75);
    CHECK(result.nearest->distance < 0.95);
  }
  // Primitives are solid: a mesh in one touches it whatever the option.
  MeshCollider in_primitive = collider_of({load("sphere:1"), small_mesh}, {.containment = false});
  CHECK(in_primitive.is_collided(same));
  // An open mesh has no inside.
  TriangleMesh open = scenes::sphere_mesh(1, 20);
  open.triangles.pop_back();
  CHECK_FALSE(collider_of({CollisionModel::from_mesh("open", open), small_mesh}).is_collided(same));
}

TEST_CASE("answers do not depend on where the scene stands or which body comes first") {
  Generator generator(24);
  const std::vector<Model> models{CollisionModel::from_mesh("link", scenes::link_mesh(600, 1, 0.2)),
                                  CollisionModel::from_mesh("ball", scenes::sphere_mesh(0.4, 16)),
                                  load("box:0.3,0.3,0.3"), load("capsule:0.1,0.5"), load("cylinder:0.15,0.4")};
  int touching = 0, apart = 0;
  double worst_moved = 0, worst_swapped = 0;
  for (std::size_t a = 0; a < models.size(); ++a) {
    for (std::size_t b = 0; b < models.size(); ++b) {
      MeshCollider collider = collider_of({models[a], models[b]}), swapped = collider_of({models[b], models[a]});
      const bool meshes = models[a]->is_mesh() && models[b]->is_mesh();
      const double band = meshes ? 1e-9 : 1e-5;  // rounding of the poses; GJK's tolerance
      for (int i = 0; i < 60; ++i) {
        const std::vector<Matrix4d> m{scenes::random_pose(generator, 0.5), scenes::random_pose(generator, 0.5)};
        const Matrix4d common = scenes::random_pose(generator, 10);
        CollisionResult here, there, back;
        REQUIRE(collider.check(m, nullptr, {.distance = true}, here));
        REQUIRE(
            collider.check(std::vector<Matrix4d>{common * m[0], common * m[1]}, nullptr, {.distance = true}, there));
        REQUIRE(swapped.check(std::vector<Matrix4d>{m[1], m[0]}, nullptr, {.distance = true}, back));
        const double d = here.nearest->distance;
        worst_moved = std::max(worst_moved, std::abs(there.nearest->distance - d));
        worst_swapped = std::max(worst_swapped, std::abs(back.nearest->distance - d));
        CHECK(there.nearest->distance == Approx(d).margin(band));
        CHECK(back.nearest->distance == Approx(d).margin(band));
        if (d > band) {
          CHECK(there.collided == here.collided);
          CHECK(back.collided == here.collided);
        }
        ++(here.collided ? touching : apart);
      }
    }
  }
  WARN("touching " << touching << ", apart " << apart << ", moved by " << worst_moved << " m, swapped by "
                   << worst_swapped << " m at most");
  CHECK(touching > 200);
  CHECK(apart > 200);
}
