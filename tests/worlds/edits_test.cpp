// A running world that is edited moves on as one that was loaded so; a reset is a fresh start, to the bit.
#include <catch2/catch.hpp>

#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

const char world_text[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 physicsDisableTime 0 }
Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF BOX Solid { name "box" translation 1 0 0.6 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density 500 } }
DEF BALL Solid { name "ball" translation 2 0 0.5 boundingObject Sphere { radius 0.1 } physics Physics { } }
DEF STAND Solid { name "stand" translation 0 0 2 children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 springConstant 1 }
    endPoint DEF BOB Solid { name "bob" translation 0.5 0 0 boundingObject Sphere { radius 0.05 } physics Physics { } } } ] }
)";

void set(Simulated& world, std::string_view def, std::string_view field, Value value) {
  World& tree = world.simulation().world();
  Node& node = *tree.find_def(def);
  tree.set(node, node.type().find(field), std::move(value));
}

std::uint64_t hash(Simulated& world) { return world.simulation().state_hash(); }

}  // namespace

TEST_CASE("An edit that changes nothing, however the scene follows it, changes no motion") {
  auto untouched = Simulated::from_text(world_text), edited = Simulated::from_text(world_text);
  edited.run(0.4);
  // The same density, but a new scene has to take over: bodies, joints and velocities go on bit for bit.
  Node& physics = *edited.simulation().world().find_def("BOX")->node("physics");
  edited.simulation().world().set(physics, physics.type().find("density"), Value(500.0));
  const auto generation = edited.simulation().scene_generation();
  edited.run(0.6);
  CHECK(edited.simulation().scene_generation() > generation);
  untouched.run(1.0);
  for (const std::string path : {"BOX", "BALL", "STAND.BOB"}) {
    CAPTURE(path);
    CHECK(edited.solid(path).pose().position == untouched.solid(path).pose().position);
    CHECK(edited.solid(path).linear_velocity() == untouched.solid(path).linear_velocity());
  }
}

TEST_CASE("A translation that is set moves the solid and keeps its velocity") {
  auto world = Simulated::from_text(world_text);
  world.run(0.08);
  const double fall = world.solid("BOX").linear_velocity().z();
  set(world, "BOX", "translation", Value(Vec3{1, 3, 4}));
  world.step();
  const double h = 0.008;
  CHECK(world.solid("BOX").linear_velocity().z() == Approx(fall - 9.81 * h));
  CHECK(world.solid("BOX").pose().position.y() == Approx(3));
  CHECK(world.solid("BOX").pose().position.z() == Approx(4 + (fall - 9.81 * h) * h));
}

TEST_CASE("A static solid that is moved carries its joints along") {
  auto world = Simulated::from_text(world_text);
  world.run(0.2);
  const double angle = world.simulation().scene().joints()[0]->axes()[0].position;
  const Vector3d bob = world.solid("STAND.BOB").pose().position;
  set(world, "STAND", "translation", Value(Vec3{5, 0, 2}));
  world.step();
  CHECK((world.solid("STAND.BOB").pose().position - bob - Vector3d(5, 0, 0)).norm() < 0.05);
  CHECK(world.simulation().scene().joints()[0]->axes()[0].position == Approx(angle).margin(0.1));
  world.run(1);
  CHECK((world.solid("STAND.BOB").pose().position - Vector3d(5, 0, 2)).norm() == Approx(0.5).margin(1e-3));
}

TEST_CASE("A reset is a fresh start") {
  auto fresh = Simulated::from_text(world_text), reset = Simulated::from_text(world_text);
  fresh.run(1);
  reset.run(0.5);
  set(reset, "BALL", "translation", Value(Vec3{3, 3, 3}));
  Node& physics = *reset.simulation().world().find_def("BOX")->node("physics");
  reset.simulation().world().set(physics, physics.type().find("density"), Value(700.0));
  reset.run(0.3);
  for (int i = 0; i < 3; ++i) {
    reset.simulation().reset();
    CHECK(reset.time() == 0);
    reset.run(1);
    CHECK(hash(reset) == hash(fresh));
  }
}

TEST_CASE("Support that is taken away wakes what slept on it") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 physicsDisableTime 0.2 }
Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF TABLE Solid { name "table" translation 0 0 0.5 boundingObject Box { size 1 1 1 } }
DEF BOX Solid { name "box" translation 0 0 1.1 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
)");
  world.run(2);
  REQUIRE_FALSE(dBodyIsEnabled(world.solid("BOX").body()));
  set(world, "TABLE", "translation", Value(Vec3{5, 0, 0.5}));
  world.run(1);
  CHECK(world.solid("BOX").pose().position.z() < 0.2);
}
