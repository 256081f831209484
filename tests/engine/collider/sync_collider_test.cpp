// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The pool and the single collider under many threads: right answers, no mixed scenes; the thread sanitizer watches.
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "engine/collider/collider_scene.h"
#include "tests/engine/collider/scenes.h"

using namespace lightsout;

namespace {

std::shared_ptr<const ColliderScene> arms() {
  const scenes::Arm arm;
  std::vector<GroupDescription> groups(2);
  for (auto& group : groups)
    for (std::size_t l = 0; l < 6; ++l)
      group.links.push_back(
          {"", {{CollisionModel::from_mesh("", scenes::link_mesh(200, arm.lengths[l], arm.radii[l])), {}}}});
  return *ColliderScene::build(groups, {});
}

// Every thread asks about its own configurations and compares with what one thread found before.
void hammer(Collider& collider, int threads) {
  const auto configurations = scenes::two_arms(300, 0.6, 9);
  MeshCollider alone(collider.scene());
  std::vector<bool> expected, expected_alone;
  const std::vector<int> first{0};
  std::vector<std::vector<Eigen::Matrix4d>> of_first;
  for (const auto& matrices : configurations) {
    of_first.emplace_back(matrices.begin(), matrices.begin() + 6);
    expected.push_back(alone.is_collided(matrices));
    expected_alone.push_back(alone.is_collided(of_first.back(), first));
  }
  CHECK(std::count(expected.begin(), expected.end(), true) > 10);
  std::atomic<int> wrong{0};
  const auto run = [&](std::size_t offset) {
    CollisionResult result;
    for (std::size_t i = 0; i < 4 * configurations.size(); ++i) {
      const std::size_t k = (i * 7 + offset * 31) % configurations.size();
      if (i % 5 == 0) {
        if (!collider.check(of_first[k], &first, {}, result) || result.collided != expected_alone[k]) ++wrong;
      } else if (i % 11 == 0) {
        if (!collider.check(configurations[k], nullptr, {.contacts = true, .all = true}, result) ||
            result.collided != expected[k] || result.contacts.empty() == expected[k])
          ++wrong;
      } else if (!collider.check(configurations[k], nullptr, {}, result) || result.collided != expected[k]) {
        ++wrong;
      }
    }
  };
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) all.emplace_back(run, std::size_t(t));
  for (std::thread& thread : all) thread.join();
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("one collider used from many threads keeps their scenes apart") {
  MeshCollider collider(arms());
  hammer(collider, 4);
}

TEST_CASE("a pool answers many threads, more and fewer than it has colliders") {
  const auto scene = arms();
  for (const int size : {1, 2, 3}) {
    SyncCollider pool(size, scene);
    CHECK(pool.size() == size);
    hammer(pool, 5);
  }
  SyncCollider large(8, scene);
  hammer(large, 3);
}

TEST_CASE("a pool loads once for all its colliders and forwards the rest to the first") {
  SyncCollider pool(3, ColliderOptions{.static_groups = {1}});
  CollisionResult result;
  CHECK(pool.scene() == nullptr);
  CHECK_FALSE(pool.check({}, nullptr, {}, result));
  CHECK(pool.init({{"box:1,1"}}, true).error() == "group 0, link 0: box:1,1: box takes 3 lengths, not 2");
  REQUIRE(pool.init({{"box:1,1,1"}, {"sphere:1"}}, true));
  CHECK(pool.scene().use_count() <= 5);  // three colliders, this one, and nothing loaded twice
  std::vector<Eigen::Matrix4d> matrices(2, Eigen::Matrix4d::Identity());
  CHECK(pool.is_collided(matrices));
  CHECK(pool.is_collided(matrices, {0}));
  CHECK_THROWS_WITH(pool.is_collided(matrices, {1}), "robot index 1 is a static group: those are part of every query");
  matrices[1](0, 3) = 5;
  CHECK_FALSE(pool.is_collided(matrices));  // the pool is free again after an error
}
