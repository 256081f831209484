// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Fields that are set while a world is loaded: what names lead where, how values are read, and that the world is one
// whose file says so.
#include "world_format/field_setter.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/proto_project.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

using Texts = std::vector<std::string>;

struct Loaded {
  std::unique_ptr<World> world;
  std::string told;
  // Whatever the order in which fields were given.
  bool equals(const Loaded& other) const {
    return std::ranges::equal(world->nodes(), other.world->nodes(), [](const NodePtr& a, const NodePtr& b) {
      return Value(a->clone()).equals(Value(b->clone()));
    });
  }
};

Loaded load(const std::string& text, const Texts& set, const std::string& name = "w.wbt") {
  LoadOptions options;
  for (const std::string& one : set) options.settings.push_back(parse_field_setting(one).value());
  Loaded loaded;
  Diagnostics diagnostics;
  loaded.world = load_world_text("#VRML_SIM R2025a utf8\n" + text, name, options, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) loaded.told += render(diagnostic, false);
  return loaded;
}

constexpr const char* world = R"(
WorldInfo { contactProperties [ ContactProperties { } ContactProperties { material1 "ice" } ] }
DEF ARM Robot {
  name "arm"
  children [
    DEF BASE Solid { name "base" boundingObject Box { } physics Physics { density -1 mass 1 } }
    Solid { name "left.wheel" children [ DEF TIP Solid { name "tip" } ] }
    Solid { name "tool" children [ Solid { name "tip of tool" } Solid { name "base" } ] }
  ]
}
DEF BALL Solid { name "ball" physics DEF HEAVY Physics { density -1 mass 2 } boundingObject Sphere { } }
Solid { name "other" physics USE HEAVY boundingObject Sphere { } }
)";

// The file with one of its texts replaced.
std::string with(std::string text, const std::string& old, const std::string& by) {
  return text.replace(text.find(old), old.size(), by);
}

}  // namespace

TEST_CASE("A world of which something is set is the world whose file says so") {
  const auto same = [](const Texts& set, const std::string& file) {
    const Loaded loaded = load(world, set);
    CAPTURE(set);
    CHECK(loaded.told == "");
    CHECK(loaded.equals(load(file, {})));
  };
  const std::string w = world;
  CHECK_FALSE(load(w, {}).equals(load(with(w, "mass 1", "mass 3"), {})));
  same({"ARM.translation=0 0 1"}, with(w, "name \"arm\"", "translation 0 0 1 name \"arm\""));
  same({"arm.customData=a b"}, with(w, "name \"arm\"", "customData \"a b\" name \"arm\""));
  same({"arm.customData=\"a b\""}, with(w, "name \"arm\"", "customData \"a b\" name \"arm\""));
  same({"arm.controllerArgs=-g 3 \"x y\""},
       with(w, "name \"arm\"", "controllerArgs [\"-g\" \"3\" \"x y\"] name \"arm\""));
  // One element is one string, whatever is in it.
  same({R"(arm.controllerArgs=["1,2" "[x]" "a \"b\"" "" 007])"},
       with(w, "name \"arm\"", R"(controllerArgs ["1,2" "[x]" "a \"b\"" "" "007"] name "arm")"));
  // A vector of its own brackets or quotes.
  for (const char* said : {"[0 0 1]", "[[0, 0, 1]]", "[\"0 0 1\"]"})
    same({std::string("ARM.translation=") + said}, with(w, "name \"arm\"", "translation 0 0 1 name \"arm\""));
  same({"ARM.supervisor=true"}, with(w, "name \"arm\"", "supervisor TRUE name \"arm\""));
  // Steps of the path: a DEF within a DEF, a name with a dot, a field, an element of a field, a type.
  same({"ARM.BASE.physics.mass=3"}, with(w, "mass 1", "mass 3"));
  same({"arm.left.wheel.tip.translation=[1, 2, 3]"}, with(w, "name \"tip\"", "translation 1 2 3 name \"tip\""));
  same({"WorldInfo.contactProperties[1].bounce=0.25"}, with(w, "material1 \"ice\"", "bounce 0.25 material1 \"ice\""));
  same({"WorldInfo.gravity=1.6", "WorldInfo.basicTimeStep=8"},
       with(w, "WorldInfo {", "WorldInfo { gravity 1.6 basicTimeStep 8"));
  // Of two nodes of a name the one nearer to the top is meant.
  same({"base.physics.mass=3"}, with(w, "mass 1", "mass 3"));
  // The copy of a USE follows.
  same({"HEAVY.mass=5"}, with(w, "mass 2", "mass 5"));
  // Nodes, and what stands in them; the later word wins.
  same({"BASE.physics=Physics { density -1 mass 4 }", "BASE.physics.mass=6"}, with(w, "mass 1", "mass 6"));
  same({"tool.children=Solid { name \"new\" }"},
       with(w, "children [ Solid { name \"tip of tool\" } Solid { name \"base\" } ]",
            "children [ Solid { name \"new\" } ]"));
  same({"ARM.physics=NULL"}, with(w, "name \"arm\"", "physics NULL name \"arm\""));
  same({"ball.name="}, with(w, "name \"ball\"", "name \"\""));
}

TEST_CASE("What is wrong with a setting is shown at its place, with what may be meant") {
  const auto told = [](const std::string& set) { return load(world, {set}).told; };
  CHECK_THAT(told("arm.controllerArgs=[[a b] [c]]"),
             Catch::Contains("--set:1:21: error:") && Catch::Contains("a list of strings holds no list"));
  CHECK_THAT(told("ARM.translation=[[0 0 1 2]]"), Catch::Contains("expected ] behind a vector"));
  CHECK_THAT(told("ARM.translation=[\"0 0 1 2\"]"), Catch::Contains("this is one too many"));
  CHECK_THAT(told("ARN.translation=0 0 1"),
             Catch::Contains("--set:1:1: error: the world has no node `ARN`; did you mean `ARM`? [bad-setting]"));
  CHECK_THAT(told("ARM.BAZE.mass=1"),
             Catch::Contains("--set:1:5: error: below `ARM` there is no node `BAZE`; did you mean `BASE`?"));
  CHECK_THAT(told("ARM.translatoin=0 0 1"),
             Catch::Contains("--set:1:5: error: ARM \"arm\" has no field `translatoin`; did you mean `translation`?"));
  CHECK_THAT(told("nothing.mass=1"), Catch::Contains("the world has no node `nothing`; there are `ARM`, `arm`,"));
  // The caret stands under the third number, which is none.
  CHECK_THAT(told("ARM.translation=0 0 x"),
             Catch::Contains("--set:1:21: error: ARM.translation: expected 3 numbers for each value of `translation`, "
                             "found `x`"));
  CHECK_THAT(told("ARM.translation=0 0"), Catch::Contains("found the end of the value"));
  CHECK_THAT(told("ARM.translation=0 0 1 2"), Catch::Contains("--set:1:23: error:"));
  CHECK_THAT(told("ARM.supervisor=1"), Catch::Contains("--set:1:16: error: ARM.supervisor: expected TRUE or FALSE"));
  CHECK_THAT(told("arm.controllerArgs=\"a"), Catch::Contains("--set:1:20: error: arm.controllerArgs: this string has"));
  CHECK_THAT(told("BALL.physics=NULL"), Catch::Contains("`BALL.physics` holds what `USE HEAVY` means elsewhere"));
  CHECK_THAT(told("Solid.name=x"), Catch::Contains("`Solid` may be any of 2 nodes"));
  // A number out of its range is what it is in a file: a warning, here with the place on the command line.
  CHECK_THAT(told("WorldInfo.basicTimeStep=-8"), Catch::Contains("--set:1:25: warning:"));
  CHECK(parse_field_setting("ARM.x").error() == "'ARM.x' is no NAME=VALUE");
  CHECK(parse_field_setting("gain=1").error() == "'gain' names no field of a node: NODE.FIELD");
}

TEST_CASE("A parameter of a PROTO expands it, and what lies inside of it is set behind that") {
  ProtoProject project;
  project.file(
      "protos/Row.proto",
      "#VRML_SIM R2025a utf8\nPROTO Row [\n  field SFVec3f translation 0 0 0\n  field SFString name \"row\"\n"
      "  field SFInt32 count 1\n]\n{\n  Solid {\n    translation IS translation\n    name IS name\n    children [\n"
      "    %< for (let i = 0; i < fields.count.value; ++i) { >%\n"
      "      Solid { name \"part %<= i >%\" physics Physics { density -1 mass 1 } boundingObject Box { } }\n"
      "    %< } >%\n    ]\n  }\n}\n");
  const std::string head = "EXTERNPROTO \"../protos/Row.proto\"\nWorldInfo { }\n";
  const std::string name = project.root / "worlds/w.wbt";
  const Loaded set =
      load(head + "DEF R Row { }\n", {"R.count=3", "R.part 2.physics.mass=7", "row.translation=1 0 0"}, name);
  CHECK(set.told == "");
  const Loaded said = load(head + "DEF R Row { count 3 translation 1 0 0 }\n", {"part 2.physics.mass=7"}, name);
  CHECK(set.equals(said));
  const Node* part = set.world->find_def("R")->nodes("children").at(2).get();
  CHECK(part->node("physics")->get<double>("mass") == 7);
  CHECK_THAT(load(head + "DEF R Row { }\n", {"R.cuont=3"}, name).told, Catch::Contains("did you mean `count`?"));
}
