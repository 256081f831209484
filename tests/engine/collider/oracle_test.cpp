// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The collider against brute force in rational arithmetic: no disagreement, touching included.
#include "tests/engine/collider/oracle.h"

#include <catch2/catch.hpp>

#include "engine/collider/collider_scene.h"
#include "engine/collider/triangles/tree_query.h"
#include "tests/engine/collider/scenes.h"

using namespace lightsout;
using scenes::Generator;
using scenes::uniform;

namespace {

using Model = std::shared_ptr<const CollisionModel>;

std::vector<Triangle> triangles_of(const CollisionModel& model, const RigidPose& pose) {
  std::vector<Triangle> result;
  const auto at = [&](int i) { return Eigen::Vector3d(pose * model.mesh().vertices[std::size_t(i)].cast<double>()); };
  for (const Eigen::Vector3i& t : model.mesh().triangles) result.push_back({at(t.x()), at(t.y()), at(t.z())});
  return result;
}

// All pairs but those whose boxes are apart (comparing doubles is exact).
bool brute_force_touch(const CollisionModel& first, const CollisionModel& second, const RigidPose& pose) {
  const std::vector<Triangle> others = triangles_of(second, pose);
  const auto low = [](const Triangle& t) { return t.a.cwiseMin(t.b).cwiseMin(t.c).eval(); };
  const auto high = [](const Triangle& t) { return t.a.cwiseMax(t.b).cwiseMax(t.c).eval(); };
  for (const Triangle& s : triangles_of(first, {}))
    for (const Triangle& t : others)
      if ((low(s).array() <= high(t).array()).all() && (low(t).array() <= high(s).array()).all() &&
          oracle::triangles_touch(s, t))
        return true;
  return false;
}

double brute_force_distance(const CollisionModel& first, const CollisionModel& second, const RigidPose& pose) {
  const std::vector<Triangle> others = triangles_of(second, pose);
  double best = 1e300;
  Eigen::Vector3d x, y;
  for (const Triangle& s : triangles_of(first, {}))
    for (const Triangle& t : others) best = std::min(best, std::sqrt(squared_distance(s, t, x, y)));
  return best;
}

TriangleMesh soup(Generator& generator, int count, double size) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d at(uniform(generator, -1, 1), uniform(generator, -1, 1), uniform(generator, -1, 1));
    for (int k = 0; k < 3; ++k)
      mesh.vertices.push_back(
          (at + size * Eigen::Vector3d(uniform(generator, -1, 1), uniform(generator, -1, 1), uniform(generator, -1, 1)))
              .cast<float>());
    mesh.triangles.emplace_back(3 * i, 3 * i + 1, 3 * i + 2);
  }
  return mesh;
}

// Corners on whole numbers: with whole translations and quarter turns, touching is exact.
TriangleMesh grid_soup(Generator& generator, int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k)
      mesh.vertices.emplace_back(float(generator() % 6), float(generator() % 6), float(generator() % 6));
    mesh.triangles.emplace_back(3 * i, 3 * i + 1, 3 * i + 2);
  }
  return mesh;
}

Eigen::Matrix4d quarter_turn_pose(Generator& generator, int spread) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  int axes[3] = {0, 1, 2};
  std::swap(axes[0], axes[generator() % 3]);
  std::swap(axes[1], axes[1 + generator() % 2]);
  Eigen::Matrix3d r = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 3; ++i) r(i, axes[i]) = generator() % 2 ? 1 : -1;
  if (r.determinant() < 0) r.row(0) *= -1;
  m.topLeftCorner<3, 3>() = r;
  for (int i = 0; i < 3; ++i) m(i, 3) = double(int(generator() % unsigned(2 * spread + 1)) - spread);
  return m;
}

std::shared_ptr<const ColliderScene> two(const Model& first, const Model& second, ColliderOptions options = {}) {
  std::vector<GroupDescription> groups(2);
  groups[0].links = {{"first", {{first, {}}}}};
  groups[1].links = {{"second", {{second, {}}}}};
  return *ColliderScene::build(groups, options);
}

struct Counts {
  int configurations = 0, touching = 0;
};

void compare(const Model& first, const Model& second, const std::vector<Eigen::Matrix4d>& matrices, Counts& counts) {
  // Surfaces only: the oracle knows no inside.
  MeshCollider collider(two(first, second, {.containment = false}));
  MeshCollider swapped(two(second, first, {.containment = false}));
  const RigidPose pose = to_rigid_pose(matrices[0])->to(*to_rigid_pose(matrices[1]));
  const bool expected = brute_force_touch(*first, *second, pose);
  CollisionResult result;
  REQUIRE(collider.check(matrices, nullptr, {.distance = true}, result));
  REQUIRE(result.collided == expected);
  REQUIRE((result.nearest->distance == 0) == expected);
  if (!expected) {
    const double distance = brute_force_distance(*first, *second, pose);
    REQUIRE(result.nearest->distance == Approx(distance).epsilon(1e-12));
    CHECK((result.nearest->on_first - result.nearest->on_second).norm() == Approx(distance).epsilon(1e-9));
    REQUIRE(collider.check(matrices, nullptr, {.margin = distance * (1 + 1e-9)}, result));
    REQUIRE(result.collided);
    REQUIRE(collider.check(matrices, nullptr, {.margin = distance * (1 - 1e-9)}, result));
    REQUIRE_FALSE(result.collided);
  }
  REQUIRE(collider.check(matrices, nullptr, {.pairs = true, .contacts = true, .all = true}, result));
  REQUIRE(result.collided == expected);
  REQUIRE(result.pairs.size() == (expected ? 1 : 0));
  REQUIRE(result.contacts.empty() == !expected);
  ++counts.configurations;
  counts.touching += expected;
  // Swapped, the relative pose is the inverse one and rounds differently: the answer may not, unless they all but
  // touch.
  REQUIRE(swapped.check(std::vector{matrices[1], matrices[0]}, nullptr, {.distance = true}, result));
  if (result.collided != expected) CHECK(result.nearest->distance < 1e-12);
}

}  // namespace

TEST_CASE("meshes touch if and only if brute force in rational arithmetic finds touching triangles") {
  Generator generator(11);
  Counts general, closed, grid;
  for (int i = 0; i < 600; ++i) {
    const Model a = CollisionModel::from_mesh("a", soup(generator, 30, 0.2));
    const Model b = CollisionModel::from_mesh("b", soup(generator, 30, 0.2));
    compare(a, b, {scenes::random_pose(generator, 1.5), scenes::random_pose(generator, 1.5)}, general);
  }
  for (int i = 0; i < 300; ++i) {
    const Model a = CollisionModel::from_mesh("a", scenes::link_mesh(80, 1, 0.3, 0.25, i));
    const Model b = CollisionModel::from_mesh("b", scenes::sphere_mesh(0.5, 8));
    compare(a, b, {scenes::random_pose(generator, 0.6), scenes::random_pose(generator, 0.6)}, closed);
  }
  for (int i = 0; i < 1500; ++i) {
    const Model a = CollisionModel::from_mesh("a", grid_soup(generator, 6));
    const Model b = CollisionModel::from_mesh("b", grid_soup(generator, 6));
    compare(a, b, {quarter_turn_pose(generator, 5), quarter_turn_pose(generator, 5)}, grid);
  }
  WARN("configurations (touching): soups " << general.configurations << " (" << general.touching << "), closed "
                                           << closed.configurations << " (" << closed.touching << "), grid "
                                           << grid.configurations << " (" << grid.touching << "); 0 disagreements");
  for (const Counts& c : {general, closed, grid}) {
    CHECK(c.touching > c.configurations / 20);
    CHECK(c.touching < c.configurations * 19 / 20);
  }
}

TEST_CASE("boxes that share exactly a face, an edge or a corner touch, a hair apart they do not") {
  const Model unit = CollisionModel::from_mesh("unit", scenes::box_mesh({1, 1, 1}));
  MeshCollider collider(two(unit, unit));
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        std::vector<Eigen::Matrix4d> matrices(2, Eigen::Matrix4d::Identity());
        matrices[1].topRightCorner<3, 1>() = Eigen::Vector3d(x, y, z);
        CHECK(collider.is_collided(matrices));
        matrices[1].topRightCorner<3, 1>() *= 1 + 0x1p-50;
        CHECK_FALSE(collider.is_collided(matrices));
      }
}

TEST_CASE("a point is inside a closed mesh if the surface winds around it") {
  Generator generator(12);
  // A ball with a hollow (an inner sphere facing inward) and a second ball that overlaps the first.
  TriangleMesh mesh = scenes::sphere_mesh(1, 24);
  const auto add = [&](TriangleMesh more, bool inward) {
    const int first = int(mesh.vertices.size());
    for (const auto& v : more.vertices) mesh.vertices.push_back(v);
    for (Eigen::Vector3i t : more.triangles) {
      if (inward) std::swap(t.y(), t.z());
      mesh.triangles.push_back(t + Eigen::Vector3i::Constant(first));
    }
  };
  add(scenes::sphere_mesh(0.5, 24, {0, 0, -0.3}), true);
  add(scenes::sphere_mesh(0.6, 24, {0, 0, 1.1}), false);
  const Model model = CollisionModel::from_mesh("balls", mesh);
  REQUIRE(model->closed());
  REQUIRE(model->oriented());
  CHECK(model->part_points().size() == 3);
  int inside = 0;
  for (int i = 0; i < 20000; ++i) {
    const Eigen::Vector3d p(uniform(generator, -1.2, 1.2), uniform(generator, -1.2, 1.2), uniform(generator, -1.2, 2));
    const double ball = p.norm(), hollow = (p - Eigen::Vector3d(0, 0, -0.3)).norm(),
                 second = (p - Eigen::Vector3d(0, 0, 1.1)).norm();
    // The facets lie between the sphere and cos(pi / 24)^2 of it: leave that shell out.
    const auto unclear = [](double r, double radius) { return r < radius * 1.001 && r > radius * 0.98; };
    if (unclear(ball, 1) || unclear(hollow, 0.5) || unclear(second, 0.6)) continue;
    const bool expected = (ball < 1 && hollow > 0.5) || second < 0.6;
    REQUIRE(encloses(model->tree(), p, true) == expected);
    inside += expected;
  }
  CHECK(inside > 3000);
}
