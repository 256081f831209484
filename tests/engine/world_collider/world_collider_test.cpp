// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/world_collider/world_collider.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/scene/scene.h"
#include "engine/stage/stage_options.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct Loaded {
  Diagnostics diagnostics;
  SilentLog log;
  std::unique_ptr<World> world;
  std::unique_ptr<Scene> scene;

  explicit Loaded(const std::string& text) {
    world =
        load_world_text("#VRML_SIM R2025a utf8\nWorldInfo { }\n" + text, "/nowhere/worlds/test.wbt", {}, diagnostics);
    REQUIRE(world);
    scene = std::make_unique<Scene>(*world, 0, log, StageOptions());
    scene->build(diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.sorted()) UNSCOPED_INFO(diagnostic.message);
    REQUIRE(diagnostics.errors() == 0);
  }
};

// A wall whose face is at x = 1.5, and two robots. "arm" turns about z at the origin (the file has it at 0.5 rad), its
// elbow is 1 m out, and a ball of 0.1 m sits 1 m behind the elbow and one on the base. "lift" stands on a pedestal that
// it overlaps, at y = 3, and pushes a ball of 0.1 m along -y.
std::string cell(bool with_physics) {
  const std::string physics = with_physics ? "physics Physics { density -1 mass 1 } " : "";
  return R"(
Solid { translation 2 0 0 name "wall" boundingObject Box { size 1 10 10 } }
Robot { name "arm" boundingObject Sphere { radius 0.1 } children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 position 0.5 }
    device [ RotationalMotor { name "shoulder" } ]
    endPoint Solid { name "upper" rotation 0 0 1 0.5 )" +
         physics + R"(boundingObject Pose { translation 0.5 0 0 children [ Box { size 0.2 0.01 0.01 } ] } children [
      Pose { translation 1 0 0 children [
        HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
          endPoint Solid { name "lower" )" +
         physics + R"(boundingObject Group { children [
            Pose { translation 0.5 0 0 children [ Box { size 0.2 0.01 0.01 } ] } ] }
            children [ Solid { translation 1 0 0 name "tip" boundingObject Sphere { radius 0.1 } } ] } } ] } ] } } ] }
Solid { translation 0 3 0 name "pedestal" boundingObject Box { size 0.3 0.3 0.3 } children [
  Robot { name "lift" boundingObject Box { size 0.2 0.2 0.2 } children [
    SliderJoint { jointParameters JointParameters { axis 0 -1 0 }
      device [ LinearMotor { name "push" } ]
      endPoint Solid { translation 0 -0.5 0 name "ball" )" +
         physics + R"(boundingObject Sphere { radius 0.1 } } } ] } ] }
)";
}

CollisionResult ask(const WorldCollider& world, const std::vector<double>& positions) {
  std::vector<Eigen::Matrix4d> matrices(world.scene()->links().size());
  world.place(positions, matrices);
  MeshCollider collider(world.scene());
  CollisionResult result;
  const auto done = collider.check(matrices, nullptr, {.pairs = true, .all = true}, result);
  REQUIRE(done);
  return result;
}

}  // namespace

TEST_CASE("a world's links are grouped by robot, static solids last, and rigid parts are one link") {
  const Loaded loaded(cell(true));
  const auto world = WorldCollider::build(*loaded.scene, {});
  REQUIRE(world);
  std::vector<std::string> links;
  for (const auto& link : world->scene()->links()) links.push_back(link.code + " " + link.name);
  CHECK(links == std::vector<std::string>{"0.0 arm", "0.1 arm.upper", "0.2 arm.upper.lower", "1.0 pedestal.lift",
                                          "1.1 pedestal.lift.ball", "2.0 wall", "3.0 pedestal"});
  CHECK(world->robots() == 2);
  CHECK(world->scene()->links()[2].bodies == 2);  // its own box and the tip's ball
  CHECK(world->scene()->groups()[2].is_static);
  CHECK_FALSE(world->scene()->groups()[1].is_static);
  REQUIRE(world->axes().size() == 3);
  CHECK(world->axes()[0].name == "arm.upper.joint");
  CHECK(world->axes()[0].position == 0.5);
  CHECK(world->axes()[2].linear);
  CHECK(world->find_axis("shoulder") == 0);
  CHECK(world->find_axis("arm.upper.lower") == 1);
  CHECK(world->find_axis("push") == 2);
  CHECK(world->find_axis("elbow").error().find("'elbow'") != std::string::npos);
  // The lift stands in its pedestal, and what no joint moves against each other is not tested: neither the two bases,
  // nor a base and the wall.
  for (const LinkPair& pair : world->scene()->link_pairs()) {
    const auto fixed = [](int link) { return link == 0 || link == 3 || link >= 5; };
    CHECK_FALSE((fixed(pair.first) && fixed(pair.second)));
  }
}

TEST_CASE("a two-link arm touches where its closed form says, with and without bodies") {
  const Loaded loaded(cell(GENERATE(false, true)));
  const auto world = WorldCollider::build(*loaded.scene, {});
  REQUIRE(world);
  // The tip is at (cos a + cos(a + b), sin a + sin(a + b)). With a = 0 its ball reaches the wall where
  // 1 + cos b + 0.1 = 1.5.
  const double at_wall = std::acos(0.4), step = 1e-4;
  for (const double sign : {-1.0, 1.0}) {
    const auto hit = ask(*world, {0, sign * (at_wall - step), 0});
    CHECK(hit.pairs == std::vector<LinkPair>{{2, 5}});
    CHECK_FALSE(ask(*world, {0, sign * (at_wall + step), 0}).collided);
  }
  // The ball of the tip meets the one of the base where the distance 2 cos(b / 2) is 0.2, wherever the shoulder is.
  const double folded = 2 * std::acos(0.1);
  for (const double shoulder : {0.0, 1.0, 2.5}) {
    CHECK(ask(*world, {shoulder, folded + step, 0}).pairs == std::vector<LinkPair>{{0, 2}});
    CHECK_FALSE(ask(*world, {shoulder, folded - step, 0}).collided);
  }
  // Straight up along y the tip is at (0, 2); the lift's ball is at y = 2.5 - s: they meet where 0.5 - s = 0.2.
  const double up = std::acos(0.0);
  CHECK(ask(*world, {up, 0, 0.3 + step}).pairs == std::vector<LinkPair>{{2, 4}});
  CHECK_FALSE(ask(*world, {up, 0, 0.3 - step}).collided);
}

TEST_CASE("neighbours are counted in joints, and rules win over them") {
  const Loaded loaded(cell(false));
  const std::vector<double> folded = {0, 3.1, 0};
  const auto near = WorldCollider::build(*loaded.scene, {.neighbours = 2});
  REQUIRE(near);
  CHECK_FALSE(ask(*near, folded).collided);
  const auto listed = WorldCollider::build(*loaded.scene, {.neighbours = 2, .rules = {{true, "0.0", "0.2", 0}}});
  REQUIRE(listed);
  CHECK(ask(*listed, folded).collided);
  const auto overlapping = WorldCollider::build(*loaded.scene, {.rules = {{true, "pedestal", "pedestal.lift", 0}}});
  REQUIRE(overlapping);
  CHECK(ask(*overlapping, {0, 2, 0}).pairs == std::vector<LinkPair>{{3, 6}});
}

TEST_CASE("matrices are the poses that the scene's own joints give") {
  const Loaded loaded(cell(GENERATE(false, true)));
  const auto world = WorldCollider::build(*loaded.scene, {});
  REQUIRE(world);
  std::vector<Eigen::Matrix4d> matrices(world->scene()->links().size());
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    std::vector<double> positions;
    for (int axis = 0; axis < 3; ++axis) positions.push_back(double(random()) / double(std::mt19937::max()) * 6 - 3);
    world->place(positions, matrices);
    for (int axis = 0; axis < 3; ++axis)
      loaded.scene->joints()[std::size_t(axis)]->move_to(0, positions[std::size_t(axis)]);
    for (std::size_t l = 0; l < matrices.size(); ++l) {
      const Solid* solid = loaded.scene->find_solid(world->scene()->links()[l].name);
      REQUIRE(solid);
      CHECK((matrices[l].topRightCorner<3, 1>() - solid->pose().position).norm() < 1e-12);
      CHECK((matrices[l].topLeftCorner<3, 3>() - solid->pose().rotation).norm() < 1e-12);
    }
  }
}

TEST_CASE("a mesh, a plane and a solid without boundingObject come over") {
  // A roof of one triangle 1 m up that a slider lowers onto the ground: z = 1 - s.
  const Loaded loaded(R"(
Solid { name "ground" boundingObject Plane { } }
Solid { name "scenery" }
Solid { name "frame" children [ SliderJoint { jointParameters JointParameters { axis 0 0 -1 }
  endPoint Solid { translation 0 0 1 name "roof" boundingObject IndexedFaceSet {
    coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 -1 ] } } } ] }
)");
  const auto world = WorldCollider::build(*loaded.scene, {});
  REQUIRE(world);
  CHECK(world->scene()->links().size() == 2);
  CHECK(std::count(world->notes().begin(), world->notes().end(), "scenery has no boundingObject and is left out") == 1);
  CHECK_FALSE(ask(*world, {0.999}).collided);
  CHECK(ask(*world, {1.001}).collided);
}

TEST_CASE("links of a world move along their joints, no faster than the bound says") {
  const Loaded loaded(cell(true) + R"(
Robot { name "wrist" translation 0 -3 0 boundingObject Sphere { radius 0.1 } children [
  Hinge2Joint { jointParameters HingeJointParameters { axis 1 0 0 anchor 0.2 0 0.1 }
    jointParameters2 JointParameters { axis 0 1 0 }
    endPoint Solid { translation 0.4 0 0.1 name "hand" boundingObject Box { size 0.3 0.1 0.1 } children [
      BallJoint { jointParameters BallJointParameters { anchor 0.2 0 0 }
        jointParameters2 JointParameters { axis 0 0 1 }
        endPoint Solid { translation 0.5 0.1 0 name "thumb" boundingObject Box { size 0.2 0.1 0.1 } } } ] } } ] }
)");
  const auto world = WorldCollider::build(*loaded.scene, {});
  REQUIRE(world);
  const std::size_t links = world->scene()->links().size(), axes = world->axes().size();
  REQUIRE(axes == 3 + 2 + 3);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&] { return Eigen::Vector3d(unit(random), unit(random), unit(random)); };
  const auto point = [](const Eigen::Matrix4d& m, const Eigen::Vector3d& p) {
    return Eigen::Vector3d((m * p.homogeneous()).head<3>());
  };
  double tightest = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<double> from(axes), to(axes), between(axes);
    for (std::size_t i = 0; i < axes; ++i) {
      from[i] = 3 * unit(random);
      to[i] = random() % 3 ? 3 * unit(random) : from[i];
    }
    const auto motion = world->motion(from, to);
    REQUIRE(motion->links() == links);
    const double time = (unit(random) + 1) / 2, h = 1e-4;
    for (std::size_t i = 0; i < axes; ++i) between[i] = from[i] + time * (to[i] - from[i]);
    std::vector<Eigen::Matrix4d> expected(links), begin(links), end(links);
    world->place(between, expected);
    motion->place(time, begin.data());
    motion->place(time + h, end.data());
    for (std::size_t l = 0; l < links; ++l) CHECK(begin[l].isApprox(expected[l], 1e-12));
    // The distance of a point of one link and one of another changes by at most the bound.
    for (std::size_t a = 0; a < links; ++a)
      for (std::size_t b = a + 1; b < links; ++b) {
        const LinkBall of_a{vector(), 0.3}, of_b{vector(), 0.2};
        const double speed = motion->speed(int(a), of_a, int(b), of_b);
        const Eigen::Vector3d p = of_a.centre + 0.3 * vector().normalized(),
                              q = of_b.centre + 0.2 * vector().normalized();
        const double change =
            (point(end[a], p) - point(end[b], q)).norm() - (point(begin[a], p) - point(begin[b], q)).norm();
        CHECK(std::abs(change) <= speed * h * (1 + 1e-9) + 1e-12);
        if (speed > 0) tightest = std::max(tightest, std::abs(change) / (speed * h));
      }
  }
  CHECK(tightest > 0.8);  // the bound is no mere large number
  // As of one arm against the wall: the tip is at 2 cos a + 0.1 from the base, and at 1.5 where cos a = 0.7.
  std::vector<double> from(axes, 0), to(axes, 0);
  from[std::size_t(*world->find_axis("shoulder"))] = 1.5;
  MeshCollider collider(world->scene());
  MotionResult result;
  const auto done = collider.check_motion(*world->motion(from, to), nullptr, {}, result);
  INFO(done.error());
  REQUIRE(done);
  CHECK(result.collided);
  CHECK(result.time == Approx((1.5 - std::acos(0.7)) / 1.5).margin(1e-4));
}
