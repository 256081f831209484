// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The interface: files and primitives, groups, subsets, allow lists, what is told and what is refused.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "engine/collider/collider_scene.h"
#include "engine/collider/pair_sampling.h"
#include "tests/engine/collider/scenes.h"

using namespace lightsout;
using Eigen::Matrix4d;
using Eigen::Vector3d;

namespace {

// Tests run side by side, each in a process of its own.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("lightsout_collider_test_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator()(const std::string& name) const { return (path / name).string(); }
};

Matrix4d at(double x, double y = 0, double z = 0) {
  Matrix4d m = Matrix4d::Identity();
  m.topRightCorner<3, 1>() = Vector3d(x, y, z);
  return m;
}

using Pairs = std::vector<LinkPair>;
const std::string ball = "sphere:0.5";

Pairs touching(Collider& collider, const std::vector<Matrix4d>& matrices) {
  CollisionResult result;
  REQUIRE(collider.check(matrices, nullptr, {.pairs = true, .all = true}, result));
  return result.pairs;
}

std::string error_of(Collider& collider, const std::vector<Matrix4d>& matrices) {
  CollisionResult result;
  const auto done = collider.check(matrices, nullptr, {}, result);
  return done ? "" : done.error();
}

}  // namespace

TEST_CASE("links of files and primitives collide by their matrices, under either spelling") {
  const Folder folder;
  scenes::write_stl(scenes::box_mesh({1, 1, 1}), folder("cube.stl"));
  std::ofstream(folder("tetra.obj")) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  MeshCollider collider;
  Collider& base = collider;
  REQUIRE(base.init({{folder("cube.stl"), folder("tetra.obj")}, {ball}}, false));
  CHECK(base.is_collided({at(0), at(5), at(0.9)}));
  CHECK(base.isCollided({at(0), at(5), at(5.2)}));
  CHECK_FALSE(base.is_collided({at(0), at(5), at(2)}));
  CHECK(collider.scene()->links()[1].name == "tetra");
  CHECK(collider.scene()->links()[2].name == ball);
}

TEST_CASE("the same file is loaded once, and scaled by name or by option") {
  const Folder folder;
  scenes::write_stl(scenes::box_mesh({1, 1, 1}), folder("cube.stl"));
  const std::string millimetres = folder("cube.stl") + "*0.001";
  MeshCollider collider({.scale = 2});
  REQUIRE(collider.init({{folder("cube.stl"), folder("cube.stl")}, {folder("cube.stl"), millimetres, ball}}, false));
  const auto& bodies = collider.scene()->bodies();
  CHECK(bodies[0].model == bodies[1].model);
  CHECK(bodies[0].model == bodies[2].model);
  CHECK(bodies[0].model->tree().high().isApprox(Vector3d(1, 1, 1)));
  CHECK(bodies[3].model->tree().high().isApprox(Vector3d(0.001, 0.001, 0.001), 1e-6));
  CHECK(bodies[4].model->radius() == 1);
}

TEST_CASE("the simplified model beside a drawn one is taken when asked for") {
  const Folder folder;
  std::filesystem::create_directories(folder("collision"));
  scenes::write_stl(scenes::sphere_mesh(1, 40), folder("a.stl"));
  scenes::write_stl(scenes::box_mesh({1, 1, 1}), folder("a.collision.stl"));
  scenes::write_stl(scenes::sphere_mesh(1, 40), folder("b.stl"));
  scenes::write_stl(scenes::box_mesh({1, 1, 1}), folder("collision/b.stl"));
  scenes::write_stl(scenes::sphere_mesh(1, 8), folder("c.stl"));
  const auto triangles = [&](bool simplified) {
    MeshCollider collider({.simplified = simplified});
    REQUIRE(collider.init({{folder("a.stl"), folder("b.stl"), folder("c.stl")}}, false));
    std::vector<std::size_t> counts;
    for (const auto& body : collider.scene()->bodies()) counts.push_back(body.model->mesh().triangles.size());
    CHECK(collider.scene()->links()[0].name == "a");
    return counts;
  };
  const std::size_t drawn = scenes::sphere_mesh(1, 40).triangles.size(),
                    small = scenes::sphere_mesh(1, 8).triangles.size();
  CHECK(triangles(false) == std::vector<std::size_t>{drawn, drawn, small});
  CHECK(triangles(true) == std::vector<std::size_t>{12, 12, small});
}

TEST_CASE("neighbours in a chain, static against static and allowed pairs are not tested") {
  const std::vector<std::vector<std::string>> groups{{ball, ball, ball}, {ball, ball}, {ball}, {ball}};
  const std::vector<Matrix4d> heap(7, at(0));
  {
    MeshCollider collider({.static_groups = {2, 3}});
    REQUIRE(collider.init(groups, false));
    // Links 0 1 2 | 3 4 | 5 | 6.
    CHECK(touching(collider, heap) == Pairs{{0, 2},
                                            {0, 3},
                                            {0, 4},
                                            {0, 5},
                                            {0, 6},
                                            {1, 3},
                                            {1, 4},
                                            {1, 5},
                                            {1, 6},
                                            {2, 3},
                                            {2, 4},
                                            {2, 5},
                                            {2, 6},
                                            {3, 5},
                                            {3, 6},
                                            {4, 5},
                                            {4, 6}});
    CHECK(collider.scene()->link_pairs().size() == 17);
  }
  {
    const auto rules = read_pair_rules(
        "# the cell\nallow 0.* 2.0\nallow 1.* 2.0 # floor\n\nallow 3.0 0.*\nallow 3.0 1.*\ncheck 0.0 0.1\nallow 1.* "
        "0.*\n"
        "check 0.2 1.1\n  check 2.0 3.0\n");
    REQUIRE(rules);
    CHECK(rules->size() == 8);
    MeshCollider collider({.static_groups = {2, 3}, .rules = *rules});
    REQUIRE(collider.init(groups, false));
    CHECK(touching(collider, heap) == Pairs{{0, 1}, {0, 2}, {2, 4}});
  }
  {
    MeshCollider collider({.static_groups = {1, 2, 3}, .neighbours = 0});
    REQUIRE(collider.init({groups[0], groups[1]}, false).error() ==
            "static group 2 is out of range: there are 2 groups");
    REQUIRE(collider.init(groups, false));
    CHECK(touching(collider, heap).size() == 3 + 3 * 4);
  }
  CHECK(read_pair_rules("allow a b\nforbid a b").error() == "line 2: expected allow or check, found 'forbid'");
  CHECK(read_pair_rules("allow a # b").error() == "line 1: allow takes two links");
  CHECK(read_pair_rules("allow a b c").error() == "line 1: 'c' behind the two links");
  MeshCollider collider({.rules = *read_pair_rules("\nallow 0.0 7.1")});
  CHECK(collider.init(groups, false).error() == "line 2: there is no link '7.1' in the scene");
}

TEST_CASE("a subset takes the matrices of its robots and the static groups only") {
  for (const bool prepared : {true, false}) {
    MeshCollider collider({.static_groups = {1}});
    REQUIRE(collider.init({{ball, ball}, {ball}, {ball}}, prepared));  // robot 0, static 1, robot 2
    const std::vector<int> first{0}, second{2}, both{2, 0}, none{};
    CHECK(collider.is_collided({at(0), at(5), at(0.5)}, first));  // link 0 against the cell
    CHECK_FALSE(collider.is_collided({at(0), at(5), at(2)}, first));
    CHECK(collider.is_collided({at(7), at(7.5)}, second));  // the cell, then robot 2
    CHECK_FALSE(collider.is_collided({at(7), at(9)}, second));
    CHECK(collider.is_collided({at(0), at(5), at(9), at(5.5)}, both));  // in order of group, whatever is asked
    CHECK_FALSE(collider.is_collided({at(0)}, none));
    CollisionResult result;
    REQUIRE(collider.check(std::vector{at(7), at(7.5)}, &second, {.pairs = true}, result));
    CHECK(result.pairs == Pairs{{2, 3}});  // numbers of the whole scene
    const std::vector<int> bad{3}, negative{-1}, is_static{1}, twice{0, 0};
    const std::vector<Matrix4d> three(3, at(0));
    CHECK(collider.check(three, &bad, {}, result).error() == "robot index 3 is out of range: there are 3 groups");
    CHECK(collider.check(three, &negative, {}, result).error() == "robot index -1 is out of range: there are 3 groups");
    CHECK(collider.check(three, &is_static, {}, result).error() ==
          "robot index 1 is a static group: those are part of every query");
    CHECK(collider.check(three, &twice, {}, result).error() == "robot index 0 is given twice");
    CHECK(collider.check(three, &second, {}, result).error() == "3 matrices were given for 2 links");
  }
}

TEST_CASE("the answer is the same with history and without") {
  // Last collided first and remembered triangles may change the time only.
  const auto configurations = scenes::two_arms(400, 0.55, 5);
  const scenes::Arm arm;
  std::vector<GroupDescription> groups(2);
  for (auto& group : groups)
    for (std::size_t l = 0; l < 6; ++l)
      group.links.push_back(
          {"", {{CollisionModel::from_mesh("", scenes::link_mesh(300, arm.lengths[l], arm.radii[l])), {}}}});
  const auto scene = *ColliderScene::build(groups, {});
  MeshCollider old(scene);
  int collided = 0;
  for (const auto& matrices : configurations) {
    MeshCollider fresh(scene);
    CollisionResult a, b;
    for (const CollisionRequest& request :
         {CollisionRequest{}, CollisionRequest{.margin = 0.01}, CollisionRequest{.pairs = true},
          CollisionRequest{.contacts = true, .distance = true, .all = true}}) {
      REQUIRE(old.check(matrices, nullptr, request, a));
      REQUIRE(fresh.check(matrices, nullptr, request, b));
      REQUIRE(a.collided == b.collided);
      REQUIRE(a.pairs == b.pairs);
      REQUIRE(a.contacts.size() == b.contacts.size());
      REQUIRE(a.nearest.has_value() == b.nearest.has_value());
      if (a.nearest) {
        REQUIRE(a.nearest->distance == b.nearest->distance);
        REQUIRE(a.nearest->links == b.nearest->links);
        REQUIRE(a.nearest->on_first == b.nearest->on_first);
      }
    }
    collided += a.collided;
  }
  CHECK(collided > 20);
  CHECK(collided < 380);
}

TEST_CASE("matrices that are not rigid are refused by name, and what was slightly off is mended") {
  MeshCollider collider;
  REQUIRE(collider.init({{ball, "box:1,1,1"}}, false));
  const Matrix4d fine = at(3);
  Matrix4d bad = fine;
  bad.topLeftCorner<3, 3>() *= 1.2;
  CHECK(error_of(collider, {fine, bad}) == "matrix 1 (link 0.1, box:1,1,1) is scaled by 1.2");
  bad = fine;
  bad(0, 0) = 2;
  CHECK(error_of(collider, {bad, fine}) == "matrix 0 (link 0.0, sphere:0.5) is scaled by 2, 1 and 1 along its axes");
  bad = fine;
  bad.col(1).head<3>() = Vector3d(std::sin(0.1), std::cos(0.1), 0);
  CHECK(error_of(collider, {fine, bad}) ==
        "matrix 1 (link 0.1, box:1,1,1) is sheared: its axes x and y are at 84.27 degrees");
  bad = fine;
  bad(2, 2) = -1;
  CHECK(error_of(collider, {fine, bad}) == "matrix 1 (link 0.1, box:1,1,1) is mirrored");
  for (const double value : {std::nan(""), HUGE_VAL})
    for (const int element : {0, 5, 12, 15}) {
      bad = fine;
      bad.data()[element] = value;
      CHECK(error_of(collider, {fine, bad}) == "matrix 1 (link 0.1, box:1,1,1) has a number that is not finite");
    }
  bad = fine.transpose();
  CHECK(error_of(collider, {fine, bad}) ==
        "matrix 1 (link 0.1, box:1,1,1) ends in the row 3 0 0 1, not 0 0 0 1 (is it transposed?)");
  CHECK(error_of(collider, {fine}) == "1 matrices were given for 2 links");
  CHECK(error_of(collider, {}) == "0 matrices were given for 2 links");
  // Seven digits, as files have them.
  Matrix4d rounded = scenes::random_pose(*std::make_unique<scenes::Generator>(3), 1);
  const auto exact = to_rigid_pose(rounded);
  for (int i = 0; i < 16; ++i) rounded.data()[i] = std::round(rounded.data()[i] * 1e5) / 1e5;
  const auto mended = to_rigid_pose(rounded);
  REQUIRE(mended);
  CHECK((mended->rotation.transpose() * mended->rotation - Eigen::Matrix3d::Identity()).norm() < 1e-15);
  CHECK((mended->rotation - exact->rotation).norm() < 2e-5);
  CHECK_THROWS_WITH(collider.is_collided({fine}), "1 matrices were given for 2 links");
  CollisionResult result;
  CHECK(collider.check(std::vector{fine, fine}, nullptr, {.margin = -1}, result).error() ==
        "the margin -1 is not a length from 0 on");
}

TEST_CASE("what can not be loaded is refused, and the collider stays what it was") {
  const Folder folder;
  MeshCollider collider;
  CHECK(error_of(collider, {at(0)}) == "the collider is not initialised");
  CHECK(collider.scene() == nullptr);
  REQUIRE(collider.init({{ball}, {ball}}, true));
  std::ofstream(folder("broken.stl")) << "solid x\n facet normal 0 0\n";
  const auto refused = [&](const std::string& spec) { return collider.init({{ball}, {ball, spec}}, true).error(); };
  CHECK(refused(folder("none.stl")) == "group 1, link 1: " + folder("none.stl") + ": No such file or directory");
  CHECK(refused(folder("broken.stl")).starts_with("group 1, link 1: " + folder("broken.stl") + ": line"));
  CHECK(refused("box:1,2") == "group 1, link 1: box:1,2: box takes 3 lengths, not 2");
  CHECK(refused("sphere:-1") == "group 1, link 1: sphere:-1: '-1' is no list of lengths greater than 0");
  CHECK(refused("sphere:nan") == "group 1, link 1: sphere:nan: 'nan' is no list of lengths greater than 0");
  CHECK(refused("sphere:1,2,3,4") == "group 1, link 1: sphere:1,2,3,4: '4' is no list of lengths greater than 0");
  CHECK(refused("a.stl*0") == "group 1, link 1: a.stl*0: the scale behind * must be a number greater than 0");
  CHECK(refused("") == "group 1, link 1: a model's name is empty");
  CHECK(collider.init({{ball}, {}}, true).error() == "group 1 has no links");
  CHECK(collider.is_collided({at(0), at(0.5)}));
}

TEST_CASE("open, degenerate, double, inside-out and empty meshes are told, with what was done") {
  const auto notes = [](TriangleMesh mesh) { return CollisionModel::from_mesh("m", std::move(mesh))->notes(); };
  using Notes = std::vector<std::string>;
  const TriangleMesh cube = scenes::box_mesh({1, 1, 1});
  CHECK(notes(cube).empty());
  TriangleMesh mesh = cube;
  mesh.triangles.pop_back();
  CHECK(notes(mesh) ==
        Notes{"m is open (3 edges of 18 belong to an odd number of triangles): it is a surface only, what "
              "is inside it is not seen"});
  mesh = cube;
  mesh.triangles.emplace_back(0, 0, 1);
  CHECK(notes(mesh) == Notes{"m has 1 triangles without area: they were left out"});
  mesh = cube;
  mesh.triangles.push_back(Eigen::Vector3i(cube.triangles[0].y(), cube.triangles[0].z(), cube.triangles[0].x()));
  CHECK(notes(mesh) == Notes{"m has 1 triangles twice: one of each was left out"});
  mesh = cube;
  for (auto& t : mesh.triangles) std::swap(t.x(), t.y());
  CHECK(notes(mesh) == Notes{"m faced inward: its triangles were turned over"});
  mesh = cube;
  std::swap(mesh.triangles[0].x(), mesh.triangles[0].y());
  CHECK(notes(mesh) == Notes{"m is closed, but 3 of its edges join triangles that face different ways: its inside is "
                             "found by counting crossings, contact normals may point either way"});
  CHECK(notes({}) == Notes{"m is empty: this link never touches anything"});
  // A sliver with three corners on a line, between two triangles: without it the surface would seem open.
  mesh = cube;
  const Eigen::Vector3i first = mesh.triangles[0];
  mesh.vertices.push_back((mesh.vertices[std::size_t(first.x())] + mesh.vertices[std::size_t(first.y())]) / 2);
  mesh.triangles[0] = {first.x(), 8, first.z()};
  mesh.triangles.emplace_back(8, first.y(), first.z());
  mesh.triangles.emplace_back(first.x(), first.y(), 8);
  const auto sliver = CollisionModel::from_mesh("m", mesh);
  CHECK(sliver->closed());
  CHECK(sliver->notes() == Notes{"m has 1 triangles without area: they were left out"});

  std::vector<GroupDescription> groups(2);
  groups[0].links = {{"empty", {{CollisionModel::from_mesh("m", {}), {}}}}};
  groups[1].links = {{"cube", {{CollisionModel::from_mesh("c", cube), {}}}}};
  MeshCollider collider(*ColliderScene::build(groups, {}));
  CHECK_FALSE(collider.is_collided({at(0), at(0)}));
  CHECK(collider.scene()->notes() == Notes{"m is empty: this link never touches anything"});
}

TEST_CASE("sampling finds the pairs that always and never touch") {
  MeshCollider collider({.neighbours = 0});
  REQUIRE(collider.init({{ball, ball, ball, ball}}, false));
  PairSampling sampling(*collider.scene());
  scenes::Generator generator(6);
  CollisionResult result;
  for (int i = 0; i < 2000; ++i) {
    // 0 and 1 overlap always; 2 comes and goes about 0; 3 is far away.
    REQUIRE(collider.check(std::vector{at(0), at(0.1), at(scenes::uniform(generator, 0, 4)), at(100)}, nullptr,
                           PairSampling::request(), result));
    sampling.add(result);
  }
  CHECK(sampling.configurations() == 2000);
  const std::string rules = sampling.rules();
  CHECK(rules ==
        "# From 2000 configurations. A pair that never touched in so many touches in less than 0.150 % of them\n"
        "# (95 % confidence); take such a line out where that is too much.\n"
        "allow 0.0 0.1  # always: sphere:0.5 and sphere:0.5\n"
        "allow 0.0 0.3  # never: sphere:0.5 and sphere:0.5\n"
        "allow 0.1 0.3  # never: sphere:0.5 and sphere:0.5\n"
        "allow 0.2 0.3  # never: sphere:0.5 and sphere:0.5\n");
  const auto read = read_pair_rules(rules);
  REQUIRE(read);
  MeshCollider second({.neighbours = 0, .rules = *read});
  REQUIRE(second.init({{ball, ball, ball, ball}}, false));
  CHECK(second.scene()->link_pairs() == Pairs{{0, 2}, {1, 2}});
}
