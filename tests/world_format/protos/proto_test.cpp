// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// PROTOs: declarations, expansion, parameters, slots, and what is refused.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>

#include "tests/support/temporary_folder.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// A project in a folder of its own, removed at the end.
struct Project {
  const TemporaryFolder folder;
  const fs::path root = folder.path();
  Diagnostics diagnostics;
  std::vector<AssetUse> uses;

  Project() {
    fs::create_directories(root / "worlds");
    fs::create_directories(root / "protos");
  }

  void file(const std::string& path, const std::string& text) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
  void proto(const std::string& name, const std::string& text, const std::string& version = "R2025a") {
    file("protos/" + name + ".proto", "#VRML_SIM " + version + " utf8\n" + text);
  }
  // Declares the PROTOs of the project that the text names.
  std::unique_ptr<World> load(const std::string& text, const std::string& version = "R2025a") {
    std::string all = "#VRML_SIM " + version + " utf8\n";
    if (version >= "R2022b")
      for (const auto& entry : fs::directory_iterator(root / "protos"))
        if (text.find(entry.path().stem().string()) != text.npos)
          all += "EXTERNPROTO \"../protos/" + entry.path().filename().string() + "\"\n";
    file("worlds/test.wbt", all + text);
    LoadOptions options;
    options.assets_used = &uses;
    return load_world(root / "worlds/test.wbt", options, diagnostics);
  }
  std::string rendered() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.sorted()) all += render(d, false);
    return all;
  }
  int count(DiagnosticKind kind) const {
    int n = 0;
    for (const Diagnostic& d : diagnostics.all()) n += d.kind == kind;
    return n;
  }
};

}  // namespace

TEST_CASE("an instance becomes its body with the parameters in it") {
  Project project;
  project.proto("Thing", R"(PROTO Thing [
  field SFVec3f translation 1 2 3
  field SFString name "thing"
  field SFFloat radius 0.5
  field MFNode slot []
]
{
  Solid {
    translation IS translation
    name IS name
    children [
      DEF SHAPE Shape { geometry Sphere { radius IS radius } }
      Group { children IS slot }
    ]
    boundingObject USE SHAPE
  }
})");
  auto world = project.load(R"(
Thing { }
DEF T Thing { translation 4 5 6 radius 2 slot [ DEF INNER Pose { translation 0 0 9 } Pose { } ] }
Group { children [ USE INNER ] }
)");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  REQUIRE(world->nodes().size() == 4);  // WorldInfo is added
  const Node& plain = *world->nodes()[1];
  CHECK(plain.type().name() == "Solid");
  CHECK(plain.get<Vec3>("translation") == Vec3{1, 2, 3});
  CHECK(plain.nodes("children")[0]->node("geometry")->get<double>("radius") == 0.5);
  CHECK(plain.nodes("children")[1]->nodes("children").empty());
  Node* named = world->find_def("T");
  REQUIRE(named);
  CHECK(named->get<Vec3>("translation") == Vec3{4, 5, 6});
  CHECK(named->get<std::string>("name") == "thing");
  // A USE inside of the body copies what the parameters made of its DEF.
  CHECK(named->node("boundingObject")->node("geometry")->get<double>("radius") == 2);
  CHECK(named->node("boundingObject")->use_of() == named->nodes("children")[0].get());
  // The slot holds the nodes themselves: the world's USE of one of them follows it.
  Node* inner = world->find_def("INNER");
  REQUIRE(inner);
  CHECK(inner->parent()->parent() == named);
  CHECK(world->nodes()[3]->nodes("children")[0]->use_of() == inner);
  // Where it came from.
  REQUIRE(named->proto());
  CHECK(named->proto()->declaration->name == "Thing");
  CHECK(named->proto()->parameters->get<double>("radius") == 2);
  auto targets = follow(*named, named->proto()->parameters->type().find("radius"));
  REQUIRE(targets.size() == 1);
  CHECK(targets[0].node == named->nodes("children")[0]->node("geometry"));
}

TEST_CASE("derived and nested PROTOs pass parameters on") {
  Project project;
  project.proto("Base", R"(PROTO Base [ field SFVec3f place 0 0 0 field SFNode shape NULL field MFNode more [] ]
{ Solid { translation IS place children [ Shape { geometry IS shape } Group { children IS more } ] } })");
  project.proto("Derived", R"(EXTERNPROTO "Base.proto"
PROTO Derived [ field SFVec3f translation 7 7 7 field SFFloat size 1 field MFNode extra [] ]
{ Base { place IS translation shape Box { size 3 2 1 } more [ Base { place 1 1 1 more IS extra } ] } })");
  auto world = project.load("DEF D Derived { translation 1 0 0 extra [ DEF LEAF Pose { } ] }\n");
  INFO(project.rendered());
  CHECK(project.count(DiagnosticKind::UnusedParameter) == 1);  // size
  CHECK(project.diagnostics.errors() == 0);
  Node* d = world->find_def("D");
  REQUIRE(d);
  CHECK(d->type().name() == "Solid");
  CHECK(d->get<Vec3>("translation") == Vec3{1, 0, 0});
  CHECK(d->nodes("children")[0]->node("geometry")->get<Vec3>("size") == Vec3{3, 2, 1});
  Node* leaf = world->find_def("LEAF");
  REQUIRE(leaf);
  CHECK(leaf->parent()->parent()->get<Vec3>("translation") == Vec3{1, 1, 1});
  // Through the derived PROTO to the node itself.
  CHECK(d->proto()->declaration->name == "Derived");
  CHECK(d->proto()->base->declaration->name == "Base");
  auto targets = follow(*d, d->proto()->parameters->type().find("translation"));
  REQUIRE(targets.size() == 1);
  CHECK(targets[0].node == d);
  auto slots = follow(*d, d->proto()->parameters->type().find("extra"));
  REQUIRE(slots.size() == 1);
  CHECK(slots[0].node == leaf->parent());
}

TEST_CASE("a parameter that is used twice is copied") {
  Project project;
  project.proto("Twice", R"(PROTO Twice [ field SFNode look NULL ]
{ Group { children [ Shape { appearance IS look } Shape { appearance IS look } ] } })");
  auto world = project.load("Twice { look DEF LOOK PBRAppearance { roughness 0.25 } }\n");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  const MFNode& shapes = world->nodes()[1]->nodes("children");
  CHECK(shapes[0]->node("appearance")->get<double>("roughness") == 0.25);
  CHECK(shapes[1]->node("appearance")->get<double>("roughness") == 0.25);
  CHECK(shapes[0]->node("appearance") != shapes[1]->node("appearance"));
}

TEST_CASE("what a PROTO does not know is reported at its place") {
  Project project;
  project.proto("Small", R"(PROTO Small [
  field SFString{"a", "b"} letter "a"
  field MFNode{Solid{}, Pose{}} things []
  deprecatedField SFFloat old 1
  unconnectedField SFFloat note 1
]
{ Solid { name IS letter children IS things } })");
  auto world = project.load("Small { lettr \"b\" }\nSmall { letter \"c\" things [ Shape { } Pose { } ] old 2 }\n");
  REQUIRE(world);
  INFO(project.rendered());
  CHECK(project.count(DiagnosticKind::UnknownField) == 1);
  CHECK(project.rendered().find("did you mean `letter`") != std::string::npos);
  CHECK(project.count(DiagnosticKind::UnknownChoice) == 1);
  CHECK(project.count(DiagnosticKind::MisplacedNode) == 1);
  CHECK(project.count(DiagnosticKind::DeprecatedParameter) == 1);
  // `old` sets nothing, but is deprecated; `note` is said to be unconnected.
  CHECK(project.count(DiagnosticKind::UnusedParameter) == 0);
}

TEST_CASE("a diagnostic inside of a PROTO names its line and the line of use") {
  Project project;
  project.proto("Broken", "PROTO Broken [ ]\n{\n  Solid {\n    nmae \"x\"\n  }\n}\n");
  auto world = project.load("WorldInfo { }\nBroken { }\nBroken { }\n");
  std::string text = project.rendered();
  INFO(text);
  CHECK(text.find("Broken.proto:5:5: warning: Solid has no field `nmae`") != std::string::npos);
  CHECK(text.find("test.wbt:4:1: note: in PROTO Broken, used here") != std::string::npos);
  CHECK(project.diagnostics.all().size() == 1);  // the body is read once
}

TEST_CASE("recursion and bombs are refused") {
  SECTION("a PROTO that contains itself") {
    Project project;
    project.proto("Self", "EXTERNPROTO \"Self.proto\"\nPROTO Self [ ]\n{ Group { children [ Self { } ] } }\n");
    auto world = project.load("Self { }\n");
    INFO(project.rendered());
    CHECK(project.count(DiagnosticKind::RecursiveProto) == 1);
  }
  SECTION("two that contain each other") {
    Project project;
    project.proto("Ping", "EXTERNPROTO \"Pong.proto\"\nPROTO Ping [ ]\n{ Group { children [ Pong { } ] } }\n");
    project.proto("Pong", "EXTERNPROTO \"Ping.proto\"\nPROTO Pong [ ]\n{ Group { children [ Ping { } ] } }\n");
    auto world = project.load("Ping { }\n");
    CHECK(project.count(DiagnosticKind::RecursiveProto) == 1);
  }
  SECTION("a default value that needs its own PROTO") {
    Project project;
    project.proto("Loop",
                  "EXTERNPROTO \"Loop.proto\"\nPROTO Loop [ field SFNode x Loop { } ]\n{ Group { children [ ] } }\n");
    auto world = project.load("Loop { }\n");
    INFO(project.rendered());
    CHECK(project.count(DiagnosticKind::RecursiveProto) == 1);
  }
  SECTION("but an instance in a slot of another one is none") {
    Project project;
    project.proto("Box1", "PROTO Box1 [ field MFNode c [] ]\n{ Group { children IS c } }\n");
    auto world = project.load("Box1 { c [ Box1 { c [ Box1 { } ] } ] }\n");
    INFO(project.rendered());
    CHECK(project.diagnostics.empty());
  }
  SECTION("doubling, thirty times") {
    Project project;
    project.proto("Bomb0", "PROTO Bomb0 [ ]\n{ Group { } }\n");
    for (int i = 1; i <= 30; ++i) {
      std::string below = "Bomb" + std::to_string(i - 1);
      project.proto("Bomb" + std::to_string(i), "EXTERNPROTO \"" + below + ".proto\"\nPROTO Bomb" + std::to_string(i) +
                                                    " [ ]\n{ Group { children [ " + below + " { } " + below +
                                                    " { } ] } }\n");
    }
    auto world = project.load("Bomb30 { }\n");
    CHECK(project.count(DiagnosticKind::TooManyNodes) == 1);
  }
  SECTION("doubling through a slot") {
    Project project;
    project.proto("Double",
                  "PROTO Double [ field MFNode c [] ]\n{ Group { children [ Group { children IS c } Group { children "
                  "IS c } ] } }\n");
    std::string text = "Group { }";
    for (int i = 0; i < 40; ++i) text = "Double { c [ " + text + " ] }";
    auto world = project.load(text + "\n");
    CHECK(project.count(DiagnosticKind::TooManyNodes) == 1);
  }
}

TEST_CASE("a missing PROTO says where it was looked for") {
  Project project;
  auto world = project.load(
      R"(EXTERNPROTO "https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/robots/x/protos/Nobot.proto"
EXTERNPROTO "https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/x/protos/Nochair.proto"
EXTERNPROTO "https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/appearances/protos/Nolook.proto"
Nobot { controller "c" }
DEF CHAIR Nochair { translation 1 2 3 rotation 0 0 1 2 size 7 }
Nochair { }
Solid { children [ DEF S Shape { appearance Nolook { colorOverride 0.5 0.25 0 } } ] }
)");
  INFO(project.rendered());
  CHECK(project.count(DiagnosticKind::MissingProto) == 1);
  CHECK(project.count(DiagnosticKind::MissingScenery) == 2);
  CHECK(project.diagnostics.all().size() == 3);
  std::string text = project.rendered();
  CHECK(text.find("looked for: Nobot.proto in ") != std::string::npos);
  CHECK(text.find("the built-in library has none") != std::string::npos);
  Node* chair = world->find_def("CHAIR");
  REQUIRE(chair);
  CHECK(chair->type().name() == "Pose");
  CHECK(chair->get<Vec3>("translation") == Vec3{1, 2, 3});
  CHECK(chair->get<Rotation>("rotation") == Rotation{0, 0, 1, 2});
  CHECK(world->find_def("S")->node("appearance")->get<Color>("baseColor") == Color{0.5, 0.25, 0});
  CHECK(project.uses.size() == 3);
}

TEST_CASE("files from before R2022b find PROTOs by name") {
  Project project;
  project.file(
      "protos/sub/Old.proto",
      "#VRML_SIM V8.5 utf8\nPROTO Old [ field SFVec3f translation 0 1 0 ]\n{ Solid { translation IS translation } }\n");
  auto world = project.load("DEF O Old { translation 0 2 0 }\n", "R2021a");
  INFO(project.rendered());
  CHECK(project.diagnostics.errors() == 0);
  REQUIRE(world->find_def("O"));
  CHECK(world->find_def("O")->get<Vec3>("translation") == Vec3{0, 2, 0});
}

TEST_CASE("a newer file is told which declaration it lacks") {
  Project project;
  auto world = project.load("TexturedBackground { }\n");
  INFO(project.rendered());
  CHECK(project.count(DiagnosticKind::UndeclaredProto) == 1);
  CHECK(world->nodes()[1]->type().name() == "Background");
}

// Manual, PROTO Scoping Rules: "PROTO names must be unique".
TEST_CASE("declarations of one name twice, and of files that are not there, are reported") {
  Project project;
  project.file("first/Leaf.proto", "#VRML_SIM R2025a utf8\nPROTO Leaf [ ] { Solid { name \"first\" } }\n");
  project.file("second/Leaf.proto", "#VRML_SIM R2025a utf8\nPROTO Leaf [ ] { Solid { name \"second\" } }\n");
  auto world = project.load(R"(EXTERNPROTO "../first/Leaf.proto"
EXTERNPROTO "../second/Leaf.proto"
IMPORTABLE EXTERNPROTO "../second/Leaf.proto"
EXTERNPROTO "../first/Gone.proto"
IMPORTABLE EXTERNPROTO "../first/Lost.proto"
EXTERNPROTO "https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/NotUsed.proto"
DEF L Leaf { }
)");
  INFO(project.rendered());
  CHECK(project.count(DiagnosticKind::DuplicateField) == 2);
  // Webots says so too: "The first was used."
  CHECK(world->find_def("L")->get<std::string>("name") == "first");
  CHECK(project.count(DiagnosticKind::MissingScenery) == 2);
  CHECK(project.diagnostics.errors() == 0);
}

TEST_CASE("PROTOs can be declared in the world itself") {
  Project project;
  auto world = project.load(
      "PROTO Here [ field SFFloat r 1 ] { Shape { geometry Sphere { radius IS r } } }\nSolid { children [ DEF H Here { "
      "r 3 } ] }\n");
  INFO(project.rendered());
  CHECK(project.diagnostics.empty());
  CHECK(world->find_def("H")->node("geometry")->get<double>("radius") == 3);
}

TEST_CASE("a PROTO in the body of another one is refused, and no place points into an expanded text") {
  Project project;
  project.proto(
      "Outer",
      "# template language: lua\nPROTO Outer [ ]\n{\n  PROTO Inner [ field SFFloat x 1 ] { Shape { } }\n"
      "  EXTERNPROTO \"Gone.proto\"\n  Solid { hidden nonsense 1 %{= 2 }% children [ Inner { } Gone { } ] }\n}\n");
  auto world = project.load("Outer { }\n");
  const std::string text = project.rendered();
  INFO(text);
  CHECK(project.count(DiagnosticKind::BadProto) == 1);
  CHECK(text.find("Outer.proto:5:9: error: a PROTO cannot be declared in the body of another one") !=
        std::string::npos);
  CHECK(text.find("(expanded)") == std::string::npos);
}

namespace {

std::string text_of(const Span& span, const fs::path& world) {
  if (!span.source) return "-";
  const bool in_world = span.source->name() == world.string();
  return in_world ? std::string(span.text()) : fmt::format("{}:{}", span.source->name(), span.begin);
}

void number(const Node& node, std::map<const Node*, int>& numbers) {
  for_each_node_with_kept(node, [&numbers](const Node& below) { numbers.emplace(&below, int(numbers.size())); });
}

// All that a loaded instance is, but for ids and where in the world's file it stands.
void show(const Node& node, const fs::path& world, const std::map<const Node*, int>& numbers, std::string& text) {
  const auto number_of = [&numbers](const Node* of) { return numbers.contains(of) ? numbers.at(of) : -1; };
  const auto show_values = [&](const Node& of) {
    for (const FieldValue& field : of.values()) {
      text += fmt::format(" {}={}@{}", of.type().field(field.index).name, write_value(field.value),
                          text_of(field.span, world));
    }
    text += '\n';
  };
  text += fmt::format("{} {} `{}` at {} uses {}:", number_of(&node), node.type().name(), node.def(),
                      text_of(node.span(), world), node.use_of() ? number_of(node.use_of()) : -1);
  show_values(node);
  for (const ProtoInstance* record = node.proto(); record; record = record->base.get()) {
    text += fmt::format("  of {} at {} kept {}:", record->declaration->name, text_of(record->use, world),
                        record->kept.size());
    show_values(*record->parameters);
    for (const ProtoInstance::Link& link : record->links)
      text += fmt::format("    {} sets {} of {}{}\n", link.parameter, link.field, number_of(link.node),
                          link.nested ? ", nested" : "");
  }
  for_each_child(node, [&](const Node& child) { show(child, world, numbers, text); });
}

}  // namespace

// A swarm's instances are copied (ProtoSet::become_copy); one that stands alone never is.
TEST_CASE("each of many instances becomes what it becomes alone") {
  Project project;
  project.proto("Leaf", R"(# template language: lua
PROTO Leaf [ field SFFloat width 1 field SFString label "leaf" field MFNode more [] ]
{
  Solid {
    translation 0 %{= fields.width.value }% 0
    name IS label
    children [ Shape { geometry Sphere { radius IS width } } Group { children IS more } ]
  }
})");
  project.proto("Plant", R"(# template language: lua
EXTERNPROTO "Leaf.proto"
PROTO Plant [
  field SFVec3f    translation 0 0 0
  field SFString   name "plant"
  field SFString{"red", "green"} kind "red"
  field SFInt32    leaves 2
  field SFFloat    width 0.5
  field SFFloat    radius 1
  field SFString   remark ""
  field MFNode     slot []
]
{
  Solid {
    translation IS translation
    name IS name
    description IS kind
    children [
      DEF TRUNK Shape { geometry Sphere { radius IS radius } }
      %{ for i = 1, fields.leaves.value do }%
      Leaf { label "leaf %{= i }%" more [ Pose { children [ Shape { geometry Sphere { radius IS radius } } ] } ] }
      %{ end }%
      Leaf { width IS width }
      Group { children IS slot }
    ]
    boundingObject USE TRUNK
  }
})");
  const fs::path world = project.root / "worlds/test.wbt";
  const auto instance = [](int i) {
    // Each bit of a number that goes through all of them gives a parameter or not.
    const int given = (5 * i) % 64;
    std::string text = i % 7 == 3 ? fmt::format("DEF P{} Plant {{", i) : "Plant {";
    text += fmt::format(" name \"p{}\"", i);
    if (given & 1) text += fmt::format(" translation {} 0 0", i);
    if (given & 2) text += i % 3 == 0 ? " kind \"blue\"" : " kind \"green\"";
    if (given & 4) text += fmt::format(" leaves {}", 1 + i % 2);
    if (given & 8) text += fmt::format(" radius {}", i % 5 - 1);  // some are out of range
    if (given & 16) text += fmt::format(" width {}", 1 + i);
    if ((given & 32) && i % 2 == 0) text += fmt::format(" slot [ Pose {{ translation 0 0 {} }} ]", i);
    return text + " }\n";
  };
  std::string all;
  constexpr int count = 384;
  for (int i = 0; i < count; ++i) all += instance(i);
  const auto together = project.load(all);
  const std::size_t found = project.diagnostics.all().size();
  REQUIRE(together->nodes().size() == count + 1);
  std::size_t found_alone = 0;
  for (int i = 0; i < count; ++i) {
    project.diagnostics = {};
    const auto alone = project.load(instance(i));
    found_alone += project.diagnostics.all().size();
    INFO(instance(i));
    std::string one, other;
    for (auto [node, text] :
         {std::pair{together->nodes()[std::size_t(i) + 1].get(), &one}, std::pair{alone->nodes()[1].get(), &other}}) {
      std::map<const Node*, int> numbers;
      number(*node, numbers);
      show(*node, world, numbers, *text);
    }
    CHECK(one == other);
  }
  // The parameter that sets nothing is reported once a load.
  project.diagnostics = {};
  project.load("Plant { }\n");
  const std::size_t of_file = project.diagnostics.all().size();
  CHECK(found - of_file == found_alone - count * of_file);
}
