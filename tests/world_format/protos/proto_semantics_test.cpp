// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the manual says of PROTOs beyond the plain case: templates in both languages with their context and nodes as
// values, DEF names in bodies, parameters through several layers, headers of old files, urls. Sources: Webots
// reference, "PROTO Definition", "PROTO Instantiation", "Procedural PROTO Nodes", "PROTO Scoping Rules"; Lua: the same
// of R2021b.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/proto_project.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/assets.h"
#include "world_format/protos/proto.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Project = ProtoProject;

namespace {

const std::string today = "#VRML_SIM R2025a utf8\n";

std::size_t count(const ProtoProject& project, DiagnosticKind kind) {
  return std::size_t(std::ranges::count(project.diagnostics.all(), kind, &Diagnostic::kind));
}

const Node& child(const Node& node, std::size_t i) { return *node.nodes("children").at(i); }

}  // namespace

TEST_CASE("a template sees nodes as names and fields, in both languages") {
  Project project;
  const std::string interface =
      "PROTO Name [\n  field SFNode shape Box { size 1 2 3 }\n  field MFNode things []\n  field SFNode none NULL\n]\n";
  auto named = [&](const char* name) { return std::string(interface).replace(6, 4, name); };
  project.file("protos/Script.proto", today + "# template language: javascript\n" + named("Script") + R"({
  Group { children [
    Transform { scale %<= fields.shape.value.fields.size.value.y >% 1 1 }
    %< for (const thing of fields.things.value) { >%
    Pose { translation %<= thing.fields.translation ? thing.fields.translation.value.x : -1 >% 0 0 }
    %< } >%
    %< if (fields.shape.value.node_name === 'Sphere' && fields.none.value === undefined) { >% Shape { } %< } >%
  ] }
})");
  project.file("protos/Luas.proto", today + "# template language: lua\n" + named("Luas") + R"({
  Group { children [
    Transform { scale %{= fields.shape.value.fields.radius and fields.shape.value.fields.radius.value or 7 }% 1 1 }
    %{ for i, thing in ipairs(fields.things.value) do }%
    Pose { translation %{= thing.fields.translation.value.x }% %{= i }% 0 }
    %{ end }%
    %{ if fields.shape.value.node_name == 'Sphere' and fields.none.value == nil then }% Shape { } %{ end }%
  ] }
})");
  auto world = project.load(today + R"(EXTERNPROTO "../protos/Script.proto"
EXTERNPROTO "../protos/Luas.proto"
DEF A Script { things [ Pose { translation 5 0 0 } Solid { translation 6 0 0 } ] }
DEF B Luas { shape Sphere { radius 0.25 } things [ Pose { translation 5 0 0 } ] }
)");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  const Node& a = *world->find_def("A");
  REQUIRE(a.nodes("children").size() == 3);
  CHECK(child(a, 0).get<Vec3>("scale").x == 2);
  CHECK(child(a, 1).get<Vec3>("translation").x == 5);
  CHECK(child(a, 2).get<Vec3>("translation").x == 6);
  const Node& b = *world->find_def("B");
  REQUIRE(b.nodes("children").size() == 3);
  CHECK(child(b, 0).get<Vec3>("scale").x == 0.25);
  CHECK(child(b, 1).get<Vec3>("translation") == Vec3{5, 1, 0});
  CHECK(child(b, 2).is_a("Shape"));
}

TEST_CASE("lists of every type are loops in a template") {
  Project project;
  project.file("protos/Lists.proto", today + R"(# template language: javascript
PROTO Lists [
  field MFFloat f [ 1, 2.5 ]
  field MFInt32 i [ 3 ]
  field MFString s [ "a", "b\"c" ]
  field MFVec2f v2 [ 1 2, 3 4 ]
  field MFVec3f v3 [ 1 2 3 ]
  field MFColor c [ 0.5 0 1 ]
  field MFRotation r [ 0 0 1 0.5 ]
  field MFBool b [ TRUE, FALSE ]
]
{
  Group { children [ Solid { description "%<=
    [...fields.f.value, ...fields.i.value, ...fields.s.value.map(x => x.length), ...fields.v2.value.map(p => p.y),
     fields.v3.value[0].z, fields.c.value[0].r, fields.r.value[0].a, fields.b.value.length, fields.f.defaultValue[1]].join(' ') >%" } ] }
})");
  auto world = project.load(today + "EXTERNPROTO \"../protos/Lists.proto\"\nDEF L Lists { f [ 4 ] v2 [ ] }\n");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  CHECK(child(*world->find_def("L"), 0).get<std::string>("description") == "4 3 1 3 3 0.5 0.5 2 2.5");
}

TEST_CASE("context says where and in what world a template runs") {
  Project project;
  project.file("protos/Where.proto", today + R"(# template language: javascript
PROTO Where [ ]
{
  Solid { description "%<= [context.world.split('/').pop(), context.proto.split('/').pop(), context.coordinate_system,
    context.os, context.webots_version.major, context.project_path.length > 1, typeof context.temporary_files_path].join(' ') >%"
    model "%<= context.id >%" }
})");
  auto world = project.load(today + R"(EXTERNPROTO "../protos/Where.proto"
WorldInfo { coordinateSystem "NUE" }
DEF A Where { }
DEF B Where { }
)");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  CHECK(world->find_def("A")->get<std::string>("description") == "test.wbt Where.proto NUE linux R2025a true string");
  // Each node has an id of its own.
  CHECK(world->find_def("A")->get<std::string>("model") != world->find_def("B")->get<std::string>("model"));
}

TEST_CASE(
    "a deterministic template gives equal instances, a nonDeterministic one different ones, both again and again") {
  auto models = [] {
    Project project;
    const std::string body =
        "PROTO Name [ ]\n{ Solid { model \"%< import * as wbrandom from 'wbrandom.js'; >%%<= Math.random() >% "
        "%<= wbrandom.integer(0, 1000) >%\" } }\n";
    project.file("protos/Same.proto",
                 today + "# template language: javascript\n" + std::string(body).replace(6, 4, "Same"));
    project.file("protos/Other.proto", today + "# tags: static, nonDeterministic\n# template language: javascript\n" +
                                           std::string(body).replace(6, 4, "Other"));
    auto world = project.load(today +
                              "EXTERNPROTO \"../protos/Same.proto\"\nEXTERNPROTO \"../protos/Other.proto\"\n"
                              "DEF A Same { } DEF B Same { } DEF C Other { } DEF D Other { }\n");
    INFO(project.rendered());
    REQUIRE(project.diagnostics.errors() == 0);
    std::vector<std::string> result;
    for (const char* def : {"A", "B", "C", "D"}) result.push_back(world->find_def(def)->get<std::string>("model"));
    return result;
  };
  const auto first = models();
  CHECK(first[0] == first[1]);
  CHECK(first[2] != first[3]);
  CHECK(models() == first);
}

TEST_CASE("parameters pass through three layers, templates among them") {
  Project project;
  project.file("protos/Inner.proto", today + R"(PROTO Inner [
  field SFVec3f translation 0 0 0
  field SFFloat radius 1
  field MFNode slot []
  field SFNode appearance NULL
]
{ Solid { translation IS translation children [
    Shape { appearance IS appearance geometry Sphere { radius IS radius } }
    Group { children [ Group { children IS slot } ] } ] } })");
  project.file("protos/Middle.proto", today + R"(# template language: javascript
EXTERNPROTO "Inner.proto"
PROTO Middle [
  field SFVec3f translation 0 0 0
  field SFFloat size 3
  field MFNode parts []
  field SFNode appearance PBRAppearance { roughness 0.5 }
  hiddenField SFInt32 count 2
]
{ Inner { translation IS translation radius %<= fields.size.value / 2 >% appearance IS appearance
    slot [ %< for (let i = 0; i < fields.count.value; i++) { >% DEF PART Inner { translation %<= i + 1 >% 0 0 } %< } >%
           USE PART Group { children IS parts } ] } })");
  project.file("protos/Outer.proto", today + R"(EXTERNPROTO "Middle.proto"
PROTO Outer [ field SFVec3f position 9 0 0 field SFNode look PBRAppearance { roughness 0.25 } field MFNode extra [ Pose { } ] ]
{ Middle { translation IS position appearance IS look parts IS extra count 3 } })");
  auto world = project.load(today + R"(EXTERNPROTO "../protos/Outer.proto"
DEF A Outer { }
DEF B Outer { position 1 2 3 look NULL extra [ DEF LEAF Solid { name "leaf" } ] }
)");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  const Node& a = *world->find_def("A");
  CHECK(a.get<Vec3>("translation") == Vec3{9, 0, 0});
  CHECK(child(a, 0).node("geometry")->get<double>("radius") == 1.5);
  CHECK(child(a, 0).node("appearance")->get<double>("roughness") == 0.25);
  const Node& parts = child(child(a, 1), 0);
  REQUIRE(parts.nodes("children").size() == 5);  // three parts, the USE, the group of the slot
  CHECK(child(parts, 2).get<Vec3>("translation").x == 3);
  CHECK(child(parts, 3).use_of() == &child(parts, 2));  // the latest DEF of that name
  CHECK(child(child(parts, 4), 0).is_a("Pose"));
  const Node& b = *world->find_def("B");
  CHECK(b.get<Vec3>("translation") == Vec3{1, 2, 3});
  CHECK(!child(b, 0).node("appearance"));
  CHECK(world->find_def("LEAF")->get<std::string>("name") == "leaf");
  // The whole reads back equal when it is written expanded.
  Diagnostics diagnostics;
  auto again = load_world_text(write_world(*world), (project.root / "worlds/again.wbt").string(), {}, diagnostics);
  CHECK(diagnostics.errors() == 0);
  REQUIRE(again->nodes().size() == world->nodes().size());
  for (std::size_t i = 0; i < world->nodes().size(); ++i)
    CHECK(Value(world->nodes()[i]->clone()).equals(Value(again->nodes()[i]->clone())));
}

TEST_CASE("a USE in the world does not reach into a PROTO's body") {
  Project project;
  project.file("protos/Named.proto", today + "PROTO Named [ ]\n{ Group { children [ DEF INSIDE Pose { } ] } }\n");
  auto world =
      project.load(today + "EXTERNPROTO \"../protos/Named.proto\"\nNamed { }\nGroup { children [ USE INSIDE ] }\n");
  INFO(project.rendered());
  CHECK(project.diagnostics.errors() == 1);
  CHECK(project.rendered().find("[unknown-def]") != std::string::npos);
}

TEST_CASE("restrictions take values, types and, with a plus, types and what inherits from them") {
  Project project;
  project.file("protos/Choosy.proto", today + R"(PROTO Choosy [
  field SFVec3f{0 0 0, 1 1 1} translation 1 1 1
  field SFInt32{1, 2} number 2
  field SFNode{+Geometry{}, Sphere{}} geometry Sphere { }
  field MFNode{+Solid{}} things []
]
{ Solid { translation IS translation radarCrossSection IS number children [ Shape { geometry IS geometry } Group { children IS things } ] } })");
  auto world = project.load(today +
                            "EXTERNPROTO \"../protos/Choosy.proto\"\n"
                            "Choosy { translation 0 0 0 number 1 geometry Box { } things [ Robot { } Solid { } ] }\n");
  INFO(project.rendered());
  CHECK(project.diagnostics.empty());
  Project wrong;
  wrong.file("protos/Choosy.proto",
             today + "PROTO Choosy [ field SFInt32{1, 2} number 2 ]\n{ Solid { radarCrossSection IS number } }\n");
  auto world_of_wrong = wrong.load(today + "EXTERNPROTO \"../protos/Choosy.proto\"\nChoosy { number 3 }\n");
  CHECK(wrong.rendered().find("[unknown-choice]") != std::string::npos);
}

// "The field can only accept Solid and Transform nodes" (proto-definition.md): a type, or a PROTO, by its own name.
TEST_CASE("a restriction without a plus takes nothing that inherits") {
  Project project;
  project.file("protos/Base.proto", today + "PROTO Base [ ]\n{ Pose { } }\n");
  project.file("protos/Derived.proto", today + "EXTERNPROTO \"Base.proto\"\nPROTO Derived [ ]\n{ Base { } }\n");
  project.file("protos/Choosy.proto", today + R"(PROTO Choosy [
  unconnectedField MFNode{Base{}, Solid{}} exact []
  unconnectedField MFNode{+Base{}, +Solid{}} open []
  field SFNode{Sphere{}} geometry NULL
]
{ Solid { children [ Shape { geometry IS geometry } ] } })");
  const std::string declared =
      "EXTERNPROTO \"../protos/Choosy.proto\"\nEXTERNPROTO \"../protos/Base.proto\"\n"
      "EXTERNPROTO \"../protos/Derived.proto\"\n";
  auto world =
      project.load(today + declared +
                   "DEF D Derived { }\nChoosy { geometry Box { } exact [ Base { } Derived { } Solid { } Robot { } "
                   "Pose { } USE D ] open [ Base { } Derived { } Solid { } Robot { } USE D ] }\n");
  INFO(project.rendered());
  REQUIRE(world);
  CHECK(count(project, DiagnosticKind::MisplacedNode) == 5);  // the Box, and Derived, Robot, Pose, USE D in `exact`
  for (const char* type : {"Box", "Derived", "Robot", "Pose"})
    CHECK(project.rendered().find(fmt::format(", not {}: left out", type)) != std::string::npos);
}

// wbfile ("fileExists", "readTextFile", "writeTextFile", javascript-procedural-proto.md), and io.open in Lua.
TEST_CASE("templates read what their PROTO's urls may name, and write into a folder that goes with the world") {
  for (const bool lua : {false, true}) {
    CAPTURE(lua);
    Project project;
    project.file("protos/data/size.txt", "3\nlast");
    project.file("protos/Filed.proto", lua ? today + "# template language: lua\n" + R"(PROTO Filed [ ]
{
%{
  local at = context.proto:gsub('[^/]*$', '')
  local wbfile = require('wbfile')
  local read = wbfile.readTextFile(at .. 'data/size.txt')
  local file = io.open('data/size.txt')
  local n, rest = file:read('*n', '*a')
  file:close()
  local written = wbfile.writeTextFile('deep/made.txt', 'made ' .. n)
  local made = context.temporary_files_path .. 'deep/made.txt'
  local more = io.open(made, 'a')
  more:write(' and ', 5)
  more:close()
  local all = {read, rest, wbfile.fileExists(at .. 'data/none.txt'), written, wbfile.readTextFile(made),
               io.open(made):read(), wbfile.writeTextFile('../outside.txt', ''), io.open('/etc/passwd') == nil}
  for i = 1, #all do all[i] = tostring(all[i]):gsub('\n', '/') end
}%
Solid { name "%{= table.concat(all, '|') }%" model "%{= context.temporary_files_path }%" } })"
                                           : today + R"(# template language: javascript
PROTO Filed [ ]
{
%<
  const at = context.proto.replace(/[^\/]*$/, '');
  const read = wbfile.readTextFile(at + 'data/size.txt');
  const n = parseInt(wbfile.readTextFile('data/size.txt'));
  const written = wbfile.writeTextFile('deep/made.txt', 'made ' + n);
  const made = context.temporary_files_path + 'deep/made.txt';
  wbfile.writeTextFile(made, wbfile.readTextFile(made) + ' and 5');
  const all = [read, '/last', wbfile.fileExists(at + 'data/none.txt'), written, wbfile.readTextFile(made),
               wbfile.readTextFile(made), wbfile.writeTextFile('../outside.txt', ''), !wbfile.fileExists('/etc/passwd')];
>%
Solid { name "%<= all.join('|').replace(/\n/g, '/') >%" model "%<= context.temporary_files_path >%" } })");
    auto world = project.load(today + "EXTERNPROTO \"../protos/Filed.proto\"\nDEF F Filed { }\n");
    INFO(project.rendered());
    REQUIRE(world);
    REQUIRE(world->find_def("F"));
    CHECK(world->find_def("F")->get<std::string>("name") ==
          "3/last|/last|false|true|made 3 and 5|made 3 and 5|false|true");
    CHECK(project.diagnostics.errors() == 0);
    CHECK(count(project, DiagnosticKind::TemplateWarning) == 1);  // what leads out of the folder
    const std::filesystem::path folder = world->find_def("F")->get<std::string>("model");
    CHECK(std::filesystem::exists(folder / "deep/made.txt"));
    world.reset();
    CHECK(!std::filesystem::exists(folder));
  }
}

// WbProtoTemplateEngine writes the name and the parameters of an instance.
TEST_CASE("templates see a PROTO in a parameter as one, in PROTOs of PROTOs too") {
  Project project;
  project.file("protos/Wheel.proto", today +
                                         "PROTO Wheel [ field SFFloat radius 0.5 ]\n"
                                         "{ Solid { boundingObject Sphere { radius IS radius } } }\n");
  project.file("protos/Cart.proto", today + R"(# template language: javascript
PROTO Cart [ field MFNode parts [] ]
{ Solid {
  %< const part = fields.parts.value[0]; >%
  name "%<= part.node_name >%" radarCrossSection %<= part.fields.radius.value >%
  model "%<= part.fields.radius.defaultValue >%" children IS parts
} })");
  project.file("protos/Convoy.proto",
               today +
                   "EXTERNPROTO \"Cart.proto\"\nEXTERNPROTO \"Wheel.proto\"\n"
                   "PROTO Convoy [ field MFNode wheels [ Wheel { radius 3 } ] ]\n{ Cart { parts IS wheels } }\n");
  auto world = project.load(today +
                            "EXTERNPROTO \"../protos/Cart.proto\"\nEXTERNPROTO \"../protos/Convoy.proto\"\n"
                            "EXTERNPROTO \"../protos/Wheel.proto\"\n"
                            "Cart { parts Wheel { radius 2 } }\nConvoy { }\nConvoy { wheels Wheel { radius 4 } }\n");
  INFO(project.rendered());
  REQUIRE(world);
  CHECK(project.diagnostics.empty());
  double radius = 2;
  for (const NodePtr& node : world->nodes()) {
    if (!node->is_a("Solid")) continue;
    CHECK(node->get<std::string>("name") == "Wheel");
    CHECK(node->get<std::string>("model") == "0.5");
    CHECK(node->get<double>("radarCrossSection") == radius++);
  }
  CHECK(radius == 5);
}

// y was up and an emitter looked along z: as in the body of the same file.
TEST_CASE("default nodes of an old PROTO are of the dialect of its file") {
  Project project;
  project.file("protos/Old.proto", R"(#VRML_SIM R2021b utf8
PROTO Old [ field SFNode hull Pose { children [ Cylinder { } ] } field MFNode slot [ Emitter { } ] ]
{ Robot { boundingObject IS hull children [ Group { children IS slot } Emitter { } Pose { children [ Shape { geometry Cylinder { } } ] } ] } })");
  auto world = project.load(today +
                            "EXTERNPROTO \"../protos/Old.proto\"\nOld { }\n"
                            "Old { hull Pose { children [ Cylinder { } ] } slot Emitter { } }\n");
  INFO(project.rendered());
  REQUIRE(world);
  CHECK(project.diagnostics.empty());
  const Node &old = *world->nodes()[1], &given = *world->nodes()[2];
  const Node& body_cylinder = *old.nodes("children")[2];
  CHECK(old.node("boundingObject")->get("rotation").equals(body_cylinder.get("rotation")));
  CHECK(old.nodes("children")[0]
            ->nodes("children")[0]
            ->get("rotation")
            .equals(old.nodes("children")[1]->get("rotation")));
  // What the world gives is of the dialect of the world.
  CHECK(given.node("boundingObject")->get<Rotation>("rotation").angle == 0);
  CHECK(given.nodes("children")[0]->nodes("children")[0]->get<Rotation>("rotation").angle == 0);
}

// WbField::checkValueIsAccepted: the default in the place of a value, no node in the place of a node, and lists without
// the elements that are not allowed.
TEST_CASE("a restricted parameter with another value has its default") {
  Project project;
  project.file("protos/Choosy.proto", today + R"(PROTO Choosy [
  field SFString{"red", "green"} name "green"
  field SFNode{Box{}, Sphere{}} geometry Sphere { }
  field MFNode{Pose{}} things []
  field MFString{"a", "b"} words []
]
{ Robot { name IS name controllerArgs IS words children [ Shape { geometry IS geometry } Group { children IS things } ] } })");
  auto world = project.load(
      today +
      "EXTERNPROTO \"../protos/Choosy.proto\"\n"
      "Choosy { name \"blue\" geometry Cone { } things [ Shape { } Pose { } ] words [ \"a\" \"c\" \"b\" ] }\n");
  INFO(project.rendered());
  REQUIRE(world);
  CHECK(project.diagnostics.errors() == 0);
  CHECK(project.diagnostics.warnings() == 4);
  const Node& robot = *world->nodes().back();
  CHECK(robot.get<std::string>("name") == "green");
  CHECK(robot.get<MFString>("controllerArgs") == MFString{"a", "b"});
  REQUIRE(robot.nodes("children").size() == 2);
  CHECK(robot.nodes("children")[0]->node("geometry") == nullptr);
  REQUIRE(robot.nodes("children")[1]->nodes("children").size() == 1);
  CHECK(robot.nodes("children")[1]->nodes("children")[0]->type().name() == "Pose");
}

// WbNode::createProtoInstance ignores a parameter that was given before.
TEST_CASE("of a parameter that is given twice the first value counts") {
  Project project;
  project.file("protos/Named.proto", today + "PROTO Named [ field SFString name \"\" ]\n{ Solid { name IS name } }\n");
  auto world = project.load(today +
                            "EXTERNPROTO \"../protos/Named.proto\"\nNamed { name \"first\" name \"second\" }\n"
                            "Solid { name \"first\" name \"second\" }\n");
  INFO(project.rendered());
  REQUIRE(world);
  CHECK(world->nodes()[world->nodes().size() - 2]->get<std::string>("name") == "first");
  CHECK(world->nodes().back()->get<std::string>("name") == "second");
}

// The manual calls it an error; Webots says so and goes on with the field's default (WbProtoModel::verifyNodeAliasing).
TEST_CASE("an IS to a parameter of another type or of none is a warning at its place") {
  Project project;
  project.file("protos/Bad.proto",
               today +
                   "PROTO Bad [ field SFColor color 1 0 0 ]\n{\n  Solid {\n    translation IS color\n"
                   "    name IS nmae\n    recognitionColors IS color\n  }\n}\n");
  auto world_of_project = project.load(today + "EXTERNPROTO \"../protos/Bad.proto\"\nBad { }\n");
  const std::string text = project.rendered();
  INFO(text);
  CHECK(project.diagnostics.errors() == 0);
  for (const char* place : {"Bad.proto:5:20: warning", "Bad.proto:6:13: warning", "Bad.proto:7:26: warning"})
    CHECK(text.find(place) != std::string::npos);
}

TEST_CASE("a PROTO of any version is read in its own dialect") {
  Project project;
  // Capsules stood along y before R2022a; a file of today uses the PROTO of then, and a PROTO of today next to it.
  project.file(
      "protos/Then.proto",
      "#VRML_SIM V8.5 utf8\n# tags: static\nPROTO Then [ exposedField SFFloat height 2 vrmlField SFString name \"\" ]\n"
      "{ Solid { name IS name children [ Shape { geometry Capsule { height IS height } } ] } }\n");
  project.file("protos/Now.proto", today +
                                       "PROTO Now [ w3dField SFFloat height 2 ]\n"
                                       "{ Solid { children [ Shape { geometry Capsule { height IS height } } ] } }\n");
  auto world = project.load(today +
                            "EXTERNPROTO \"../protos/Then.proto\"\nEXTERNPROTO \"../protos/Now.proto\"\n"
                            "DEF T Then { height 3 }\nDEF N Now { height 3 }\n");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  const Node& then = child(*world->find_def("T"), 0);
  REQUIRE(then.is_a("Pose"));  // that turns it
  CHECK(child(then, 0).node("geometry")->get<double>("height") == 3);
  CHECK(child(*world->find_def("N"), 0).is_a("Shape"));
}

TEST_CASE("urls in a PROTO are relative to its file, IMPORTABLE ones wait for who imports them") {
  Project project;
  project.file("protos/parts/Far.proto", today + "EXTERNPROTO \"../near/Near.proto\"\nPROTO Far [ ]\n{ Near { } }\n");
  project.file("protos/near/Near.proto", today + R"(PROTO Near [ field MFString url "shape/mesh.stl" ]
{ Solid { children [ Shape { geometry Mesh { url IS url } } Shape { appearance PBRAppearance { baseColorMap ImageTexture { url "image.png" } } } ] } })");
  project.file("protos/near/shape/mesh.stl",
               "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
               "0\nendloop\nendfacet\nendsolid x\n");
  project.file("protos/near/image.png", "");
  auto world = project.load(today +
                            "EXTERNPROTO \"../protos/parts/Far.proto\"\n"
                            "IMPORTABLE EXTERNPROTO \"../protos/near/Near.proto\"\nDEF F Far { }\n");
  INFO(project.rendered());
  CHECK(project.diagnostics.empty());
  REQUIRE(world->extern_protos.size() == 2);
  CHECK(world->extern_protos[1].importable);
  Diagnostics diagnostics;
  MFNode nodes = load_nodes("DEF NEW Near { }", *world, nullptr, no_field, diagnostics);
  CHECK(diagnostics.empty());
  REQUIRE(nodes.size() == 1);
  CHECK(nodes[0]->is_a("Solid"));
}

TEST_CASE("a PROTO that one line declares IMPORTABLE may be imported, whatever other lines declare it") {
  const std::string importable = "IMPORTABLE EXTERNPROTO \"../protos/Near.proto\"\n";
  const std::string plain = "EXTERNPROTO \"../protos/Near.proto\"\n";
  for (const std::string& lines : {importable + plain, plain + importable, importable + plain + plain}) {
    Project project;
    project.file("protos/Near.proto", today + "PROTO Near [ ]\n{ Solid { } }\n");
    auto world = project.load(today + lines + "Near { }\n");
    INFO(lines << project.rendered());
    CHECK(project.diagnostics.empty());
    Diagnostics diagnostics;
    const MFNode nodes = load_nodes("Near { }", *world, nullptr, no_field, diagnostics);
    CHECK(diagnostics.empty());
    CHECK(nodes.size() == 1);
    // A saved world declares it so, too.
    CHECK(write_world(*world, {.keep_protos = true}).find("\n" + importable) != std::string::npos);
  }
}

TEST_CASE("an expanded world names the files of its PROTOs from where it is written") {
  Project project;
  project.file("protos/Near.proto", today + R"(PROTO Near [ field MFString more [ ] ]
{ Solid { children [ Shape { geometry Mesh { url "shape/mesh.stl" } } Shape { geometry Mesh { url IS more } } ] } })");
  for (const char* place : {"protos/shape/mesh.stl", "worlds/own.stl"})
    project.file(place,
                 "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                 "endfacet\nendsolid x\n");
  const std::string text =
      today + "EXTERNPROTO \"../protos/Near.proto\"\nDEF A Near { more [ \"own.stl\" \"https://x.org/y.stl\" ] }\n";
  auto world = project.load(text);
  rebase_assets(*world, project.root / "worlds");
  auto url = [&](std::size_t shape) {
    return child(*world->find_def("A"), shape).node("geometry")->get<MFString>("url");
  };
  CHECK(url(0) == MFString{"../protos/shape/mesh.stl"});
  CHECK(url(1) == MFString{"own.stl", "https://x.org/y.stl"});
  world = project.load(text);
  rebase_assets(*world, project.root / "elsewhere" / "deep");
  CHECK(url(0) == MFString{"../../protos/shape/mesh.stl"});
  CHECK(url(1) == MFString{"../../worlds/own.stl", "https://x.org/y.stl"});
}

TEST_CASE("a device of an old PROTO whose pose is a parameter keeps its retired parameters apart") {
  Project project;
  project.file(
      "protos/Eye.proto",
      "#VRML_SIM V6.0 utf8\nPROTO Eye [ field SFRotation turn 0 1 0 0 field SFFloat pixels 3 field SFVec2f place 0 0 "
      "field SFInt32 columns 7 ]\n{ Robot { children [ Camera { rotation IS turn width IS columns pixelSize IS "
      "pixels windowPosition IS place } ] } }\n");
  auto world = project.load("#VRML_SIM V6.0 utf8\nDEF E Eye { columns 9 }\n");
  INFO(project.rendered());
  CHECK(project.diagnostics.errors() == 0);
  const Node& frame = child(*world->find_def("E"), 0);
  REQUIRE(frame.is_a("Pose"));
  REQUIRE(child(frame, 0).is_a("Camera"));
  CHECK(child(frame, 0).get<std::int32_t>("width") == 9);
}

TEST_CASE("a PROTO may have the name of an abstract or retired node type") {
  Project project;
  project.file("protos/Motor.proto",
               today + "PROTO Motor [ field SFString name \"m\" ]\n{ RotationalMotor { name IS name } }\n");
  project.file("protos/Supervisor.proto",
               today + "PROTO Supervisor [ ]\n{ Robot { supervisor TRUE name \"mine\" } }\n");
  auto world = project.load(today + R"(EXTERNPROTO "../protos/Motor.proto"
EXTERNPROTO "../protos/Supervisor.proto"
DEF J HingeJoint { device Motor { name "left" } endPoint Solid { } }
DEF S Supervisor { }
)");
  INFO(project.rendered());
  CHECK(project.diagnostics.errors() == 0);
  CHECK(project.rendered().find("unknown") == std::string::npos);
  CHECK(world->find_def("S")->get<std::string>("name") == "mine");
  // Without a declaration the retired node is meant.
  Project plain;
  auto old = plain.load("#VRML_SIM V8.0 utf8\nDEF S Supervisor { }\n");
  CHECK(old->find_def("S")->get<std::string>("name") != "mine");
}

TEST_CASE("a byte order mark and lines of Windows do no harm") {
  Project project;
  auto world = project.load("\xef\xbb\xbf#VRML_SIM R2022a utf8\r\nDEF S Solid {\r\n  name \"a\"\r\n}\r\n");
  INFO(project.rendered());
  CHECK(project.diagnostics.empty());
  CHECK(world->find_def("S")->get<std::string>("name") == "a");
  CHECK(world->version == "R2022a");
}

TEST_CASE("a slot in a slot holds what stands where the first one stands") {
  Project project;
  project.file("protos/Wheel.proto", today + R"(PROTO Wheel [ ]
{ Slot { type "axle" endPoint HingeJoint { endPoint Solid { name "wheel" } } } })");
  auto world = project.load(today + R"(EXTERNPROTO "../protos/Wheel.proto"
Solid { children [ DEF S Slot { type "axle" endPoint Wheel { } } ] }
)");
  INFO(project.rendered());
  CHECK(project.diagnostics.empty());
  REQUIRE(world->find_def("S")->node("endPoint"));
  CHECK(world->find_def("S")->node("endPoint")->node("endPoint")->is_a("HingeJoint"));
}

namespace {

const std::string pegs = R"(PROTO Pegs [
  field SFVec3f translation 0 0 0
  field SFFloat radius 1
  field SFInt32 count 1
  field MFNode held [ ]
]
{
  Solid {
    translation IS translation
    children [
      Group { children IS held }
      %{ for i = 1, fields.count.value do }%
        Pose { translation %{= i * fields.radius.value }% 0 0 }
      %{ end }%
    ]
    boundingObject Sphere { radius IS radius }
  }
}
)";

// What a Pegs in a solid of scale 2 is: all of its lengths are twice what they say.
void check_pegs(const Node& row, double x, double radius, std::size_t count) {
  CHECK(row.get<Vec3>("translation").x == x);
  CHECK(row.node("boundingObject")->get<double>("radius") == radius);
  CHECK(child(child(row, 0), 0).get<Vec3>("translation").z == 6);
  REQUIRE(row.nodes("children").size() == count + 1);
  for (std::size_t i = 1; i <= count; ++i) CHECK(child(row, i).get<Vec3>("translation").x == radius * double(i));
}

void expand_with(World& world, Node& instance, const char* parameter, Value value) {
  Diagnostics diagnostics;
  NodePtr again =
      expand_again(world, instance, instance.proto()->parameters->type().find(parameter), value, diagnostics);
  REQUIRE(again);
  world.regrow(instance, std::move(again));
}

}  // namespace

TEST_CASE("an instance in a scaled solid has its scale when it is expanded again, and in a snapshot") {
  Project project;
  project.file("protos/Pegs.proto", "#VRML_SIM R2021b utf8\n" + pegs);
  const std::string text =
      "#VRML_SIM R2021b utf8\nSolid { scale 2 2 2 children [ Pegs { translation 1 0 0 radius 0.5 held [ Transform { "
      "translation 0 0 3 } ] } ] }\n";
  auto world = project.load(text);
  INFO(project.rendered());
  REQUIRE(project.diagnostics.errors() == 0);
  world->keep_changes();
  const auto instance = [](World& of) -> Node& { return const_cast<Node&>(child(*of.nodes()[1], 0)); };
  check_pegs(instance(*world), 2, 1, 1);
  expand_with(*world, instance(*world), "count", Value(2));
  check_pegs(instance(*world), 2, 1, 2);

  // What a supervisor sets is a length of the world.
  Node& solid = instance(*world);
  world->set(solid, solid.type().find("translation"), Value(Vec3{5, 0, 0}));
  expand_with(*world, solid, "radius", Value(3.0));
  check_pegs(instance(*world), 5, 3, 2);
  expand_with(*world, instance(*world), "count", Value(3));
  check_pegs(instance(*world), 5, 3, 3);

  const auto changes = world->save_changes();
  auto restored = project.load(text);
  const auto applied = restored->apply_changes(changes);
  INFO((applied ? "" : applied.error()));
  REQUIRE(applied);
  check_pegs(instance(*restored), 5, 3, 3);
  expand_with(*restored, instance(*restored), "count", Value(1));
  check_pegs(instance(*restored), 5, 3, 1);

  // The solid that is written has no scale.
  auto saved = project.load(write_world(*world, {.keep_protos = true, .live = true}));
  check_pegs(instance(*saved), 5, 3, 3);
}

TEST_CASE("a scaled solid of a PROTO scales its parameters too") {
  Project project;
  project.file("protos/Pegs.proto", "#VRML_SIM R2021b utf8\n" + pegs);
  project.file("protos/Base.proto", R"(#VRML_SIM R2021b utf8
PROTO Base [
  field SFFloat radius 1
  field SFInt32 count 1
]
{
  Robot {
    scale 2 2 2
    children [
      Pegs { translation 1 0 0 radius IS radius count IS count held [ Transform { translation 0 0 3 } ] }
      Solid { boundingObject Sphere { radius IS radius } }
    ]
  }
}
)");
  auto world = project.load("#VRML_SIM R2021b utf8\nBase { radius 0.5 }\n");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.errors() == 0);
  Node& base = *world->nodes()[1];
  check_pegs(child(base, 0), 2, 1, 1);
  CHECK(child(base, 1).node("boundingObject")->get<double>("radius") == 1);
  expand_with(*world, base, "count", Value(2));
  check_pegs(child(base, 0), 2, 1, 2);
  CHECK(child(base, 1).node("boundingObject")->get<double>("radius") == 1);
}

TEST_CASE("an instance that is expanded a second time is where it was") {
  Project project;
  project.file("protos/Pegs.proto", "#VRML_SIM R2021b utf8\n" + pegs);
  auto world = project.load("#VRML_SIM R2021b utf8\nPegs { translation 1 0 0 }\n");
  Node& row = *world->nodes()[1];
  expand_with(*world, row, "count", Value(2));
  world->set(row, row.type().find("translation"), Value(Vec3{5, 0, 0}));
  expand_with(*world, row, "count", Value(3));
  CHECK(row.get<Vec3>("translation").x == 5);
}
