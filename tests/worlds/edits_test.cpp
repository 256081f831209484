// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A running world that is edited moves on as one that was loaded so; a reset is a fresh start, to the bit.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/state/state_hash.h"
#include "tests/support/simulated.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

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

// At this place of the field; of the world's top level for "".
void insert(Simulated& world, std::string_view def, std::string_view field, int index, const std::string& text) {
  World& tree = world.simulation().world();
  Node* node = def.empty() ? nullptr : tree.find_def(def);
  const FieldIndex number = node ? node->type().find(field) : no_field;
  Diagnostics diagnostics;
  MFNode nodes = load_nodes(text, tree, node, number, diagnostics);
  REQUIRE(nodes.size() == 1);
  if (node && node->type().field(number).type == FieldType::SFNode)
    tree.set(*node, number, Value(std::move(nodes.front())));
  else
    tree.insert(node, number, index, Value(std::move(nodes.front())));
}

void remove(Simulated& world, std::string_view def) {
  World& tree = world.simulation().world();
  for (std::size_t i = 0; i < tree.nodes().size(); ++i)
    if (tree.nodes()[i]->def() == def) return tree.remove(nullptr, no_field, int(i));
  FAIL();
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

TEST_CASE("A world that was edited into another moves in the same bits as the other") {
  // Boxes on each other and side by side: which body and which contact the solver begins with decides the last bits.
  const auto box = [](std::string_view name, double x, double z, double size, double density = 1000) {
    return fmt::format(
        "DEF {0} Solid {{ name \"{0}\" translation {1} 0 {2} boundingObject DEF {0}_SHAPE Box {{ size {3} {3} {3} }} "
        "physics DEF {0}_PHYSICS Physics {{ density {4} }} }}\n",
        name, x, z, size, density);
  };
  const std::string info = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n",
                    floor = "Solid { name \"floor\" boundingObject Plane { size 10 10 } }\n", a = box("A", 0, 0.1, 0.2),
                    b = box("B", 0.03, 0.3, 0.2), c = box("C", 0.05, 0.7, 0.15);
  auto edited = Simulated::from_text(info + floor + b + box("GONE", 3, 0.1, 0.2) + box("D", 0.21, 0.1, 0.2) +
                                     box("E", 0.1, 0.5, 0.2));
  edited.start();
  insert(edited, "", "", 1, a);
  insert(edited, "", "", 3, c);
  remove(edited, "GONE");
  set(edited, "D_SHAPE", "size", Value(Vec3{0.15, 0.15, 0.15}));
  set(edited, "E_PHYSICS", "density", Value(300.0));
  auto loaded =
      Simulated::from_text(info + a + floor + c + b + box("D", 0.21, 0.1, 0.15) + box("E", 0.1, 0.5, 0.2, 300));
  loaded.start();
  for (int i = 0; i < 150; ++i) {
    CAPTURE(i);
    edited.step();
    loaded.step();
    REQUIRE(hash(edited) == hash(loaded));
  }
}

TEST_CASE("Bodies and geoms stay those of their nodes, whatever is edited around them") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF GONE Solid { name "gone" translation 0 9 5 boundingObject Sphere { radius 0.1 } physics Physics { } }
DEF PAIR Solid { name "pair" translation 0 0 5
  boundingObject DEF GROUP Group { children [ Box { size 0.1 0.1 0.1 } Box { size 0.1 0.2 0.1 } ] } physics Physics { } }
DEF BOX Solid { name "box" translation 1 0 5 boundingObject DEF SHAPE Box { size 0.2 0.2 0.2 } physics Physics { } }
DEF CONE Solid { name "cone" translation 2 0 5 boundingObject DEF CONE_SHAPE Cone { bottomRadius 0.1 height 0.2 } }
DEF FACES Solid { name "faces" translation 3 0 5 boundingObject IndexedFaceSet {
  coord DEF CORNERS Coordinate { point [ 0 0 0, 0.1 0 0, 0 0.1 0, 0 0 0.1 ] }
  coordIndex [ 0 2 1 -1 0 1 3 -1 0 3 2 -1 1 2 3 -1 ] } }
DEF GRID Solid { name "grid" translation 4 0 5
  boundingObject DEF HEIGHTS ElevationGrid { xDimension 2 yDimension 2 height [ 0, 0, 0, 0 ] } }
)");
  world.start();
  const auto ids = [&world](const std::string& path) {
    const Solid& solid = world.solid(path);
    std::vector<const void*> result{solid.body(), solid.space()};
    for (const auto& shape : solid.shapes()) result.push_back(shape->geom);
    return result;
  };
  const dWorldID ode_world = world.simulation().scene().ode_world();
  const dSpaceID ode_space = world.simulation().scene().ode_space();
  std::map<std::string, std::vector<const void*>> before;
  for (const std::string path : {"PAIR", "BOX", "CONE", "FACES", "GRID"}) before[path] = ids(path);
  const auto check = [&](std::int64_t generation) {
    CHECK(world.simulation().scene_generation() > generation);
    CHECK(world.simulation().scene().ode_world() == ode_world);
    CHECK(world.simulation().scene().ode_space() == ode_space);
    for (const auto& [path, old] : before) {
      CAPTURE(path);
      CHECK(ids(path) == old);
    }
  };
  const auto edit = [&](auto how) {
    const auto generation = world.simulation().scene_generation();
    how();
    world.step();
    check(generation);
  };
  edit([&] { remove(world, "GONE"); });
  edit([&] {
    insert(world, "", "", 1,
           "DEF NEW Solid { name \"new\" translation 0 5 5 physics Physics { } "
           "boundingObject Box { size 0.1 0.1 0.1 } }");
  });
  edit([&] { set(world, "SHAPE", "size", Value(Vec3{0.2, 0.3, 0.4})); });
  dVector3 size;
  dGeomBoxGetLengths(world.solid("BOX").shapes()[0]->geom, size);
  CHECK(size[2] == 0.4);
  edit([&] { set(world, "CONE_SHAPE", "height", Value(0.6)); });
  dReal box[6];
  dGeomGetAABB(world.solid("CONE").shapes()[0]->geom, box);
  CHECK(box[5] - box[4] == Approx(0.6));
  edit([&] { set(world, "CORNERS", "point", Value(MFVec3f{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.7}})); });
  dGeomGetAABB(world.solid("FACES").shapes()[0]->geom, box);
  CHECK(box[5] - box[4] == Approx(0.7));
  edit([&] { set(world, "HEIGHTS", "height", Value(MFFloat{0, 0, 0.9, 0})); });
  dGeomGetAABB(world.solid("GRID").shapes()[0]->geom, box);
  CHECK(box[5] == Approx(5.9));
  // A boundingObject that is replaced keeps the geom if it can.
  edit([&] { insert(world, "BOX", "boundingObject", 0, "Box { size 0.5 0.5 0.5 }"); });
  // The geoms go with their nodes, not with their places.
  const auto pair = before["PAIR"];
  before.erase("PAIR");
  edit([&] { insert(world, "GROUP", "children", 0, "Box { size 0.3 0.1 0.1 }"); });
  const auto three = ids("PAIR");
  REQUIRE(three.size() == 5);
  CHECK(three[0] == pair[0]);
  CHECK(three[1] == pair[1]);
  CHECK(three[3] == pair[2]);
  CHECK(three[4] == pair[3]);
  CHECK(dSpaceGetNumGeoms(world.solid("PAIR").space()) == 3);
  // Another class, another geom.
  const auto old = before["BOX"];
  before.erase("BOX");
  edit([&] { insert(world, "BOX", "boundingObject", 0, "Sphere { radius 0.1 }"); });
  CHECK(ids("BOX")[0] == old[0]);
  CHECK(dGeomGetClass(world.solid("BOX").shapes()[0]->geom) == dSphereClass);
  // NEW, PAIR, CONE, FACES, GRID and BOX: three geoms in a space, five not.
  CHECK(dSpaceGetNumGeoms(ode_space) == 6);
}

TEST_CASE("An edit that makes the world impossible ends the run and leaves the scene as it was") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF STAND Solid { name "stand" translation 0 0 2 children [
  HingeJoint { jointParameters DEF PARAMETERS HingeJointParameters { axis 0 1 0 }
    endPoint DEF BOB Solid { name "bob" translation 0.5 0 0 boundingObject Sphere { radius 0.05 } physics Physics { } } } ] }
)");
  world.run(0.4);
  const std::uint64_t before = hash(world);
  const dBodyID body = world.solid("BOB").body();
  insert(world, "", "", 1, "Solid { name \"new\" boundingObject Box { size 1 1 1 } physics Physics { } }");
  set(world, "PARAMETERS", "axis", Value(Vec3{0, 0, 0}));
  world.simulation().step();
  REQUIRE(world.simulation().stop());
  CHECK(world.simulation().stop()->kind == Stop::Kind::BadWorld);
  CHECK(world.solid("BOB").body() == body);
  CHECK(hash(world) == before);
}

TEST_CASE("A solid that gets or loses Physics goes on where it is, as fast as it was") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF TOP Solid { name "top" translation 0 0 5 boundingObject Box { size 0.1 0.1 0.1 } physics DEF TOP_PHYSICS Physics { }
  children [ DEF SUB Solid { name "sub" translation 0.3 0 0 boundingObject Box { size 0.1 0.1 0.1 } } ] }
)");
  const double h = 0.008, g = 9.81;
  world.run(25 * h);
  // Semi-implicit Euler: after n steps v = -n g h, z = 5 - n (n + 1) / 2 g h^2.
  const auto fallen = [&](int n) { return 5 - n * (n + 1) / 2.0 * g * h * h; };
  insert(world, "SUB", "physics", 0, "DEF SUB_PHYSICS Physics { }");
  world.run(25 * h);
  CHECK(world.solid("SUB").body() == world.solid("TOP").body());
  CHECK(world.solid("TOP").pose().position.z() == Approx(fallen(50)));
  CHECK(world.solid("SUB").pose().position.z() == Approx(fallen(50)));
  World& tree = world.simulation().world();
  Node& sub = *tree.find_def("SUB");
  tree.set(sub, sub.type().find("physics"), Value(NodePtr()));
  world.run(25 * h);
  CHECK(world.solid("SUB").body() == nullptr);
  CHECK(world.solid("SUB").pose().position.z() == Approx(fallen(75)));
  // Without a body TOP stands still in the air, and SUB with it, which has one again but is held.
  insert(world, "SUB", "physics", 0, "Physics { }");
  Node& top = *tree.find_def("TOP");
  tree.set(top, top.type().find("physics"), Value(NodePtr()));
  world.run(25 * h);
  CHECK(world.solid("TOP").pose().position.z() == Approx(fallen(75)));
  CHECK(world.solid("SUB").pose().position.z() == Approx(fallen(75)).epsilon(1e-3));
  // Falling again from rest.
  insert(world, "TOP", "physics", 0, "Physics { }");
  world.run(25 * h);
  CHECK(world.solid("TOP").pose().position.z() == Approx(fallen(75) + fallen(25) - 5));
}

TEST_CASE("A solid whose Pose is moved as it gets or loses Physics is carried from where it is") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF FRAME Pose { children [
  DEF BALL Solid { name "ball" translation 1 0 5 boundingObject Sphere { radius 0.1 } physics Physics { } } ] }
)");
  const double h = 0.008, g = 9.81;
  // Semi-implicit Euler: after n steps from rest n (n + 1) / 2 g h^2.
  const auto fallen = [&](int n) { return n * (n + 1) / 2.0 * g * h * h; };
  World& tree = world.simulation().world();
  const auto move = [&](double x) {
    Node& frame = *tree.find_def("FRAME");
    tree.set(frame, frame.type().find("translation"), Value(Vec3{x, 0, 0}));
  };
  world.run(25 * h);
  move(2);
  Node& ball = *tree.find_def("BALL");
  tree.set(ball, ball.type().find("physics"), Value(NodePtr()));
  world.run(25 * h);
  CHECK(world.solid("BALL").body() == nullptr);
  CHECK((world.solid("BALL").pose().position - Vector3d(3, 0, 5 - fallen(25))).norm() < 1e-12);
  move(-1);
  insert(world, "BALL", "physics", 0, "Physics { }");
  world.run(25 * h);
  CHECK((world.solid("BALL").pose().position - Vector3d(0, 0, 5 - 2 * fallen(25))).norm() < 1e-12);
}

TEST_CASE("All that is set of a pose between two steps is seen, whatever else is edited beside it") {
  const Rotation turned{0, 0, 1, 0.5};
  for (const std::string beside : {"", "import", "remove", "rebuild", "look"}) {
    CAPTURE(beside);
    auto world = Simulated::from_text(world_text);
    world.run(0.08);
    World& tree = world.simulation().world();
    const auto edit_beside = [&] {
      // As whoever reads the tree does.
      world.simulation().scene().write_to_tree();
      if (beside == "import") insert(world, "", "", -1, "Solid { name \"guest\" translation 9 9 9 }");
      if (beside == "remove" && tree.find_def("BALL")) remove(world, "BALL");
      Node& physics = *tree.find_def("BOX")->node("physics");
      if (beside == "rebuild") tree.set(physics, physics.type().find("density"), Value(500.0));
      world.simulation().scene().write_to_tree();
    };
    const double fall = world.solid("BOX").linear_velocity().z(), h = 0.008;
    set(world, "BOX", "translation", Value(Vec3{1, 3, 4}));
    edit_beside();
    set(world, "BOX", "rotation", Value(turned));
    set(world, "STAND.BOB", "rotation", Value(Rotation{0, 1, 0, 0.3}));
    edit_beside();
    set(world, "STAND.BOB", "translation", Value(Vec3{0, 0, -0.5}));
    CHECK(tree.find_def("BOX")->get<Vec3>("translation") == Vec3{1, 3, 4});
    world.step();
    const Pose box = world.solid("BOX").pose();
    CHECK(box.position.z() == Approx(4 + (fall - 9.81 * h) * h));
    CHECK((box.position - Vector3d(1, 3, box.position.z())).norm() < 1e-12);
    CHECK((box.rotation - to_matrix(turned)).norm() < 1e-12);
    // It hangs below the axis now: only what it swung until then moves it. At most 0.08 s of 9.81 / 0.5 rad/s^2.
    const Pose bob = world.solid("STAND.BOB").pose();
    CHECK((bob.position - Vector3d(0, 0, 1.5)).norm() < 0.5 * 1.6 * h + 1e-3);
  }
}

TEST_CASE("A Pose that is moved carries a body from where it is, not from where the tree last saw it") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF PLACE Pose { children [
  DEF BALL Solid { name "ball" linearVelocity 1 0 0 boundingObject Sphere { radius 0.1 } physics Physics { } } ] }
)");
  world.run(0.8);
  set(world, "PLACE", "translation", Value(Vec3{0, 2, 0}));
  world.step();
  CHECK((world.solid("BALL").pose().position - Vector3d(0.808, 2, 0)).norm() < 1e-12);
}

TEST_CASE("The position of a joint's second axis that is set moves that axis") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF BASE Solid { name "base" children [
  DEF JOINT Hinge2Joint { jointParameters HingeJointParameters { axis 1 0 0 } jointParameters2 DEF SECOND JointParameters { axis 0 0 1 }
    endPoint DEF END Solid { name "end" translation 1 0 0 } } ] }
)");
  world.run(0.008);
  set(world, "SECOND", "position", Value(0.5));
  world.step();
  const auto axes = world.simulation().scene().joints()[0]->axes();
  CHECK(axes[0].position == 0);
  CHECK(axes[1].position == 0.5);
  CHECK((world.solid("BASE.END").pose().position - Vector3d(std::cos(0.5), std::sin(0.5), 0)).norm() < 1e-12);
}

namespace {

// A host that is at (5, 0, 0) since it drove there, 1 m/s to the left, beside one that stood there from the start.
// Gravity is off: what is joined to it in the right place stays.
const char host_text[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF HOST Robot { name "host" boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } children [
  DEF PART Solid { name "part" translation 0 0 1 } ] }
DEF RAIL Solid { name "rail" children [
  DEF SLIDE SliderJoint { jointParameters JointParameters { axis 1 0 0 } endPoint DEF SLED Solid { name "sled" } } ] }
)";

}  // namespace

TEST_CASE("What comes below a body that has moved stands where the tree puts it in that, and stays") {
  struct Guest {
    std::string below, field, text;
    Vector3d at;  // in HOST
  };
  const std::string ball = "boundingObject Sphere { radius 0.05 } physics Physics { }";
  const Guest guests[] = {
      {"HOST",
       "children",
       "HingeJoint { endPoint DEF GUEST Solid { name \"g\" translation 1 0 0 " + ball + " } }",
       {1, 0, 0}},
      {"HOST",
       "children",
       "SliderJoint { endPoint DEF GUEST Solid { name \"g\" translation 1 0 0 " + ball + " } }",
       {1, 0, 0}},
      {"HOST",
       "children",
       "BallJoint { endPoint DEF GUEST Solid { name \"g\" translation 1 0 0 " + ball + " } }",
       {1, 0, 0}},
      {"HOST",
       "children",
       "Hinge2Joint { endPoint DEF GUEST Solid { name \"g\" translation 1 0 0 " + ball + " } }",
       {1, 0, 0}},
      {"HOST", "children", "DEF GUEST TouchSensor { translation 1 0 0 " + ball + " }", {1, 0, 0}},
      {"HOST", "children", "DEF GUEST Solid { name \"g\" translation 1 0 0 " + ball + " }", {1, 0, 0}},
      {"HOST", "children", "DEF GUEST Solid { name \"g\" translation 1 0 0 }", {1, 0, 0}},
      {"PART", "children", "DEF GUEST Solid { name \"g\" translation 1 0 0 " + ball + " }", {1, 0, 1}},
      {"PART",
       "children",
       "HingeJoint { endPoint DEF GUEST Solid { name \"g\" translation 1 0 0 " + ball + " } }",
       {1, 0, 1}},
      {"HOST",
       "children",
       "Solid { name \"h\" translation 0 1 0 children [ HingeJoint { endPoint DEF GUEST Solid { name \"g\" " + ball +
           " } } ] }",
       {0, 1, 0}},
      {"SLED", "children", "DEF GUEST Solid { name \"g\" translation 0 2 0 " + ball + " }", {0, 2, 0}},
      {"SLED",
       "children",
       "HingeJoint { endPoint DEF GUEST Solid { name \"g\" translation 0 2 0 " + ball + " } }",
       {0, 2, 0}},
  };
  for (const Guest& guest : guests) {
    CAPTURE(guest.below, guest.text);
    auto world = Simulated::from_text(host_text);
    world.start();
    Scene& before = world.simulation().scene();
    Solid* host = before.find_solid("HOST");
    before.set_velocity(*host, Vector3d(1, 0, 0), Vector3d::Zero());
    world.run(5);
    before.set_velocity(*host, Vector3d::Zero(), Vector3d::Zero());
    before.joints()[0]->move_to(0, 5);
    world.step();
    insert(world, guest.below, guest.field, -1, guest.text);
    world.step();
    const Node& node = *world.simulation().world().find_def("GUEST");
    for (int i = 0; i < 2; ++i) {
      const Pose now = world.simulation().scene().solid_of(node)->pose();
      CHECK((now.position - Vector3d(5, 0, 0) - guest.at).norm() < 1e-9);
      CHECK((now.rotation - Matrix3d::Identity()).norm() < 1e-9);
      CHECK((world.solid("HOST").pose().position - Vector3d(5, 0, 0)).norm() < 1e-9);
      world.run(1);
    }
  }
}

TEST_CASE("A joint that closes a loop of what has moved holds its ends where they are") {
  for (const std::string end : {"<static environment>", "arm"}) {
    CAPTURE(end);
    auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF HOST Solid { name "host" boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } children [
  SliderJoint { jointParameters JointParameters { axis 0 1 0 }
    endPoint Solid { name "arm" translation 1 0 0 boundingObject Sphere { radius 0.05 } physics Physics { } } } ] }
)");
    world.start();
    const auto drive = [&](double speed) {
      for (const auto& solid : world.simulation().scene().solids())
        world.simulation().scene().set_velocity(*solid, Vector3d(speed, 0, 0), Vector3d::Zero());
    };
    drive(1);
    world.run(5);
    drive(0);
    world.simulation().scene().joints()[0]->move_to(0, 0.5);
    world.step();
    insert(world, "HOST", "children", -1,
           "HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 anchor 1 0 0 } endPoint SolidReference { "
           "solidName \"" +
               end + "\" } }");
    for (int i = 0; i < 3; ++i) {
      world.run(0.4);
      CHECK((world.solid("HOST").pose().position - Vector3d(5, 0, 0)).norm() < 1e-9);
      CHECK((world.solid("HOST.arm").pose().position - Vector3d(6, 0.5, 0)).norm() < 1e-9);
      // However often the scene is built anew.
      insert(world, "", "", -1, "Solid { name \"guest" + std::to_string(i) + "\" translation 9 9 9 }");
    }
  }
}

TEST_CASE("A joint that is put elsewhere carries what hangs in the environment below it") {
  auto world = Simulated::from_text(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF BASE Solid { name "base" children [
  DEF JOINT SliderJoint { jointParameters DEF AT JointParameters { axis 1 0 0 } endPoint DEF SLED Solid { name "sled" children [
    DEF SHELF Solid { name "shelf" translation 0 1 0 boundingObject Sphere { radius 0.05 } physics Physics { } }
    HingeJoint { endPoint DEF BOB Solid { name "bob" translation 0 2 0 boundingObject Sphere { radius 0.05 } physics Physics { } } }
  ] } } ] }
)");
  world.run(0.08);
  set(world, "AT", "position", Value(3.0));
  for (int i = 0; i < 2; ++i) {
    world.run(0.4);
    CHECK((world.solid("BASE.SLED.SHELF").pose().position - Vector3d(3, 1, 0)).norm() < 1e-9);
    CHECK((world.solid("BASE.SLED.BOB").pose().position - Vector3d(3, 2, 0)).norm() < 1e-9);
    insert(world, "", "", -1, "Solid { name \"guest\" translation 9 9 9 }");
  }
}
