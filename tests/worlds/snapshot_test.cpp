// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A simulation that is restored from a snapshot goes on in the same bits as one that never was.
#include <catch2/catch.hpp>

#include "controllers/wire/supervisor.h"
#include "engine/scene/scene.h"
#include "engine/state/state_hash.h"
#include "engine/supervision/supervisor_place.h"
#include "tests/support/simulated.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

// A body that falls asleep on its floor, one that rolls, a spring, a joint with stops on a moving body, and a solid
// without physics that a joint moves.
const char world_text[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 physicsDisableTime 0.2 physicsDisableLinearThreshold 0.05 physicsDisableAngularThreshold 0.05 }
Solid { name "floor" boundingObject Plane { size 20 20 } }
DEF BOX Solid { name "box" translation 1 0 0.15 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density 500 } }
DEF TOP Solid { name "top" translation 1 0.02 0.4 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density 500 } }
DEF BALL Solid { name "ball" translation 2 0 0.5 linearVelocity 1 0.3 0 boundingObject Sphere { radius 0.1 } physics Physics { } }
DEF CART Solid { name "cart" translation -2 0 0.2 boundingObject Box { size 0.4 0.4 0.1 } physics Physics { } children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 anchor 0 0 0.1 minStop -0.5 maxStop 0.5 springConstant 0.2 }
    endPoint DEF ARM Solid { name "arm" translation 0.1 0 0.3 boundingObject Sphere { radius 0.05 } physics Physics { } } } ] }
)";

SimulationOptions with_snapshots() {
  SimulationOptions options;
  options.snapshots = true;
  return options;
}

std::uint64_t hash(Simulated& world) { return world.simulation().state_hash(); }

std::vector<std::uint8_t> snapshot(Simulated& world) {
  auto made = world.simulation().snapshot();
  REQUIRE(made.has_value());
  return *made;
}

std::string restore(Simulated& world, const std::vector<std::uint8_t>& snapshot) {
  Diagnostics diagnostics;
  const auto restored = world.simulation().restore(snapshot, {}, diagnostics);
  CHECK(diagnostics.errors() == 0);
  return restored ? "" : restored.error();
}

void set(Simulated& world, std::string_view def, std::string_view field, Value value) {
  World& tree = world.simulation().world();
  Node& node = *tree.find_def(def);
  tree.set(node, node.type().find(field), std::move(value));
}

void import(Simulated& world, const std::string& text) {
  World& tree = world.simulation().world();
  Diagnostics diagnostics;
  MFNode nodes = load_nodes(text, tree, nullptr, no_field, diagnostics);
  REQUIRE(nodes.size() == 1);
  tree.insert(nullptr, no_field, -1, Value(std::move(nodes.front())));
}

}  // namespace

TEST_CASE("Restored, every later step has the same hash, whether the world came back or was loaded anew") {
  for (const double time : {0.0, 0.104, 0.6, 2.0}) {  // before, in and after contacts; asleep
    CAPTURE(time);
    auto world = Simulated::from_text(world_text, with_snapshots());
    world.start();
    if (time > 0) world.run(time);
    const auto kept = snapshot(world);
    const std::uint64_t then = hash(world);
    std::vector<std::uint64_t> expected;
    for (int i = 0; i < 50; ++i) {
      world.step();
      expected.push_back(hash(world));
    }
    auto fresh = Simulated::from_text(world_text, with_snapshots());
    for (Simulated* restored : {&world, &fresh}) {
      CHECK(restore(*restored, kept) == "");
      CHECK(restored->time() == Approx(time).margin(1e-12));
      CHECK(hash(*restored) == then);
      for (const std::uint64_t next : expected) {
        restored->step();
        REQUIRE(hash(*restored) == next);
      }
    }
  }
}

TEST_CASE("A snapshot holds what edits made of the tree, node ids included") {
  auto world = Simulated::from_text(world_text, with_snapshots());
  world.run(0.4);
  set(world, "CART", "translation", Value(Vec3{-4, 1, 0.3}));
  set(world, "CART", "rotation", Value(Rotation{0, 0, 1, 0.7}));
  world.run(0.2);
  import(world,
         "DEF GUEST Solid { name \"guest\" translation 0 3 1 boundingObject Box { size 0.1 0.1 0.1 } "
         "physics Physics { } children [ DEF MARK Pose { } ] }");
  world.run(0.2);
  World& tree = world.simulation().world();
  for (std::size_t i = 0; i < tree.nodes().size(); ++i)
    if (tree.nodes()[i]->def() == "TOP") {
      tree.remove(nullptr, no_field, int(i));
      break;
    }
  set(world, "GUEST.MARK", "translation", Value(Vec3{0, 0, 1}));
  world.run(0.2);
  const auto kept = snapshot(world);
  const std::uint32_t guest = tree.find_def("GUEST")->id(), mark = tree.find_def("MARK")->id();
  world.run(0.5);
  const std::uint64_t expected = hash(world);

  auto fresh = Simulated::from_text(world_text, with_snapshots());
  CHECK(restore(fresh, kept) == "");
  World& restored = fresh.simulation().world();
  CHECK(restored.find_def("TOP") == nullptr);
  REQUIRE(restored.find_def("GUEST"));
  CHECK(restored.find_def("GUEST")->id() == guest);
  CHECK(restored.find_def("MARK")->id() == mark);
  CHECK(restored.find_def("MARK")->get<Vec3>("translation") == Vec3{0, 0, 1});
  fresh.run(0.5);
  CHECK(hash(fresh) == expected);

  // A reset goes back to the file, not to the snapshot.
  fresh.simulation().reset();
  auto loaded = Simulated::from_text(world_text, with_snapshots());
  loaded.start();
  CHECK(hash(fresh) == hash(loaded));
}

TEST_CASE("A snapshot holds what motion wrote into the tree, to the bit") {
  // What a Pose that was turned carries along is rounded: its fields, once written, are not those of the file.
  const std::string text = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Solid { name "base" translation 1 0 0 children [ DEF GAP Pose { translation 0 0 0.25 children [
  DEF TIP Solid { name "tip" translation 0.3 0.1 0.7 } ] } ] }
)";
  const auto turn = [](Simulated& world, std::string_view def, double angle) {
    world.simulation().scene().write_to_tree();
    set(world, def, "rotation", Value(Rotation{0, 0, 1, angle}));
    world.step();
  };
  const auto translation = [](Simulated& world) {
    return world.simulation().world().find_def("TIP")->get<Vec3>("translation");
  };
  auto world = Simulated::from_text(text, with_snapshots());
  for (const double angle : {-3.0, 0.7, 1.1}) turn(world, "GAP", angle);
  turn(world, "TIP", -3);
  world.simulation().scene().write_to_tree();
  const Vec3 written = translation(world);
  REQUIRE(written != Vec3{0.3, 0.1, 0.7});
  const auto kept = snapshot(world);
  auto fresh = Simulated::from_text(text, with_snapshots());
  CHECK(restore(fresh, kept) == "");
  CHECK(translation(fresh) == written);
  for (Simulated* both : {&world, &fresh}) turn(*both, "TIP", 1);
  CHECK(hash(fresh) == hash(world));
}

TEST_CASE("A snapshot of another world, of other passes or with damage is refused") {
  auto world = Simulated::from_text(world_text, with_snapshots());
  world.run(0.4);
  const auto kept = snapshot(world);

  std::string other_text = world_text;
  other_text.replace(other_text.find("density 500"), 11, "density 501");
  auto other = Simulated::from_text(other_text, with_snapshots());
  CHECK_THAT(restore(other, kept), Catch::Contains("another world"));

  SimulationOptions two_passes = with_snapshots();
  two_passes.passes = 2;
  auto finer = Simulated::from_text(world_text, two_passes);
  CHECK_THAT(restore(finer, kept), Catch::Contains("--passes 1"));

  for (std::size_t length = 0; length < kept.size(); length += 97) {
    auto damaged = Simulated::from_text(world_text, with_snapshots());
    CHECK(restore(damaged, {kept.begin(), kept.begin() + std::ptrdiff_t(length)}) != "");
  }
  for (std::size_t i = 0; i < kept.size(); i += 97) {
    CAPTURE(i);
    auto flipped = kept;
    flipped[i] ^= 1;
    auto damaged = Simulated::from_text(world_text, with_snapshots());
    CHECK_THAT(restore(damaged, flipped), Catch::Contains("damaged"));
  }
}

TEST_CASE("Snapshots have to be asked for") {
  auto world = Simulated::from_text(world_text);
  world.run(0.1);
  CHECK_FALSE(world.simulation().snapshot().has_value());
}

TEST_CASE("A snapshot holds what instances of PROTOs keep of their parameters") {
  const std::string proto_text = R"(#VRML_SIM R2025a utf8
PROTO Noted [
  field SFInt32 size 1
  unconnectedField SFString note "nothing"
  unconnectedField MFFloat marks [ ]
  unconnectedField SFNode spare NULL
  unconnectedField MFNode parts [ ]
]
{ Solid { boundingObject Sphere { radius IS size } } }
WorldInfo { basicTimeStep 8 }
DEF NOTED Noted { spare Pose { } parts [ Pose { } DEF KEPT Pose { translation 1 2 3 } ] }
DEF OTHER Noted { }
)";
  const auto place = [](Simulated& world, std::string_view def, std::string_view parameter) {
    Node& node = *world.simulation().world().find_def(def);
    return *place_at(node, LO_LEVEL_WRITTEN, type_at(node, LO_LEVEL_WRITTEN)->find(parameter));
  };
  auto world = Simulated::from_text(proto_text, with_snapshots());
  world.run(0.08);
  World& tree = world.simulation().world();
  CHECK(set_value(tree, place(world, "NOTED", "size"), Value(std::int32_t(2))) == "");
  CHECK(set_value(tree, place(world, "NOTED", "note"), Value(std::string("\"seen\""))) == "");
  CHECK(insert_value(tree, place(world, "NOTED", "marks"), 0, Value(0.1)) == "");
  CHECK(set_value(tree, place(world, "NOTED", "spare"), Value(NodePtr())) == "");
  CHECK(remove_value(tree, place(world, "NOTED", "parts"), 0) == "");
  world.run(0.08);
  const auto kept = snapshot(world);
  auto fresh = Simulated::from_text(proto_text, with_snapshots());
  for (Simulated* restored : {&world, &fresh}) {
    CHECK(restore(*restored, kept) == "");
    CHECK(value_of(place(*restored, "NOTED", "size")).as<std::int32_t>() == 2);
    CHECK(value_of(place(*restored, "NOTED", "note")).as<std::string>() == "\"seen\"");
    CHECK(value_of(place(*restored, "NOTED", "marks")).as<MFFloat>() == MFFloat{0.1});
    CHECK(value_of(place(*restored, "NOTED", "spare")).as<NodePtr>() == nullptr);
    const MFNode& parts = value_of(place(*restored, "NOTED", "parts")).as<MFNode>();
    REQUIRE(parts.size() == 1);
    CHECK(parts[0]->def() == "KEPT");
    CHECK(parts[0]->get<Vec3>("translation") == Vec3{1, 2, 3});
    CHECK(value_of(place(*restored, "OTHER", "note")).as<std::string>() == "nothing");
    // A reset goes back to the file.
    restored->simulation().reset();
    CHECK(value_of(place(*restored, "NOTED", "note")).as<std::string>() == "nothing");
    CHECK(value_of(place(*restored, "NOTED", "parts")).as<MFNode>().size() == 2);
  }
}
