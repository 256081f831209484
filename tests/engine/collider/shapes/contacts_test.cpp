// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Contacts of cases whose point, normal and depth are known.
#include <catch2/catch.hpp>

#include "engine/collider/collider_scene.h"
#include "tests/engine/collider/scenes.h"

using namespace lightsout;
using Eigen::Matrix4d;
using Eigen::Vector3d;

namespace {

using Model = std::shared_ptr<const CollisionModel>;

CollisionResult contacts_of(const Model& first, const Matrix4d& at_first, const Model& second,
                            const Matrix4d& at_second, double margin = 0) {
  std::vector<GroupDescription> groups(2);
  groups[0].links = {{"first", {{first, {}}}}};
  groups[1].links = {{"second", {{second, {}}}}};
  MeshCollider collider(*ColliderScene::build(groups, {}));
  CollisionResult result;
  REQUIRE(collider.check(std::vector{at_first, at_second}, nullptr, {.contacts = true, .all = true, .margin = margin},
                         result));
  return result;
}

Matrix4d at(const Vector3d& position) {
  Matrix4d m = Matrix4d::Identity();
  m.topRightCorner<3, 1>() = position;
  return m;
}

Model mesh(const TriangleMesh& triangles) { return CollisionModel::from_mesh("mesh", triangles); }

}  // namespace

TEST_CASE("a small box sunk into a large one: the normal is the face's, the depth how far it sank") {
  scenes::Generator generator(31);
  const Model large = mesh(scenes::box_mesh({4, 4, 2})), small = mesh(scenes::box_mesh({0.5, 0.5, 0.5}));
  for (int i = 0; i < 50; ++i) {
    const double sunk = scenes::uniform(generator, 0.01, 0.4);
    const Matrix4d common = scenes::random_pose(generator, 3);
    const Vector3d offset(scenes::uniform(generator, -1, 1), scenes::uniform(generator, -1, 1), 1.25 - sunk);
    const auto result = contacts_of(large, common, small, common * at(offset));
    REQUIRE(result.contacts.size() == 1);
    const LinkContact& c = result.contacts[0];
    CHECK(c.normal.isApprox(common.col(2).head<3>(), 1e-5));
    CHECK(c.depth == Approx(sunk).margin(1e-5));
    // The centroid of the small box's outline in the large one's top.
    const Vector3d expected = (common * Eigen::Vector4d(offset.x(), offset.y(), 1, 1)).head<3>();
    CHECK((c.point - expected).norm() < 1e-5);
    // The other way round the normal turns.
    const auto swapped = contacts_of(small, common * at(offset), large, common);
    CHECK(swapped.contacts[0].normal.isApprox(-c.normal, 1e-6));
    CHECK(swapped.contacts[0].depth == Approx(c.depth).margin(1e-6));
  }
}

TEST_CASE("two meshed spheres: the normal joins the centres, the depth is that of the spheres") {
  scenes::Generator generator(32);
  const Model a = mesh(scenes::sphere_mesh(1, 64)), b = mesh(scenes::sphere_mesh(0.7, 64));
  for (int i = 0; i < 30; ++i) {
    const Matrix4d first = scenes::random_pose(generator, 1), second = scenes::random_pose(generator, 1);
    Matrix4d moved = second;
    const Vector3d direction = second.col(0).head<3>();
    const double apart = scenes::uniform(generator, 0.9, 1.6);
    moved.topRightCorner<3, 1>() = first.topRightCorner<3, 1>() + apart * direction;
    const auto result = contacts_of(a, first, b, moved);
    REQUIRE(result.contacts.size() == 1);
    // Facets stay within 1 - cos(pi / 64) of the radius, twice over the two angles: 0.0024 r. Vertices sample the
    // surface every 0.1 r, so that the deepest one may miss the axis by 0.07 r: 0.0025 r.
    CHECK(result.contacts[0].normal.dot(direction) > 0.999);
    CHECK(result.contacts[0].depth == Approx(1.7 - apart).margin(0.01));
  }
  // The same with primitives is exact.
  const Model sphere = *CollisionModel::load("sphere:1", 1), small = *CollisionModel::load("sphere:0.7", 1);
  const auto result = contacts_of(sphere, at({0, 0, 0}), small, at({0, 1.5, 0}));
  REQUIRE(result.contacts.size() == 1);
  CHECK(result.contacts[0].normal.isApprox(Vector3d::UnitY(), 1e-9));
  CHECK(result.contacts[0].depth == Approx(0.2));
}

namespace {

// Of two boxes with parallel edges, the second at `offset`: their common box, and along each axis the sense in which
// the second has to move to make it smaller, 0 where neither sense does or both.
struct CommonBox {
  Vector3d widths, senses;
  bool is_one_sided = false;  // one sense does, and the other leaves it as it is
  CommonBox(const Vector3d& first, const Vector3d& second, const Vector3d& offset) {
    for (int i = 0; i < 3; ++i) {
      const double low = offset[i] - second[i] / 2, high = offset[i] + second[i] / 2, half = first[i] / 2;
      widths[i] = std::min(high, half) - std::max(low, -half);
      senses[i] = high > half && low > -half ? 1 : low < -half && high < half ? -1 : 0;
      is_one_sided |= (high == half) != (low == -half);
    }
  }
  // The rate of a volume w0 w1 w2 with w0 is w1 w2.
  Vector3d normal() const {
    Vector3d rates;
    for (int i = 0; i < 3; ++i) rates[i] = senses[i] * widths[(i + 1) % 3] * widths[(i + 2) % 3];
    return rates.norm() > 0 ? Vector3d(rates.normalized()) : rates;
  }
  double reach(const Vector3d& along) const { return along.cwiseAbs().dot(widths); }
};

}  // namespace

TEST_CASE("boxes with parallel edges: depth and normal are those of the common box, with faces in one plane too") {
  // Eighths: all positions are exact, so that faces lie exactly in one plane, or one on the other.
  const std::vector<double> shifts{-1, -0.875, -0.5, 0, 0.125, 0.25, 0.75, 0.875, 1};
  const Vector3d size(1, 1, 1);
  const Model cube = mesh(scenes::box_mesh(size)), cube_box = *CollisionModel::load("box:1,1,1", 1);
  Matrix4d turn = Matrix4d::Identity(), half_turn = Matrix4d::Identity();
  turn.topLeftCorner<3, 3>() << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  half_turn.topLeftCorner<3, 3>() << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  int checked = 0;
  for (const Vector3d& other : {Vector3d(1, 1, 1), Vector3d(1, 0.5, 1), Vector3d(0.5, 1, 0.75)}) {
    const Model box = mesh(scenes::box_mesh(other));
    for (const double x : shifts)
      for (const double y : shifts)
        for (const double z : {0.0, 0.25, -0.875}) {
          const Vector3d offset(x, y, z);
          for (const bool is_turned : {false, true}) {
            const Matrix4d of_box = is_turned ? half_turn : Matrix4d::Identity();
            const Vector3d standing = (of_box.topLeftCorner<3, 3>() * other).cwiseAbs();
            const CommonBox common(size, standing, offset);
            const Vector3d normal = common.normal();
            // Apart, in contact along an edge or at a corner, or with nothing that says where to.
            if ((common.widths.array() < 0).any() || normal.norm() == 0) continue;
            const auto result = contacts_of(x > 0.2 ? cube : cube_box, turn, box, turn * at(offset) * of_box);
            CAPTURE(other.transpose(), offset.transpose(), is_turned);
            REQUIRE(result.contacts.size() == 1);
            const LinkContact& c = result.contacts[0];
            if (!common.is_one_sided) CHECK((c.normal - turn.topLeftCorner<3, 3>() * normal).norm() < 1e-9);
            const Vector3d along = turn.topLeftCorner<3, 3>().transpose() * c.normal;
            CHECK(along.dot(normal) > 0.5);
            CHECK(c.depth == Approx(common.reach(along)).margin(1e-9));
            ++checked;
          }
        }
  }
  CHECK(checked > 500);
}

TEST_CASE("boxes turned to parallel edges by rounded angles: the depth is the common box's along the normal") {
  scenes::Generator generator(33);
  const Vector3d first(0.3, 0.7, 0.9), second(0.7, 0.3, 0.9);
  const Model a = mesh(scenes::box_mesh(first)), b = mesh(scenes::box_mesh(second));
  for (int i = 0; i < 200; ++i) {
    const Matrix4d common_pose = scenes::random_pose(generator, 1);
    Matrix4d quarter = Matrix4d::Identity();
    quarter.topLeftCorner<3, 3>() = Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitZ()).toRotationMatrix();
    // In y and z the faces lie in one plane up to rounding.
    const Vector3d offset(scenes::uniform(generator, 0.02, 0.29), 0, 0);
    const auto result = contacts_of(a, common_pose, b, common_pose * at(offset) * quarter);
    REQUIRE(!result.contacts.empty());
    const LinkContact& c = result.contacts[0];
    const Vector3d normal = common_pose.topLeftCorner<3, 3>().transpose() * c.normal;
    const CommonBox common(first, first, offset);
    CAPTURE(offset.x(), normal.transpose(), result.contacts.size());
    // Corners are floats: 1e-7 of the size.
    CHECK(normal.x() > 0.1);
    CHECK(c.depth == Approx(common.reach(normal)).margin(1e-6));
  }
}

TEST_CASE("a box's corner in a face: the normal is the face's, the depth the corner's") {
  const Model large = mesh(scenes::box_mesh({4, 4, 2})), cube = mesh(scenes::box_mesh({1, 1, 1}));
  // Standing on a corner: its diagonal is upright.
  Matrix4d m = Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = Eigen::Quaterniond::FromTwoVectors(Vector3d(1, 1, 1), Vector3d::UnitZ()).toRotationMatrix();
  const double half_diagonal = std::sqrt(3.0) / 2;
  m.topRightCorner<3, 1>() = Vector3d(0.3, 0.2, 1 + half_diagonal - 0.1);
  const auto result = contacts_of(large, at({0, 0, 0}), cube, m);
  REQUIRE(result.contacts.size() == 1);
  CHECK(result.contacts[0].normal.isApprox(Vector3d::UnitZ(), 1e-6));
  CHECK(result.contacts[0].depth == Approx(0.1).margin(1e-6));
  CHECK((result.contacts[0].point - Vector3d(0.3, 0.2, 1)).norm() < 1e-6);
}

TEST_CASE("a table on four legs has four contacts, a pin through a plate two that face each other") {
  TriangleMesh table;
  for (const Vector3d& leg : {Vector3d(1, 1, 0.5), Vector3d(-1, 1, 0.5), Vector3d(1, -1, 0.5), Vector3d(-1, -1, 0.5)}) {
    const TriangleMesh box = scenes::box_mesh({0.1, 0.1, 1}, leg);
    const int first = int(table.vertices.size());
    for (const auto& v : box.vertices) table.vertices.push_back(v);
    for (const auto& t : box.triangles) table.triangles.push_back(t + Eigen::Vector3i::Constant(first));
  }
  const Model floor = mesh(scenes::box_mesh({10, 10, 1}, {0, 0, -0.5}));
  const auto standing = contacts_of(floor, at({0, 0, 0}), mesh(table), at({0.2, 0, -0.003}));
  REQUIRE(standing.contacts.size() == 4);
  for (const LinkContact& c : standing.contacts) {
    CHECK(c.normal.isApprox(Vector3d::UnitZ(), 1e-5));
    CHECK(c.depth == Approx(0.003).margin(1e-6));
    CHECK(std::abs(c.point.y()) == Approx(1).margin(1e-5));
  }
  const auto pin = contacts_of(mesh(scenes::box_mesh({2, 2, 0.1})), at({0, 0, 0}),
                               mesh(scenes::box_mesh({0.1, 0.1, 2})), at({0.3, 0.1, 0}));
  REQUIRE(pin.contacts.size() == 2);
  CHECK(pin.contacts[0].normal.isApprox(-pin.contacts[1].normal, 1e-6));
  CHECK(std::abs(pin.contacts[0].normal.z()) == Approx(1));
}

TEST_CASE("links within the margin have a contact of negative depth between their nearest points") {
  const Model cube = mesh(scenes::box_mesh({1, 1, 1})), sphere = *CollisionModel::load("sphere:0.5", 1);
  for (const Model& second : {cube, sphere}) {
    const auto result = contacts_of(cube, at({0, 0, 0}), second, at({0, 0, 1.02}), 0.05);
    REQUIRE(result.contacts.size() == 1);
    CHECK(result.contacts[0].depth == Approx(-0.02).margin(1e-6));
    CHECK(result.contacts[0].normal.isApprox(Vector3d::UnitZ(), 1e-6));
    CHECK(result.contacts[0].point.z() == Approx(0.51).margin(1e-6));
  }
}

TEST_CASE("primitives sunk into a mesh or each other: the normal points from the first to the second") {
  for (const char* spec : {"sphere:0.5", "box:1,1,1", "cylinder:0.5,1", "capsule:0.5,0.01"}) {
    const Model primitive = *CollisionModel::load(spec, 1), plate = *CollisionModel::load("box:4,4,2", 1);
    for (const Model& ground : {mesh(scenes::box_mesh({4, 4, 2})), plate}) {
      for (const bool ground_first : {true, false}) {
        const auto result = ground_first ? contacts_of(ground, at({0, 0, 0}), primitive, at({0.3, 0.2, 1.4}))
                                         : contacts_of(primitive, at({0.3, 0.2, 1.4}), ground, at({0, 0, 0}));
        INFO(spec << " on " << ground->name() << (ground_first ? ", ground first" : ", ground second"));
        REQUIRE(!result.contacts.empty());
        CHECK(result.contacts[0].normal.z() * (ground_first ? 1 : -1) > 0.99);
        CHECK(result.contacts[0].point.z() > 0.85);
        CHECK(result.contacts[0].point.z() < 1.05);
        CHECK(result.contacts[0].depth > 0.05);
        CHECK(result.contacts[0].depth < 0.15);
      }
    }
  }
}

TEST_CASE("a half-space pushes up") {
  const auto result = contacts_of(*CollisionModel::load("halfspace:", 1), at({0, 0, 1}),
                                  *CollisionModel::load("sphere:0.5", 1), at({3, 4, 1.2}));
  REQUIRE(result.contacts.size() == 1);
  CHECK(result.contacts[0].normal == Vector3d::UnitZ());
  CHECK(result.contacts[0].depth == Approx(0.3));
  CHECK(result.contacts[0].point.isApprox(Vector3d(3, 4, 0.85)));
}

TEST_CASE("a cube against itself, shifted along an edge: the depth is the move that takes it away") {
  // Four faces of each lie in one plane with four of the other.
  const Model meshed = mesh(scenes::box_mesh({0.2, 0.2, 0.2})), primitive = *CollisionModel::load("box:0.2,0.2,0.2", 1);
  for (const Model& cube : {meshed, primitive})
    for (const double shift : {0.2, 0.19, 0.15, 0.05}) {
      CAPTURE(shift);
      const auto result = contacts_of(cube, at({0, 0, 0}), cube, at({shift, 0, 0}));
      if (shift == 0.2 && result.contacts.empty()) continue;  // single precision says whether they still touch
      REQUIRE_FALSE(result.contacts.empty());
      for (const LinkContact& c : result.contacts) {
        CHECK(c.depth == Approx(0.2 - shift).margin(1e-6));
        CHECK(c.normal.isApprox(Vector3d::UnitX(), 1e-6));
      }
    }
}
