// A world read as a whole: tree, defaults, DEF/USE, and reading on after errors.
#include "world_format/load.h"

#include <catch2/catch.hpp>

using namespace lightsout;

namespace {

std::unique_ptr<World> load(std::string text, Diagnostics& diagnostics) {
  return load_world_text(std::move(text), "test.wbt", {}, diagnostics);
}

std::string rendered(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) all += render(diagnostic, false);
  return all;
}

}  // namespace

TEST_CASE("every node type can be read") {
  for (const std::string_view name : node_type_names()) {
    const NodeType* type = find_node_type(name);
    REQUIRE(type);
    CHECK(type->name() == name);
    CHECK(type->is_a("Node"));
    for (FieldIndex i = 0; i < type->field_count(); ++i) {
      INFO(name << "." << type->field(i).name);
      CHECK(!type->field(i).documentation.empty());
      CHECK(type->field(i).default_value.type() == type->field(i).type);
      if (type->field(i).type == FieldType::SFNode || type->field(i).type == FieldType::MFNode)
        for (const std::string& choice : type->field(i).choices) CHECK(find_node_type(choice));
    }
  }
}

TEST_CASE("a world becomes a tree") {
  Diagnostics diagnostics;
  const auto world = load(
      "#VRML_SIM R2025a utf8\r\n"
      "# a comment\r\n"
      "WorldInfo { basicTimeStep 16, gravity +9.5 info \"single\" contactProperties ContactProperties { bounce .5 } "
      "}\r\n"
      "DEF BALL Solid { translation 0,1,2 rotation 0 0 1 1e-3 children [ DEF S Shape { geometry Sphere { radius 5. } } "
      "]\r\n"
      "  boundingObject USE S physics Physics { density -1 mass 2 centerOfMass [ 1 2 3 ] } name \"a \\\"b\\\" \\\\ c\" "
      "}\r\n",
      diagnostics);
  INFO(rendered(diagnostics));
  REQUIRE(diagnostics.empty());
  REQUIRE(world->nodes().size() == 2);
  CHECK(world->world_info().get<double>("basicTimeStep") == 16);
  CHECK(world->world_info().get<double>("gravity") == 9.5);
  CHECK(world->world_info().get<MFString>("info") == MFString{"single"});
  CHECK(world->world_info().nodes("contactProperties").at(0)->get<double>("bounce") == 0.5);
  Node* ball = world->find_def("BALL");
  REQUIRE(ball);
  CHECK(ball->get<Vec3>("translation") == Vec3{0, 1, 2});
  CHECK(ball->get<Rotation>("rotation") == Rotation{0, 0, 1, 0.001});
  CHECK(ball->get<std::string>("name") == "a \"b\" \\ c");
  CHECK(ball->get<std::string>("contactMaterial") == "default");
  Node* bounding = ball->node("boundingObject");
  REQUIRE(bounding);
  CHECK(bounding->use_of() == world->find_def("BALL.S"));
  CHECK(bounding->node("geometry")->get<double>("radius") == 5);
  CHECK(bounding->node("geometry")->use_of() == world->find_def("S")->node("geometry"));
  CHECK(bounding->parent() == ball);
  CHECK(ball->span_of("translation").text() == "0,1,2");
}

TEST_CASE("errors are located and reading goes on") {
  Diagnostics diagnostics;
  const auto world = load(
      "#VRML_SIM R2025a utf8\n"
      "Solid {\n"
      "  tranlation 0 0 0\n"
      "  rotation 0 0 1\n"
      "  name 3\n"
      "  children [ Sphrere { } Shape { geometry Box { size 1 1 inf } } ]\n"
      "}\n"
      "Group { children [ USE NOBODY ]\n",
      diagnostics);
  REQUIRE(world);
  CHECK(rendered(diagnostics) ==
        "test.wbt:3:3: warning: Solid has no field `tranlation`: skipped; did you mean `translation`? [unknown-field]\n"
        "    tranlation 0 0 0\n"
        "    ^~~~~~~~~~\n"
        "test.wbt:5:3: error: expected 4 numbers for each value of `rotation`, found `name` [unexpected-token]\n"
        "    name 3\n"
        "    ^~~~\n"
        "test.wbt:5:8: error: expected a string for `name`, found `3` [unexpected-token]\n"
        "    name 3\n"
        "         ^\n"
        "test.wbt:6:14: warning: unknown node `Sphrere`: skipped; did you mean `Sphere`? [unknown-node]\n"
        "    children [ Sphrere { } Shape { geometry Box { size 1 1 inf } } ]\n"
        "               ^~~~~~~\n"
        "test.wbt:6:58: error: `size` must be a finite number [bad-number]\n"
        "    children [ Sphrere { } Shape { geometry Box { size 1 1 inf } } ]\n"
        "                                                           ^~~\n"
        "test.wbt:8:24: error: no DEF `NOBODY` above this USE [unknown-def]\n"
        "  Group { children [ USE NOBODY ]\n"
        "                         ^~~~~~\n"
        "test.wbt:9:1: error: the file ends inside of `Group` [unclosed-brace]\n"
        "test.wbt:8:7: note: opened here\n"
        "  Group { children [ USE NOBODY ]\n"
        "        ^\n");
  CHECK(world->nodes().size() == 3);  // the WorldInfo that the file lacks comes first
}

TEST_CASE("nodes that are left out leave no references behind") {
  // Found by fuzzing: a field given twice, and a USE of what is in one of the values.
  Diagnostics diagnostics;
  const auto world = load(
      "#VRML_SIM V6.0 utf8\n"
      "Solid { children [ DEF S Shape { geometry Cylinder { } } ] boundingObject USE S children [ DEF T Shape { } ] }\n"
      "Solid { boundingObject USE S children [ USE T ] }\n"
      "Solid { children [ Shape { geometry IndexedFaceSet { color DEF C Color { } } } Shape { geometry PointSet { "
      "color USE C"
      " } } ] }\n",
      diagnostics);
  INFO(rendered(diagnostics));
  CHECK(diagnostics.errors() == 0);
  CHECK(diagnostics.warnings() == 1);
  REQUIRE(world->nodes().size() == 4);
  CHECK(world->nodes()[2]->node("boundingObject"));
  CHECK(world->nodes()[2]->nodes("children").empty());
}

// Of several nodes of one name USE means the nearest before it (manual, "DEF and USE"): inside of a node of that name
// one that stands above, behind it the innermost (WbNodeReader::readNode).
TEST_CASE("a name may be taken again by a node that uses it") {
  Diagnostics diagnostics;
  const auto world = load(
      "#VRML_SIM R2025a utf8\nDEF A Shape { geometry Box { } }\nDEF A Pose { children [ USE A ] }\n"
      "Group { children [ USE A ] }\nDEF B Group { children [ DEF B Pose { } ] }\nGroup { children [ USE B ] }\n",
      diagnostics);
  INFO(rendered(diagnostics));
  CHECK(diagnostics.empty());
  REQUIRE(world->nodes().size() == 6);
  CHECK(world->nodes()[2]->nodes("children")[0]->type().name() == "Shape");
  CHECK(world->nodes()[3]->nodes("children")[0]->type().name() == "Pose");
  CHECK(world->nodes()[3]->nodes("children")[0]->nodes("children")[0]->type().name() == "Shape");
  CHECK(world->nodes()[5]->nodes("children")[0]->type().name() == "Pose");
}

// Manual, "Slot": pairs of equal types or opposite genders, an empty type matches any, and a lone Slot holds nothing.
TEST_CASE("slots hold what their types let them") {
  for (const auto& [slot, holds] : {
           std::pair{R"(type "a" endPoint Slot { type "a" endPoint Solid { } })", true},
           {R"(type "a" endPoint Slot { endPoint Solid { } })", true},
           {R"(endPoint Slot { type "a" endPoint Solid { } })", true},
           {R"(type "a+" endPoint Slot { type "a-" endPoint Solid { } })", true},
           {R"(type "a" endPoint Slot { type "b" endPoint Solid { } })", false},
           {R"(type "a+" endPoint Slot { type "a+" endPoint Solid { } })", false},
           {R"(type "a+" endPoint Slot { type "b-" endPoint Solid { } })", false},
           {R"(type "a" endPoint Solid { })", false},
           {R"(type "a" endPoint Slot { type "a" endPoint Slot { type "a" endPoint Solid { } } })", false},
       }) {
    INFO(slot);
    Diagnostics diagnostics;
    const auto world =
        load(std::string("#VRML_SIM R2025a utf8\nRobot { children [ Slot { ") + slot + " } ] }\n", diagnostics);
    INFO(rendered(diagnostics));
    CHECK(diagnostics.errors() == 0);
    CHECK(diagnostics.warnings() == !holds);
    const Node* at = world->nodes()[1]->nodes("children")[0].get();
    while (at && at->is_a("Slot")) at = at->node("endPoint");
    CHECK((at != nullptr) == holds);
  }
}

TEST_CASE("a grid of few characters does not fill the memory") {
  // 10^10 points at 8 bytes would be 80 GB; today's axes and those that are turned.
  for (const char* text : {"#VRML_SIM R2025a utf8\nSolid { boundingObject ElevationGrid { xDimension 100000 yDimension "
                           "100000 height [ 1 ] } }\n",
                           "#VRML_SIM R2020a utf8\nSolid { boundingObject ElevationGrid { xDimension 100000 zDimension "
                           "100000 height [ 1 ] } }\n"}) {
    Diagnostics diagnostics;
    const auto world = load(text, diagnostics);
    INFO(rendered(diagnostics));
    REQUIRE(diagnostics.errors() == 1);
    CHECK(diagnostics.all()[0].kind == DiagnosticKind::OutOfRange);
    CHECK(diagnostics.all()[0].message == "the grid has 10000000000 points, but only 1 heights: left out");
  }
  // As many as may lack a height: 1,000,000 and the one that is given, none of them more.
  for (const auto& [columns, errors] : {std::pair{1'000'001, 0}, std::pair{1'000'002, 1}}) {
    Diagnostics diagnostics;
    load("#VRML_SIM R2025a utf8\nSolid { boundingObject ElevationGrid { xDimension " + std::to_string(columns) +
             " yDimension 1 height [ 1 ] } }\n",
         diagnostics);
    CHECK(diagnostics.errors() == errors);
  }
}

TEST_CASE("diagnostics keep alive the texts that they are about") {
  // In the world, in the expanded text of a template and in the PROTO that is used there.
  Diagnostics diagnostics;
  load(
      "#VRML_SIM R2025a utf8\nPROTO P [ ] { %< for (var i = 0; i < 2; ++i) { >% Solid { mas 1 } %< } >% }\nP { "
      "}\nGruop { "
      "}\n",
      diagnostics);
  REQUIRE(diagnostics.all().size() > 2);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    INFO(diagnostic.message);
    REQUIRE(diagnostic.span);
    CHECK(diagnostic.source.get() == diagnostic.span.source);
    for (const DiagnosticNote& note : diagnostic.notes) CHECK(note.source.get() == note.span.source);
  }
  CHECK(rendered(diagnostics).find("Gruop { }") != std::string::npos);
}
