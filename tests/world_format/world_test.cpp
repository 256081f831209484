// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Edits through the world's door: journal, ids, and USE copies that follow.
#include <catch2/catch.hpp>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

std::unique_ptr<World> load(std::string text) {
  Diagnostics diagnostics;
  auto world =
      load_world_text("#VRML_SIM R2025a utf8\n" + std::move(text), "/nowhere/worlds/test.wbt", {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) UNSCOPED_INFO(render(diagnostic, false));
  REQUIRE(diagnostics.empty());
  return world;
}

NodePtr box() { return NodePtr(new Node(*find_node_type("Box"))); }

}  // namespace

TEST_CASE("ids follow the file and are not used again") {
  const auto world = load("WorldInfo { } Group { children [ Shape { } Shape { } ] }");
  Node& group = *world->nodes()[1];
  CHECK(world->nodes()[0]->id() == 1);
  CHECK(group.id() == 2);
  CHECK(group.nodes("children")[1]->id() == 4);
  world->remove(&group, group.type().find("children"), 1);
  CHECK(world->find_id(4) == nullptr);
  world->insert(&group, group.type().find("children"), -1, Value(NodePtr(new Node(*find_node_type("Shape")))));
  CHECK(group.nodes("children")[1]->id() == 5);
  CHECK(world->find_id(5) == group.nodes("children")[1].get());
}

TEST_CASE("each edit is one entry of the journal, in order") {
  const auto world = load("WorldInfo { } DEF S Shape { } Solid { }");
  CHECK(world->take_journal().empty());
  Node& shape = *world->find_def("S");
  const FieldIndex geometry = shape.type().find("geometry");
  world->set(shape, geometry, Value(box()));
  world->set(*shape.node("geometry"), shape.node("geometry")->type().find("size"), Value(Vec3{1, 2, 3}));
  world->set(shape, geometry, Value(NodePtr()));
  world->remove(nullptr, no_field, 2);
  const Journal journal = world->take_journal();
  REQUIRE(journal.size() == 4);
  CHECK(journal[0].kind == Edit::Kind::Set);
  CHECK(journal[0].node == &shape);
  REQUIRE(journal[0].inserted);
  CHECK(journal[1].node == journal[0].inserted);
  // The box is out of the world, yet alive as long as the journal.
  CHECK(journal[2].removed.get() == journal[0].inserted);
  CHECK(journal[2].removed->get<Vec3>("size") == Vec3{1, 2, 3});
  CHECK(journal[3].kind == Edit::Kind::Remove);
  CHECK(journal[3].node == nullptr);
  CHECK(journal[3].index == 2);
  CHECK(world->nodes().size() == 2);
}

TEST_CASE("USE copies follow their original") {
  const auto world = load(
      "WorldInfo { } Solid { children [ DEF G Group { children [ DEF S Shape { geometry Sphere { } } ] } ]"
      " boundingObject USE G }");
  Node& solid = *world->nodes()[1];
  Node& original = *world->find_def("G");
  Node& copy = *solid.node("boundingObject");
  REQUIRE(copy.use_of() == &original);
  const auto radius = [](const Node& group) {
    return group.nodes("children")[0]->node("geometry")->get<double>("radius");
  };
  Node& sphere = *original.nodes("children")[0]->node("geometry");
  const FieldIndex field = sphere.type().find("radius");

  world->set(sphere, field, Value(3.0));
  CHECK(radius(copy) == 3);
  // An edit of the copy is one of the original.
  world->set(*copy.nodes("children")[0]->node("geometry"), field, Value(4.0));
  CHECK(radius(original) == 4);
  CHECK(radius(copy) == 4);

  const FieldIndex children = original.type().find("children");
  world->insert(&original, children, 0, Value(NodePtr(new Node(*find_node_type("Shape")))));
  REQUIRE(copy.nodes("children").size() == 2);
  CHECK(copy.nodes("children")[0]->use_of() == original.nodes("children")[0].get());
  CHECK(copy.nodes("children")[0]->id() != original.nodes("children")[0]->id());
  world->remove(&original, children, 0);
  CHECK(copy.nodes("children").size() == 1);

  // Without its original the copy stands for itself.
  world->remove(&solid, solid.type().find("children"), 0);
  CHECK(copy.use_of() == nullptr);
  CHECK(copy.nodes("children")[0]->use_of() == nullptr);
  CHECK(radius(copy) == 4);
  CHECK(world->find_def("G") == &copy);
}

TEST_CASE("lists are edited element by element") {
  const auto world = load("WorldInfo { } DEF A Solid { recognitionColors [ 1 0 0, 0 1 0 ] }");
  Node& solid = *world->find_def("A");
  const FieldIndex colors = solid.type().find("recognitionColors");
  world->set_element(solid, colors, 1, Value(Color{0, 0, 1}));
  world->insert(&solid, colors, 0, Value(Color{1, 1, 1}));
  world->insert(&solid, colors, -1, Value(Color{0, 0, 0}));
  world->remove(&solid, colors, 1);
  CHECK(solid.get<MFColor>("recognitionColors") == MFColor{{1, 1, 1}, {0, 0, 1}, {0, 0, 0}});
  const Journal journal = world->take_journal();
  REQUIRE(journal.size() == 4);
  CHECK(journal[2].index == 3);
}

TEST_CASE("a DEF is found by its path, skipping levels") {
  const auto world = load(
      "WorldInfo { } DEF A Group { children [ DEF X Group { children [ DEF C Shape { } ] } ] }"
      " DEF B Group { children [ DEF X Group { children [ DEF D Shape { } USE C ] } ] }");
  CHECK(world->find_def("A.C") == world->find_def("C"));
  CHECK(world->find_def("X.D") == world->find_def("D"));
  CHECK(world->find_def("A.D") == nullptr);
  CHECK(world->find_def("B.C") == nullptr);  // the USE is not found
  CHECK(world->find_def("") == nullptr);
}

TEST_CASE("a node is described by the names on its way") {
  const auto world = load(
      "WorldInfo { } DEF ARENA Group { children [ Robot { name \"e-puck\" children [ HingeJoint { endPoint"
      " Solid { name \"left wheel\" } } ] } ] }");
  const Node& robot = *world->find_def("ARENA")->nodes("children")[0];
  const Node& joint = *robot.nodes("children")[0];
  CHECK(describe(robot) == "ARENA.Robot \"e-puck\"");
  CHECK(describe(joint) == "ARENA.Robot \"e-puck\".HingeJoint");
  CHECK(describe(*joint.node("endPoint")) == "ARENA.Robot \"e-puck\".Solid \"left wheel\"");
}

TEST_CASE("a clone is whole and apart") {
  const auto world = load("WorldInfo { } DEF A Group { children [ DEF S Shape { } USE S ] }");
  const NodePtr clone = world->find_def("A")->clone();
  CHECK(Value(world->find_def("A")->clone()).equals(Value(clone->clone())));
  const MFNode& children = clone->nodes("children");
  CHECK(children[1]->use_of() == children[0].get());
  CHECK(children[0]->parent() == clone.get());
  CHECK(clone->id() == 0);
}
