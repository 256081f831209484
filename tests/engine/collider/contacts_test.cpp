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
