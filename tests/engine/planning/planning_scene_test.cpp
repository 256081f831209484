// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A scene of robots and objects: who touches whom through attach, detach, move and remove; motions of joints against
// closed forms; queries and edits from many threads, which the thread sanitizer watches.
#include "engine/planning/planning_scene.h"

#include <Eigen/Geometry>
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "tests/engine/collider/scenes.h"
#include "tests/engine/planning/robots.h"

using namespace lightsout;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using scenes::at;

namespace {

std::shared_ptr<const RobotModel> arm(const std::string& srdf = "") {
  const robots::Folder folder;
  RobotModelOptions options;
  if (!srdf.empty()) options.srdf = folder.write("arm.srdf", srdf);
  const auto model = RobotModel::load(folder.write("arm.urdf", robots::planar_arm), options);
  INFO(model.error());
  REQUIRE(model);
  return *model;
}

std::string pairs_of(const PlanningScene& scene, const std::vector<double>& positions, double margin = 0) {
  SceneResult result;
  const auto done = scene.check(positions, {.pairs = true, .all = true, .margin = margin}, result);
  INFO(done.error());
  REQUIRE(done);
  std::string all;
  for (const LinkPair& pair : result.pairs) all += result.name(pair.first) + "-" + result.name(pair.second) + " ";
  return all;
}

SceneMotionResult motion_of(const PlanningScene& scene, const std::vector<double>& from, const std::vector<double>& to,
                            const MotionRequest& request = {}) {
  SceneMotionResult result;
  const auto done = scene.check_motion(from, to, request, result);
  INFO(done.error());
  REQUIRE(done);
  return result;
}

}  // namespace

TEST_CASE("a robot among objects that come, move and go") {
  PlanningScene scene;
  REQUIRE(scene.add_robot(arm()));
  // The hand's ball of 0.1 is at 2.15 on the x axis.
  const std::vector<double> out{0, 0, 0.05};
  CHECK(scene.start() == out);
  CHECK(pairs_of(scene, out) == "");
  REQUIRE(scene.add_object("wall", {{"box:0.1,2,2", {}, {}}}, at(2.35)));
  CHECK(pairs_of(scene, out) == "");
  REQUIRE(scene.move_object("wall", at(2.29)));
  CHECK(pairs_of(scene, out) == "hand-wall ");
  CHECK(pairs_of(scene, {1, 0, 0.05}) == "");
  REQUIRE(scene.allow("wall", "hand"));
  CHECK(pairs_of(scene, out) == "");
  CHECK(pairs_of(scene, {0, 0, -0.15}) == "");
  REQUIRE(scene.allow("hand", "*", false));
  CHECK(pairs_of(scene, out) == "hand-wall ");
  CHECK(pairs_of(scene, {0, 0, -0.15}) ==
        "lower-hand ");  // neighbours too: the bar ends at 1.9, the ball begins at 1.85
  REQUIRE(scene.remove_object("wall"));
  CHECK_FALSE(scene.remove_object("wall"));
  CHECK(scene.names() == std::vector<std::string>{"upper", "lower", "hand"});
  // A mesh of one's own.
  const TriangleMesh box = scenes::box_mesh({0.1, 0.1, 0.1});
  ObjectPart part;
  for (const auto& v : box.vertices) part.vertices.push_back(v.cast<double>());
  part.triangles = box.triangles;
  part.in_object = at(0, 1);
  REQUIRE(scene.add_object("mesh", {part}, at(0.5, -1)));
  CHECK(pairs_of(scene, out) == "upper-mesh ");
  // The arm folded back onto itself: the bars are neighbours, the hand lies in both.
  REQUIRE(scene.remove_object("mesh"));
  CHECK(pairs_of(scene, {0, M_PI, -0.35}) == "upper-hand lower-hand ");
}

TEST_CASE("an attached object follows its link, touches what it may, and stays where it is let go") {
  PlanningScene scene;
  REQUIRE(scene.add_robot(arm()));
  // The hand ends at 2.25 on its axis, the cup at 2.36 when it is attached; the post begins at 2.3.
  REQUIRE(scene.add_object("cup", {{"sphere:0.05", {}, {}}}, at(2.31)));
  REQUIRE(scene.add_object("post", {{"cylinder:0.05,1", {}, {}}}, at(0, 2.35)));
  const std::vector<double> out{0, 0, 0.05}, up{M_PI / 2, 0, 0.05};
  REQUIRE(scene.move_object("cup", at(2.28)));
  CHECK(pairs_of(scene, out) == "hand-cup ");
  CHECK(pairs_of(scene, up) == "");
  REQUIRE(scene.attach("cup", "hand", out));
  CHECK(pairs_of(scene, out) == "");
  CHECK(pairs_of(scene, up) == "cup-post ");
  const auto pose = scene.pose("cup", up);
  REQUIRE(pose);
  CHECK((pose->topRightCorner<3, 1>() - Vector3d(0, 2.28, 0)).norm() < 1e-12);
  // It is moved as seen from the hand.
  REQUIRE(scene.move_object("cup", at(-0.24)));
  CHECK(pairs_of(scene, up) == "lower-cup ");
  REQUIRE(scene.attach("cup", "hand", up, {"lower"}));  // again, where it is
  CHECK(pairs_of(scene, up) == "");
  REQUIRE(scene.detach("cup", up));
  CHECK(pairs_of(scene, out) == "");
  CHECK(pairs_of(scene, up) == "lower-cup ");
  CHECK(scene.detach("cup", up).error() == "'cup' is not attached");
  CHECK(scene.attach("cup", "fist", up).error() == "there is no link 'fist' in the scene");
  CHECK(scene.attach("mug", "hand", up).error() == "there is no object 'mug' in the scene");
  CHECK(scene.add_object("hand", {{"sphere:1", {}, {}}}).error() == "the scene has 'hand' already");
  CHECK(scene.add_object("ball", {{"sphere:1,2", {}, {}}}).error() == "ball: sphere:1,2: sphere takes 1 length, not 2");
  CHECK(scene.check({0, 0}, {}, *std::make_unique<SceneResult>()).error() == "2 positions were given for 3 variables");
  CHECK(scene.within_limits({4, 0, 0.1}).error() == "shoulder is 4, its limits are -3 and 3");
  CHECK(scene.within_limits({1, 40, 0.1}));
}

TEST_CASE("an SRDF decides pairs; links rigidly joined are never tested; two robots need prefixes") {
  PlanningScene scene;
  REQUIRE(scene.add_robot(arm("<robot name=\"arm\"><disable_collisions link1=\"hand\" link2=\"upper\"/></robot>")));
  // The bars are 0.2 apart where they are straight; folded they overlap, as the SRDF does not say that they may.
  CHECK(pairs_of(scene, {0, M_PI, 0.05}) == "upper-lower ");
  CHECK_FALSE(scene.add_robot(arm()));
  REQUIRE(scene.add_robot(arm(), at(4.2), "right/"));
  CHECK(scene.variables()[3].name == "right/shoulder");
  // Hand to hand: the balls are 4.2 - 2 * 2.15 = -0.1 apart.
  CHECK(pairs_of(scene, {0, 0, 0.05, M_PI, 0, 0.05}) == "hand-right/hand ");
  CHECK(pairs_of(scene, {0, 0, 0.05, 0, 0, 0.05}) == "");
}

TEST_CASE("padding of links") {
  PlanningScene scene;
  REQUIRE(scene.add_robot(arm()));
  REQUIRE(scene.add_object("wall", {{"box:0.1,2,2", {}, {}}}, at(2.35)));  // 0.05 from the hand
  const std::vector<double> out{0, 0, 0.05};
  REQUIRE(scene.set_size({"*", 0.04}));
  CHECK(pairs_of(scene, out) == "");
  REQUIRE(scene.set_size({"wall", 0.02}));
  CHECK(pairs_of(scene, out) == "hand-wall ");
  REQUIRE(scene.set_size({"hand", 0.02}));  // a name before all
  CHECK(pairs_of(scene, out) == "");
  CHECK_FALSE(scene.set_size({"fist", 0.02}));
}

TEST_CASE("a joint that turns reaches a ball at the angle of the closed form, the way back is free") {
  PlanningScene scene;
  REQUIRE(scene.add_robot(arm()));
  // The hand's ball (0.1, at 2.15) turns about the origin; a ball of 0.1 at a distance of 2.15 under 90 degrees: they
  // touch where the chord 2 * 2.15 sin(half the angle between) = 0.2. But the bar's end, half 0.05 wide and at 1.9, is
  // nearer the origin: its corner is 0.25 away from that ball at least.
  REQUIRE(scene.add_object("ball", {{"sphere:0.1", {}, {}}}, at(0, 2.15)));
  const std::vector<double> from{-0.5, 0, 0.05}, to{2.5, 0, 0.05};
  const double between = 2 * std::asin(0.1 / 2.15);
  const SceneMotionResult result = motion_of(scene, from, to);
  CHECK(result.collided);
  CHECK(result.name(result.links.first) == "hand");
  CHECK(result.name(result.links.second) == "ball");
  CHECK(result.time == Approx((M_PI / 2 - between + 0.5) / 3).margin(1e-5));
  CHECK(result.time - result.apart <= 1e-6);
  CHECK(motion_of(scene, to, from).time == Approx((2.5 - M_PI / 2 - between) / 3).margin(1e-5));
  CHECK_FALSE(motion_of(scene, from, {M_PI / 2 - between - 1e-3, 0, 0.05}).collided);
  // Pulled in before it comes by, as far as it goes the other way: no contact by 1 cm.
  REQUIRE(scene.move_object("ball", at(0, 2.36)));
  CHECK_FALSE(motion_of(scene, from, to).collided);
  CHECK(motion_of(scene, from, to, {.margin = 0.011}).collided);
  // What is attached is on the way, too: it is 0.21 out of the hand.
  REQUIRE(scene.add_object("tool", {{"sphere:0.02", {}, {}}}, at(2.36)));
  REQUIRE(scene.attach("tool", "hand", {0, 0, 0.05}));
  const double of_tool = 2 * std::asin(0.06 / 2.36);
  CHECK(motion_of(scene, from, to).time == Approx((M_PI / 2 - of_tool + 0.5) / 3).margin(1e-5));
  CHECK(scene.check_motion(from, {0, 0}, {}, *std::make_unique<SceneMotionResult>()).error() ==
        "2 positions were given for 3 variables");
}

TEST_CASE("a motion of all joints is free if and only if its samples are, but for what the tolerance hides") {
  PlanningScene scene;
  REQUIRE(scene.add_robot(arm()));
  REQUIRE(scene.add_object("post", {{"box:0.1,0.1,1", {}, {}}}, at(1.2, 0.9)));
  REQUIRE(scene.add_object("cell", {{"box:0.2,6,1", {}, {}}}, at(-1.5)));
  scenes::Generator generator(11);
  int hits = 0, free = 0;
  for (int i = 0; i < 60; ++i) {
    std::vector<double> from, to;
    for (auto* positions : {&from, &to})
      *positions = {scenes::uniform(generator, -3, 3), scenes::uniform(generator, -2, 2),
                    scenes::uniform(generator, 0.05, 0.4)};
    const SceneMotionResult motion = motion_of(scene, from, to);
    SceneResult result;
    double first = 2;
    for (int k = 0; k <= 500 && first > 1; ++k) {
      std::vector<double> between(3);
      for (std::size_t v = 0; v < 3; ++v) between[v] = from[v] + k / 500.0 * (to[v] - from[v]);
      REQUIRE(scene.check(between, {.contacts = true, .all = true}, result));
      if (result.collided && std::ranges::any_of(result.contacts, [](const auto& c) { return c.depth > 5e-3; }))
        first = k / 500.0;
    }
    if (first <= 1) CHECK((motion.collided && motion.time <= first + 1e-9));
    if (motion.collided) {
      std::vector<double> there(3);
      for (std::size_t v = 0; v < 3; ++v) there[v] = from[v] + motion.time * (to[v] - from[v]);
      REQUIRE(scene.check(there, {}, result));
      CHECK(result.collided);
    }
    (motion.collided ? hits : free)++;
  }
  CHECK(hits > 10);
  CHECK(free > 10);
}

TEST_CASE("one scene is asked by many threads while another one edits it") {
  PlanningScene scene({.checkers = 2});
  REQUIRE(scene.add_robot(arm()));
  REQUIRE(scene.add_object("wall", {{"box:0.1,2,2", {}, {}}}, at(2.29)));
  const std::vector<double> out{0, 0, 0.05}, in{2, 0, 0.05};
  std::atomic<bool> ended{false};
  std::atomic<int> wrong{0};
  const auto ask = [&] {
    SceneResult result;
    SceneMotionResult motion;
    while (!ended) {
      // The wall is where the hand is or far away, nothing in between; other edits change no answer.
      if (!scene.check(out, {.pairs = true, .all = true}, result)) ++wrong;
      for (const LinkPair& pair : result.pairs)
        if (result.name(pair.first) != "hand" || result.name(pair.second) != "wall") ++wrong;
      if (!scene.check(in, {}, result) || result.collided) ++wrong;
      if (!scene.check_motion(out, in, {}, motion) || (motion.collided && motion.time != 0)) ++wrong;
      if (!scene.pose("hand", out) || scene.names().size() < 4) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(ask);
  for (int i = 0; i < 60; ++i) {
    REQUIRE(scene.move_object("wall", at(i % 2 ? 2.29 : 12)));
    REQUIRE(scene.add_object("bolt", {{"sphere:0.01", {}, {}}}, at(0, 0, 3)));
    REQUIRE(scene.attach("bolt", "upper", out));
    REQUIRE(scene.set_size({"bolt", 0.001 * (i % 3)}));
    REQUIRE(scene.remove_object("bolt"));
  }
  ended = true;
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}
