// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The distance of each pair of links, with its nearest points, against the closed form for boxes and spheres.
#include <catch2/catch.hpp>

#include "engine/collider/collider_scene.h"
#include "tests/engine/collider/scenes.h"

using namespace lightsout;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using scenes::at;

namespace {

CollisionResult distances_of(Collider& collider, const std::vector<Matrix4d>& matrices, CollisionRequest request = {}) {
  CollisionResult result;
  request.distances = true;
  REQUIRE(collider.check(matrices, nullptr, request, result));
  return result;
}

}  // namespace

TEST_CASE("each pair of links has its distance and nearest points, in order of pairs") {
  MeshCollider collider;
  REQUIRE(collider.init({{"sphere:0.5"}, {"box:1,1,1"}, {"sphere:0.25"}}, false));
  // On the x axis: a ball's surface at 0.5, a box from 1.5 to 2.5, a ball from 2.75 on.
  const auto result = distances_of(collider, {at(0), at(2), at(3)});
  REQUIRE(result.distances.size() == 3);
  CHECK(result.distances[0].links == LinkPair{0, 1});
  CHECK(result.distances[0].distance == Approx(1).margin(1e-6));
  CHECK(result.distances[1].links == LinkPair{0, 2});
  CHECK(result.distances[1].distance == Approx(2.25).margin(1e-6));
  CHECK(result.distances[2].links == LinkPair{1, 2});
  CHECK(result.distances[2].distance == Approx(0.25).margin(1e-6));
  CHECK((result.distances[0].on_first - Vector3d(0.5, 0, 0)).norm() < 1e-4);
  CHECK((result.distances[0].on_second - Vector3d(1.5, 0, 0)).norm() < 1e-4);
}

TEST_CASE("pairs that are farther than `within` are left out; what touches is at 0") {
  MeshCollider collider;
  REQUIRE(collider.init({{"sphere:0.5"}, {"sphere:0.5"}, {"sphere:0.5"}}, false));
  const std::vector<Matrix4d> matrices{at(0), at(0.8), at(2)};  // touching, 1 apart, 0.2 apart
  CHECK(distances_of(collider, matrices).distances.size() == 3);
  const auto near = distances_of(collider, matrices, {.within = 0.5});
  REQUIRE(near.distances.size() == 2);
  CHECK(near.distances[0].distance == 0);
  CHECK(near.distances[0].on_first == near.distances[0].on_second);
  CHECK(near.distances[1].links == LinkPair{1, 2});
  CHECK(near.distances[1].distance == Approx(0.2).margin(1e-6));
  const auto touching = distances_of(collider, matrices, {.within = 0});
  REQUIRE(touching.distances.size() == 1);
  CHECK(touching.distances[0].links == LinkPair{0, 1});
  CollisionResult result;
  CHECK(collider.check(matrices, nullptr, {.distances = true, .within = -1}, result).error() ==
        "within -1 is not a length from 0 on");
}

TEST_CASE("the smallest of the distances is the one that `distance` answers, of meshes too") {
  scenes::Generator generator(77);
  const auto box = CollisionModel::from_mesh("box", scenes::box_mesh({0.4, 0.3, 0.2}));
  std::vector<GroupDescription> groups(4);
  for (auto& group : groups) group.links = {{"link", {{box, {}}, {box, RigidPose{.translation = {0, 0, 1}}}}}};
  MeshCollider collider(*ColliderScene::build(groups, {}));
  for (int i = 0; i < 40; ++i) {
    std::vector<Matrix4d> matrices;
    for (int l = 0; l < 4; ++l) matrices.push_back(scenes::random_pose(generator, 3));
    const auto result = distances_of(collider, matrices, {.distance = true});
    REQUIRE(result.distances.size() == 6);
    double smallest = std::numeric_limits<double>::infinity();
    for (const LinkDistance& d : result.distances) {
      smallest = std::min(smallest, d.distance);
      CHECK((d.on_first - d.on_second).norm() == Approx(d.distance).margin(1e-9));
    }
    CHECK(smallest == result.nearest->distance);
  }
}
