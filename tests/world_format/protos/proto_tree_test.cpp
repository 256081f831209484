// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What instances of PROTOs are in the tree: their ids, nodes that a parameter puts into several fields, names across
// parameters, lists of allowed types. Sources: Webots reference, "PROTO Definition", "PROTO Scoping Rules", "Procedural
// PROTO Nodes" (context.id); WbProtoModel.cpp and WbField.cpp of R2025a.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/proto_project.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

const std::string today = "#VRML_SIM R2025a utf8\n";

Node& child(const Node& node, std::size_t i) { return *node.nodes("children").at(i); }

int id_in(const Node& node) { return std::stoi(node.get<std::string>("model")); }

}  // namespace

TEST_CASE("context.id is the id that the instance's node has in the world, and stays so") {
  ProtoProject project;
  project.file("protos/Numbered.proto", today + R"(# template language: javascript
PROTO Numbered [ field SFInt32 n 0  field MFNode children [ ] ]
{ Solid { model "%<= context.id >%" name "%<= fields.n.value >%" children IS children } })");
  project.file("protos/Derived.proto", today + R"(EXTERNPROTO "Numbered.proto"
PROTO Derived [ field SFInt32 n 5 ] { Numbered { n IS n } })");
  project.file("protos/Holder.proto", today + R"(EXTERNPROTO "Numbered.proto"
PROTO Holder [ field MFNode things [ Numbered { } ] ] { Group { children IS things } })");
  const auto world = project.load(today + R"(EXTERNPROTO "../protos/Numbered.proto"
EXTERNPROTO "../protos/Derived.proto"
EXTERNPROTO "../protos/Holder.proto"
DEF A Numbered { children [ DEF B Numbered { n 1 } ] }
DEF C Numbered { }
DEF D Derived { }
DEF E Holder { }
DEF F Holder { }
)");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  std::vector<const Node*> numbered{&child(*world->find_def("E"), 0), &child(*world->find_def("F"), 0)};
  for (const char* def : {"A", "A.B", "C", "D"}) numbered.push_back(world->find_def(def));
  for (const Node* node : numbered) {
    CHECK(id_in(*node) == int(node->id()));
    CHECK(world->find_id(node->id()) == node);
  }

  Node& a = *world->find_def("A");
  const std::uint32_t id = a.id(), inner = world->find_def("B")->id();
  NodePtr again =
      expand_again(*world, a, a.proto()->parameters->type().find("n"), Value(std::int32_t{7}), project.diagnostics);
  REQUIRE(again);
  world->regrow(a, std::move(again));
  CHECK(a.get<std::string>("name") == "7");
  CHECK(a.id() == id);
  CHECK(id_in(a) == int(id));
  // The nodes below are new.
  const Node& b = *world->find_def("B");
  CHECK(b.id() != inner);
  CHECK(world->find_id(inner) == nullptr);
  CHECK(id_in(b) == int(b.id()));
}

TEST_CASE("edits of instances that read their ids are made again on a fresh load") {
  ProtoProject project;
  project.file("protos/Numbered.proto", today + R"(# template language: javascript
PROTO Numbered [ field SFInt32 n 0  field MFNode children [ ] ]
{ Solid { model "%<= context.id >%" name "%<= fields.n.value >%" children IS children } })");
  const std::string text = today + "IMPORTABLE EXTERNPROTO \"../protos/Numbered.proto\"\nDEF A Numbered { }\n";
  const auto world = project.load(text);
  INFO(project.rendered());
  world->remember();
  world->keep_changes();
  // One that comes to nothing takes an id all the same.
  load_nodes("Numbered { }", *world, nullptr, no_field, project.diagnostics);
  for (NodePtr& node : load_nodes("DEF X Numbered { children [ Solid { } Numbered { } ] } DEF Y Numbered { }", *world,
                                  nullptr, no_field, project.diagnostics))
    world->insert(nullptr, no_field, -1, Value(std::move(node)));
  Node& a = *world->find_def("A");
  world->regrow(a, expand_again(*world, a, 0, Value(std::int32_t{3}), project.diagnostics));
  const auto saved = world->save_changes();

  Diagnostics fresh_diagnostics;
  const auto fresh = load_world(project.root / "worlds/test.wbt", {}, fresh_diagnostics);
  fresh->remember();
  const auto applied = fresh->apply_changes(saved);
  INFO((applied ? std::string() : applied.error()));
  REQUIRE(applied);
  for (const char* def : {"A", "X", "Y"}) {
    CHECK(fresh->find_def(def)->id() == world->find_def(def)->id());
    CHECK(id_in(*fresh->find_def(def)) == int(world->find_def(def)->id()));
  }
}

TEST_CASE("what a run made of its world is made again, whatever may be imported") {
  ProtoProject project;
  const std::string template_of = R"( [ field SFInt32 n 0 field MFNode children [ ] ]
{ Solid { name "%<= fields.n.value >%" children IS children } })";
  project.file("protos/Plain.proto", today + "PROTO Plain" + template_of);
  project.file("protos/Bolt.proto", today + "PROTO Bolt" + template_of);
  project.file("protos/Later.proto", today + "PROTO Later" + template_of);
  project.file("protos/Nest.proto", today + R"(EXTERNPROTO "Bolt.proto"
PROTO Nest [ ] { Solid { children [ DEF BOLT Bolt { } ] } })");
  // None of them is importable; Bolt is known to another file alone; Later comes with the text that needs it.
  project.file("worlds/test.wbt", today + R"(EXTERNPROTO "../protos/Plain.proto"
EXTERNPROTO "../protos/Nest.proto"
PROTO Inside)" + template_of + R"(
DEF A Plain { children [ Plain { n 5 } ] }
DEF B Nest { }
DEF C Inside { }
)");
  const auto load = [&](Diagnostics& diagnostics) {
    auto world = load_world(project.root / "worlds/test.wbt", {}, diagnostics);
    REQUIRE(world);
    world->remember();
    world->keep_changes();
    return world;
  };
  const auto world = load(project.diagnostics);
  for (NodePtr& node : load_nodes("EXTERNPROTO \"../protos/Later.proto\" DEF D Later { n 6 }", *world, nullptr,
                                  no_field, project.diagnostics))
    world->insert(nullptr, no_field, -1, Value(std::move(node)));
  for (const char* def : {"A", "B.BOLT", "C", "D"}) {
    CAPTURE(def);
    Node* node = world->find_def(def);
    REQUIRE(node);
    NodePtr grown = expand_again(*world, *node, 0, Value(std::int32_t{3}), project.diagnostics);
    INFO(project.rendered());
    REQUIRE(grown);
    world->regrow(*node, std::move(grown));
  }
  INFO(project.rendered());
  REQUIRE(project.diagnostics.errors() == 0);
  const auto saved = world->save_changes();

  // Twice: what has been read back can be kept again.
  std::vector<std::uint8_t> bytes = saved;
  for (int times = 0; times < 2; ++times) {
    Diagnostics diagnostics;
    const auto fresh = load(diagnostics);
    const auto applied = fresh->apply_changes(bytes);
    INFO((applied ? std::string() : applied.error()));
    REQUIRE(applied);
    for (const char* def : {"A", "B.BOLT", "C", "D"}) {
      CAPTURE(def);
      const Node* node = fresh->find_def(def);
      REQUIRE(node);
      CHECK(node->id() == world->find_def(def)->id());
      CHECK(node->get<std::string>("name") == "3");
      REQUIRE(node->proto());
      CHECK(node->proto()->parameters->get<std::int32_t>("n") == 3);
    }
    CHECK(child(*fresh->find_def("A"), 0).get<std::string>("name") == "5");
    bytes = fresh->save_changes();
  }
}

TEST_CASE("nodes that a parameter puts into two fields are one, given or by default") {
  ProtoProject project;
  project.file("protos/Twice.proto", today + R"(
PROTO Twice [ field MFNode things [ Pose { translation 9 0 0 } ] field SFNode shape Box { } ]
{ Group { children [ Pose { children IS things } Solid { children IS things boundingObject IS shape }
                     Shape { geometry IS shape } ] } })");
  const auto world = project.load(today + R"(EXTERNPROTO "../protos/Twice.proto"
DEF A Twice { things [ DEF P Pose { translation 1 0 0 } ] shape Sphere { radius 3 } }
DEF B Twice { }
)");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  for (const char* def : {"A", "B"}) {
    const Node& group = *world->find_def(def);
    Node& first = *child(group, 0).nodes("children").at(0);
    Node& second = *child(group, 1).nodes("children").at(0);
    CHECK(second.use_of() == &first);
    world->set(first, first.type().find("translation"), Value(Vec3{5, 6, 7}));
    CHECK(second.get<Vec3>("translation") == Vec3{5, 6, 7});
    CHECK(child(group, 2).node("geometry")->use_of() == child(group, 1).node("boundingObject"));
  }
  CHECK(child(*world->find_def("A"), 2).node("geometry")->get<double>("radius") == 3);
}

TEST_CASE("USE finds a name that stands only in the default of another parameter") {
  ProtoProject project;
  project.file("protos/Pair.proto", today + R"(
PROTO Pair [ field SFNode a DEF SHAPE Box { size 1 2 3 } field SFNode b Sphere { } field SFNode c USE SHAPE ]
{ Group { children [ Shape { geometry IS a } Shape { geometry IS b } Shape { geometry IS c } ] } })");
  const std::string head = today + "EXTERNPROTO \"../protos/Pair.proto\"\n";
  {
    const auto world = project.load(head + "DEF P Pair { b USE SHAPE }\nDEF Q Pair { a Cone { } }\n");
    INFO(project.rendered());
    REQUIRE(project.diagnostics.empty());
    const Node& p = *world->find_def("P");
    Node* box = child(p, 0).node("geometry");
    REQUIRE(box->is_a("Box"));
    CHECK(child(p, 1).node("geometry")->use_of() == box);
    CHECK(child(p, 2).node("geometry")->use_of() == box);
    world->set(*box, box->type().find("size"), Value(Vec3{4, 4, 4}));
    CHECK(child(p, 1).node("geometry")->get<Vec3>("size").x == 4);
    // Where the default with the name does not count, what refers to it has a node of its own.
    const Node& q = *world->find_def("Q");
    CHECK(child(q, 0).node("geometry")->is_a("Cone"));
    CHECK(child(q, 2).node("geometry")->get<Vec3>("size") == Vec3{1, 2, 3});
    CHECK_FALSE(child(q, 2).node("geometry")->use_of());
  }
  const auto wrong = project.load(head + "Pair { b USE SHAPE a Cone { } }\n");
  CHECK(project.diagnostics.errors() == 1);
  CHECK(project.rendered().find("no DEF `SHAPE` above this USE") != std::string::npos);
}

TEST_CASE("USE in a body finds a name that stands only in the default of a parameter") {
  ProtoProject project;
  project.file("protos/Crate.proto", today + R"(
PROTO Crate [ field SFNode shape DEF SHAPE Box { size 1 2 3 } field SFNode unused DEF SPARE Sphere { radius 7 } ]
{ Solid { children [ Shape { geometry IS shape } Shape { geometry USE SPARE } ] boundingObject USE SHAPE } })");
  const std::string head = today + "EXTERNPROTO \"../protos/Crate.proto\"\n";
  {
    const auto world = project.load(
        head + "DEF P Crate { }\nDEF Q Crate { }\nDEF R Crate { shape DEF SHAPE Cylinder { radius 4 } }\n");
    INFO(project.rendered());
    REQUIRE(project.diagnostics.errors() == 0);
    for (const char* def : {"P", "Q", "R"}) {
      CAPTURE(def);
      const Node& crate = *world->find_def(def);
      Node* shown = child(crate, 0).node("geometry");
      REQUIRE(crate.node("boundingObject"));
      CHECK(crate.node("boundingObject")->use_of() == shown);
      CHECK(crate.node("boundingObject")->is_a(def[0] == 'R' ? "Cylinder" : "Box"));
      // What the body does not have of the parameters stands in it itself.
      CHECK(child(crate, 1).node("geometry")->get<double>("radius") == 7);
    }
    Node* box = child(*world->find_def("P"), 0).node("geometry");
    world->set(*box, box->type().find("size"), Value(Vec3{4, 4, 4}));
    CHECK(world->find_def("P")->node("boundingObject")->get<Vec3>("size").x == 4);
    CHECK(world->find_def("Q")->node("boundingObject")->get<Vec3>("size").x == 1);
  }
  const auto wrong = project.load(head + "Crate { shape Cylinder { } }\n");
  CHECK(project.diagnostics.errors() == 1);
  CHECK(project.rendered().find("no DEF `SHAPE` in the parameter `shape`") != std::string::npos);
}

TEST_CASE("a PROTO may put a copy before its original") {
  ProtoProject project;
  project.file("protos/Swap.proto", today + R"(
PROTO Swap [ field SFNode a NULL field SFNode b NULL ]
{ Group { children [ Shape { geometry IS b } Shape { geometry IS a } ] } })");
  const auto world =
      project.load(today + "EXTERNPROTO \"../protos/Swap.proto\"\nDEF S Swap { a DEF B Box { size 1 2 3 } b USE B }\n");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  const Node& s = *world->find_def("S");
  CHECK(child(s, 0).node("geometry")->use_of() == child(s, 1).node("geometry"));
  CHECK(child(s, 0).node("geometry")->get<Vec3>("size") == Vec3{1, 2, 3});
}

TEST_CASE("a parameter's list of types holds for instances of PROTOs by their names") {
  ProtoProject project;
  project.file("protos/Rack.proto", today + R"(
PROTO Rack [ field MFNode{ Shape{}, Crate{} } things [ ] ] { Group { children IS things } })");
  for (const auto& [name, type] : {std::pair("Crate", "Solid"), {"Other", "Solid"}, {"Look", "Shape"}})
    project.file(std::string("protos/") + name + ".proto", today + "PROTO " + name + " [ ] { " + type + " { } }");
  const auto world = project.load(today + R"(EXTERNPROTO "../protos/Rack.proto"
EXTERNPROTO "../protos/Crate.proto"
EXTERNPROTO "../protos/Other.proto"
EXTERNPROTO "../protos/Look.proto"
DEF R Rack { things [ Crate { } Other { } Look { } Shape { } Pose { } ] }
)");
  CHECK(project.diagnostics.errors() == 0);
  CHECK(project.diagnostics.warnings() == 3);
  for (const char* type : {"Other", "Look", "Pose"})
    CHECK(project.rendered().find(fmt::format("takes Shape or Crate, not {}: left out", type)) != std::string::npos);
  const Node& rack = *world->find_def("R");
  REQUIRE(rack.nodes("children").size() == 2);
  CHECK(child(rack, 0).is_a("Solid"));
  CHECK(child(rack, 1).is_a("Shape"));
}
