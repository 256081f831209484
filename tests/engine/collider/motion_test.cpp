// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The first contact on a way, against closed forms, and what a free answer promises.
#include <catch2/catch.hpp>

#include "engine/collider/collider_scene.h"
#include "tests/engine/collider/scenes.h"

using namespace lightsout;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using scenes::at;

namespace {

Matrix4d turned(double angle, const Vector3d& axis = Vector3d::UnitZ()) {
  Matrix4d m = Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  return m;
}

std::shared_ptr<const ColliderScene> scene_of(const std::shared_ptr<const CollisionModel>& first,
                                              const std::shared_ptr<const CollisionModel>& second,
                                              ColliderOptions options = {}) {
  return *ColliderScene::build(
      {{"first", false, {{"first", {{first, {}}}}}}, {"second", false, {{"second", {{second, {}}}}}}}, options);
}

MotionResult motion_of(Collider& collider, const std::vector<Matrix4d>& from, const std::vector<Matrix4d>& to,
                       const MotionRequest& request = {}) {
  MotionResult result;
  const auto done = collider.check_motion(StraightMotion(from, to), nullptr, request, result);
  INFO(done.error());
  REQUIRE(done);
  return result;
}

}  // namespace

TEST_CASE("a box that is pushed against another touches when the gap is used up") {
  // Faces at 0.5 and 2.5: the gap of 2 is used up after 2 of 4 m. A plate of a tenth of a millimetre is not passed
  // over, however long the way, as it overlaps deeper than the tolerance on it.
  for (const bool meshes : {true, false}) {
    const auto cube = meshes ? CollisionModel::from_mesh("cube", scenes::box_mesh({1, 1, 1}))
                             : CollisionModel::primitive("cube", ModelKind::Box, {1, 1, 1});
    MeshCollider collider(scene_of(cube, cube));
    const MotionResult result = motion_of(collider, {at(0), at(3)}, {at(4), at(3)});
    CHECK(result.collided);
    CHECK(result.links == LinkPair{0, 1});
    CHECK(result.time == Approx(0.5).margin(2e-6));
    CHECK(result.time - result.apart <= 1e-6);
    CHECK(result.apart < result.time);
    // Past it, 1 cm away; the same way with a margin that is wider, and one that is not.
    CHECK_FALSE(motion_of(collider, {at(0, 1.01), at(3)}, {at(8, 1.01), at(3)}).collided);
    CHECK_FALSE(motion_of(collider, {at(0, 1.01), at(3)}, {at(8, 1.01), at(3)}, {.margin = 0.009}).collided);
    CHECK(motion_of(collider, {at(0, 1.01), at(3)}, {at(8, 1.01), at(3)}, {.margin = 0.011}).collided);
  }
  const auto plate = CollisionModel::from_mesh("plate", scenes::box_mesh({1e-4, 1, 1}));
  MeshCollider thin(scene_of(plate, plate));
  const MotionResult through = motion_of(thin, {at(-50), at(0)}, {at(50), at(0)}, {.tolerance = 2e-5});
  CHECK(through.collided);
  CHECK(through.time == Approx((50 - 1e-4) / 100).margin(2e-6));
}

TEST_CASE("a rod that turns touches a ball at the angle of the closed form") {
  // A rod of half width w about z from the origin on, a ball of radius r at a distance d: its side comes as near as r +
  // w where d sin(angle between) = r + w. The rod turns from 0 to 120 degrees, the ball is at 90.
  constexpr double w = 0.02, r = 0.1, d = 0.8, range = 2 * M_PI / 3;
  const double expected = (M_PI / 2 - std::asin((r + w) / d)) / range;
  const auto ball = CollisionModel::primitive("ball", ModelKind::Sphere, {r, 0, 0});
  const auto rod_mesh = CollisionModel::from_mesh("rod", scenes::box_mesh({1, 2 * w, 2 * w}, {0.5, 0, 0}));
  MeshCollider collider(scene_of(rod_mesh, ball));
  const auto result = motion_of(collider, {turned(0), at(0, d)}, {turned(range), at(0, d)});
  CHECK(result.collided);
  CHECK(result.time == Approx(expected).margin(1e-5));  // FCL's answers are sure to about 1e-6 m
  // The ball out of reach: the rod's far corner is at hypot(1, w).
  const double out = std::hypot(1, w) + r + 1e-3;
  CHECK_FALSE(motion_of(collider, {turned(0), at(0, out)}, {turned(range), at(0, out)}, {.tolerance = 1e-4}).collided);
  // Both turn alike, in a frame that turns: nothing comes nearer.
  CHECK_FALSE(motion_of(collider, {turned(0), at(0, d)}, {turned(-range), at(0, d)}).collided);
}

TEST_CASE("a free answer is right about every overlap deeper than the tolerance, a contact about its time") {
  scenes::Generator generator(5);
  const auto model = CollisionModel::from_mesh("link", scenes::link_mesh(300, 0.6, 0.1));
  MeshCollider collider(scene_of(model, model)), grown(scene_of(model, model));
  int hits = 0, free = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<Matrix4d> from{scenes::random_pose(generator, 0.6), scenes::random_pose(generator, 0.6)},
        to{scenes::random_pose(generator, 0.6), scenes::random_pose(generator, 0.6)};
    constexpr double tolerance = 5e-3;
    const MotionResult result = motion_of(collider, from, to, {.tolerance = tolerance, .time_tolerance = 1e-5});
    const StraightMotion motion(from, to);
    std::vector<Matrix4d> matrices(2);
    const auto touches = [&](double time, CollisionResult& found) {
      motion.place(time, matrices.data());
      REQUIRE(collider.check(matrices, nullptr, {.contacts = true, .all = true}, found));
      return found.collided;
    };
    CollisionResult found;
    // Samples from before the contact: none is deep.
    for (int k = 0; k <= 400; ++k) {
      const double time = k / 400.0;
      if (time >= result.time && result.collided) break;
      if (touches(time, found))
        for (const LinkContact& contact : found.contacts) CHECK(contact.depth < 4 * tolerance);  // along any normal
    }
    if (result.collided) {
      CHECK(touches(result.time, found));
      if (result.time > 0) CHECK_FALSE(touches(result.apart, found));
      CHECK(result.time - result.apart <= 1e-5);
    }
    (result.collided ? hits : free)++;
  }
  CHECK(hits > 10);
  CHECK(free > 10);
}

TEST_CASE("of several contacts the first one in time counts, and a motion that ends in contact is none that is free") {
  const auto cube = CollisionModel::from_mesh("cube", scenes::box_mesh({1, 1, 1}));
  std::vector<GroupDescription> groups(3);
  for (auto& group : groups) group.links = {{"cube", {{cube, {}}}}};
  MeshCollider collider(*ColliderScene::build(groups, {}));
  // The third one is reached first, by pair 0-2; 0-1 would touch later.
  const MotionResult result = motion_of(collider, {at(0), at(5), at(3)}, {at(10), at(5), at(3)});
  CHECK(result.links == LinkPair{0, 2});
  CHECK(result.time == Approx(0.2).margin(1e-5));
  CHECK(motion_of(collider, {at(0), at(5), at(9)}, {at(4.0001), at(5), at(9)}).time == Approx(1).margin(1e-4));
  CHECK(motion_of(collider, {at(0), at(5), at(9)}, {at(4.0001), at(5), at(9)}).collided);
  CHECK(motion_of(collider, {at(0), at(0.5), at(9)}, {at(4), at(5), at(9)}).time == 0);
  CHECK_FALSE(motion_of(collider, {at(0), at(5), at(9)}, {at(0), at(5), at(9)}).collided);
}

TEST_CASE("wrong motions and requests are refused") {
  const auto cube = CollisionModel::from_mesh("cube", scenes::box_mesh({1, 1, 1}));
  const auto ground = CollisionModel::primitive("ground", ModelKind::HalfSpace, {0, 0, 0});
  MeshCollider collider(scene_of(cube, ground));
  MotionResult result;
  const std::vector<Matrix4d> up{at(0, 0, 2), at(0)}, down{at(0, 0, 0), at(0)},
      tilted{at(0, 0, 2), turned(0.1, Vector3d::UnitX())};
  // From 1.5 above the ground to half sunk in: 1.5 of 2 m.
  CHECK(motion_of(collider, up, down).time == Approx(0.75).margin(1e-5));
  CHECK(collider.check_motion(StraightMotion(up, tilted), nullptr, {}, result).error() ==
        "links first and second: the speed of one as seen from the other has no bound (half-spaces cannot turn)");
  CHECK(collider.check_motion(StraightMotion(std::vector{up[0]}, std::vector{down[0]}), nullptr, {}, result).error() ==
        "the motion is of 1 links, not of 2");
  CHECK(collider.check_motion(StraightMotion(up, down), nullptr, {.tolerance = 0}, result).error() ==
        "the tolerance 0 is not a length greater than 0");
  CHECK_FALSE(MeshCollider().check_motion(StraightMotion(up, down), nullptr, {}, result));
}

TEST_CASE("padding makes a link larger all around, a scale about the middle of its model") {
  // Cubes 0.1 apart.
  for (const bool meshes : {true, false}) {
    const auto cube = meshes ? CollisionModel::from_mesh("cube", scenes::box_mesh({1, 1, 1}, {0.5, 0.5, 0.5}))
                             : CollisionModel::primitive("cube", ModelKind::Box, {1, 1, 1});
    const auto touches = [&](std::vector<LinkSize> sizes, double gap = 0.1) {
      ColliderOptions options;
      options.sizes = std::move(sizes);
      MeshCollider collider(scene_of(cube, cube, options));
      return collider.is_collided({at(0), at(1 + gap)});
    };
    CHECK_FALSE(touches({}));
    CHECK_FALSE(touches({{"first", 0.049}, {"second", 0.049}}));
    CHECK(touches({{"first", 0.051}, {"second", 0.051}}));
    CHECK(touches({{"first", 0.101}}));
    CHECK_FALSE(touches({{"first", 0, 1.19}}));
    CHECK(touches({{"first", 0, 1.21}}));
    CHECK_FALSE(touches({{"1.0", 1}, {"1.0", 0.05}}));  // the later one
    CHECK_FALSE(touches({{"first", 0, 0.5}}, -0.2));

    ColliderOptions padded;
    padded.sizes = {{"first", 0.02}, {"second", 0.03}};
    MeshCollider collider(scene_of(cube, cube, padded));
    CollisionResult result;
    REQUIRE(collider.check(std::vector{at(0), at(1.1)}, nullptr, {.distance = true, .distances = true}, result));
    CHECK(result.nearest->distance == Approx(0.05).margin(1e-6));
    REQUIRE(result.distances.size() == 1);
    CHECK(result.distances[0].distance == Approx(0.05).margin(1e-6));
    REQUIRE(collider.check(std::vector{at(0), at(1.03)}, nullptr, {.contacts = true, .distances = true}, result));
    REQUIRE(result.contacts.size() == 1);
    CHECK(result.contacts[0].depth == Approx(0.02).margin(1e-6));
    CHECK(result.distances[0].distance == 0);
    // Overlapping themselves, by 0.1.
    REQUIRE(collider.check(std::vector{at(0), at(0.9)}, nullptr, {.contacts = true}, result));
    CHECK(result.contacts[0].depth == Approx(0.15).margin(1e-6));
    CHECK(motion_of(collider, {at(0), at(3)}, {at(2), at(3)}).time == Approx(1.95 / 2).margin(1e-5));
  }
  ColliderOptions wrong;
  wrong.sizes = {{"third", 0.1}};
  const auto cube = CollisionModel::primitive("cube", ModelKind::Box, {1, 1, 1});
  const std::vector<GroupDescription> groups{{"", false, {{"first", {{cube, {}}}}}}};
  CHECK(ColliderScene::build(groups, wrong).error() == "there is no link 'third' in the scene");
  wrong.sizes = {{"first", -1}};
  CHECK(ColliderScene::build(groups, wrong).error() == "first: the padding -1 is not a length from 0 on");
}
