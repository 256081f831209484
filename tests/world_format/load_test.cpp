// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A world read as a whole: tree, defaults, DEF/USE, and reading on after errors.
#include "world_format/load.h"

#include <catch2/catch.hpp>
#include <numbers>

#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

std::unique_ptr<World> load(std::string text, Diagnostics& diagnostics) {
  return load_world_text(std::move(text), "/nowhere/worlds/test.wbt", {}, diagnostics);
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
  CHECK(
      rendered(diagnostics) ==
      "/nowhere/worlds/test.wbt:3:3: warning: Solid has no field `tranlation`: skipped; did you mean `translation`? "
      "[unknown-field]\n"
      "    tranlation 0 0 0\n"
      "    ^~~~~~~~~~\n"
      "/nowhere/worlds/test.wbt:5:3: error: expected 4 numbers for each value of `rotation`, found `name` "
      "[unexpected-token]\n"
      "    name 3\n"
      "    ^~~~\n"
      "/nowhere/worlds/test.wbt:5:8: error: expected a string for `name`, found `3` [unexpected-token]\n"
      "    name 3\n"
      "         ^\n"
      "/nowhere/worlds/test.wbt:6:14: warning: unknown node `Sphrere`: skipped; did you mean `Sphere`? [unknown-node]\n"
      "    children [ Sphrere { } Shape { geometry Box { size 1 1 inf } } ]\n"
      "               ^~~~~~~\n"
      "/nowhere/worlds/test.wbt:6:58: error: `size` must be a finite number [bad-number]\n"
      "    children [ Sphrere { } Shape { geometry Box { size 1 1 inf } } ]\n"
      "                                                           ^~~\n"
      "/nowhere/worlds/test.wbt:8:24: error: no DEF `NOBODY` above this USE [unknown-def]\n"
      "  Group { children [ USE NOBODY ]\n"
      "                         ^~~~~~\n"
      "/nowhere/worlds/test.wbt:9:1: error: the file ends inside of `Group` [unclosed-brace]\n"
      "/nowhere/worlds/test.wbt:8:7: note: opened here\n"
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

// The ranges of Webots: WbSphere (3 to 32 where it is not made from an icosahedron), WbAbstractCamera (any positive
// angle), WbFluid (a density of 0), WbWorldInfo (any positive step).
TEST_CASE("values at the ends of their ranges are taken") {
  Diagnostics diagnostics;
  load(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 0.5 }\nShape { geometry Sphere { ico FALSE subdivision 24 } }\n"
      "Robot { children [ Lidar { fieldOfView 6.2832 } DistanceSensor { aperture 6.2832 } ] }\n"
      "Fluid { density 0 }\n",
      diagnostics);
  INFO(rendered(diagnostics));
  CHECK(diagnostics.empty());
}

// What Webots puts in the place of values that cannot work together (WbCamera::updateNear, WbRangeFinder, WbLidar,
// WbZoom, WbFocus).
TEST_CASE("values of devices that contradict one another are replaced, and each is reported") {
  struct Case {
    const char *node, *field;
    double used;
  };
  for (const Case& c : {
           Case{"Camera { near 5 far 2 }", "near", 2},
           Case{"RangeFinder { minRange 5 maxRange 3 }", "minRange", 2},
           Case{"RangeFinder { minRange 5 maxRange 0.5 }", "minRange", 0},
           Case{"RangeFinder { near 2 minRange 0.5 }", "near", 0.5},
           Case{"Lidar { minRange 2 maxRange 1 }", "maxRange", 3},
           Case{"Lidar { near 3 minRange 0.1 }", "near", 0.1},
           Case{"Lidar { minFrequency 20 maxFrequency 10 }", "minFrequency", 10},
           Case{"Lidar { defaultFrequency 1000 }", "defaultFrequency", 25},
           Case{"Lidar { defaultFrequency 0.5 }", "defaultFrequency", 1},
           Case{"Lidar { fieldOfView 7 }", "fieldOfView", 1.5708},
           Case{"Lidar { projection \"planar\" fieldOfView 4 }", "fieldOfView", 1.5708},
           Case{"Lidar { verticalFieldOfView 4 }", "verticalFieldOfView", std::numbers::pi},
           Case{"Lidar { verticalFieldOfView -1 }", "verticalFieldOfView", 0.1},
       }) {
    INFO(c.node);
    Diagnostics diagnostics;
    const auto world =
        load("#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { children [ " + std::string(c.node) + " ] }\n", diagnostics);
    INFO(rendered(diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].kind == DiagnosticKind::OutOfRange);
    CHECK(diagnostics.all()[0].span);
    CHECK(world->nodes()[1]->nodes("children")[0]->get<double>(c.field) == c.used);
  }
  Diagnostics diagnostics;
  const auto world = load(
      "#VRML_SIM R2025a utf8\nWorldInfo { }\nDirectionalLight { direction 0 0 0 }\nRobot { children [ Camera {\n"
      "zoom Zoom { minFieldOfView 2 maxFieldOfView 1 }\n"
      "focus Focus { minFocalDistance 3 maxFocalDistance 2 } } Lidar { type \"rotating\" projection \"planar\" "
      "fieldOfView 4 "
      "} ] }\n",
      diagnostics);
  INFO(rendered(diagnostics));
  CHECK(diagnostics.all().size() == 3);
  CHECK(world->nodes()[1]->get<Vec3>("direction") == Vec3{0, 0, -1});
  const Node& camera = *world->nodes()[2]->nodes("children")[0];
  CHECK(camera.node("zoom")->get<double>("minFieldOfView") == 1);
  CHECK(camera.node("focus")->get<double>("minFocalDistance") == 2);
}

// WbLidar::updateHorizontalResolution. Pixels are square, so W columns of the view F are W V / F + 1 rows of the
// vertical view V, rounded up, and of those there are at least as many as layers L. Else there are L F / V columns, of
// a rotating one 2 pi / F times as many, rounded down.
TEST_CASE("a lidar has as many columns as its layers need") {
  struct Case {
    const char* fields;
    int columns;
    bool is_reported;
  };
  for (const Case& c : {
           // 10 x 0.2 / 1 + 1 = 3.
           Case{"horizontalResolution 10 numberOfLayers 3 fieldOfView 1 verticalFieldOfView 0.2", 10, false},
           Case{"horizontalResolution 10 numberOfLayers 4 fieldOfView 1 verticalFieldOfView 0.19", 22, true},  // 21.05
           Case{"horizontalResolution 1 numberOfLayers 1 fieldOfView 1 verticalFieldOfView 0.001", 1, false},
           // Of 10 columns all around 2 are within 1 rad: 2 x 0.2 / 1 + 1 = 1.4 rows. 20 within 1 rad are 125.66.
           Case{"type \"rotating\" horizontalResolution 10 numberOfLayers 4 fieldOfView 1 verticalFieldOfView 0.2", 125,
                true},
       }) {
    INFO(c.fields);
    Diagnostics diagnostics;
    const auto world =
        load("#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { children [ Lidar { " + std::string(c.fields) + " } ] }\n",
             diagnostics);
    INFO(rendered(diagnostics));
    CHECK(diagnostics.all().size() == c.is_reported);
    CHECK(world->nodes()[1]->nodes("children")[0]->get<std::int32_t>("horizontalResolution") == c.columns);
  }
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

// What Webots puts in the place of wrong values: WbBox 1 1 1, WbCylinder 1, WbMotor and WbJointParameters the
// magnitude, WbContactProperties 1 for each wrong coefficient, WbDamping the nearer end, WbWorldInfo 32 ms, 1e-5 and no
// negative times, WbEmitter an endless range, WbDistanceSensor the magnitude, WbRecognition 100 m
// and all objects, WbPen the nearest density, WbFieldChecker the nearest colour. No more than a whole turn is 6.2832
// rad. WbMotor only warns of negative gains.
TEST_CASE("in the place of a wrong value stands what Webots puts there") {
  Diagnostics diagnostics;
  const auto world = load(
      "#VRML_SIM R2025a utf8\n"
      "WorldInfo { basicTimeStep 0 CFM 0 physicsDisableTime -1 coordinateSystem \"UEN\" defaultDamping Damping { "
      "linear 2 "
      "} contactProperties [ ContactProperties { coulombFriction [ -2 -1 0.3 ] bounce 3 } ] }\n"
      "Robot { children [\n"
      "  HingeJoint { jointParameters HingeJointParameters { springConstant -3 stopERP -2 stopCFM 0 } device [ "
      "RotationalMotor { maxVelocity -4 maxTorque -1 controlPID -1 0 0 } ] endPoint Solid { boundingObject DEF BOX Box "
      "{ "
      "size 1 0 2 } physics Physics { density -3 mass 0 } } }\n"
      "  DistanceSensor { type \"radar\" aperture -1 numberOfRays 0 }\n"
      "  Emitter { range 0 type \"smoke\" }\n"
      "  Camera { recognition Recognition { maxRange 0 maxObjects 0 } }\n"
      "  Pen { inkDensity 1.5 }\n"
      "  RangeFinder { projection \"cylindrical\" fieldOfView 6.2832 }\n"
      "  Shape { appearance PBRAppearance { baseColor 2 -1 0.5 } geometry Cylinder { height -1 radius 0 } }\n"
      "  Shape { geometry USE BOX }\n"
      "] }\n",
      diagnostics);
  INFO(rendered(diagnostics));
  CHECK(diagnostics.errors() == 0);
  CHECK(diagnostics.warnings() == 27);
  const Node& info = world->world_info();
  CHECK(info.get<double>("basicTimeStep") == 32);
  CHECK(info.get<double>("CFM") == 1e-5);
  CHECK(info.get<double>("physicsDisableTime") == 0);
  CHECK(info.get<std::string>("coordinateSystem") == "ENU");
  CHECK(info.node("defaultDamping")->get<double>("linear") == 1);
  const Node& contact = *info.nodes("contactProperties")[0];
  CHECK(contact.get<MFFloat>("coulombFriction") == MFFloat{1, -1, 0.3});
  CHECK(contact.get<double>("bounce") == 0.5);
  const MFNode& parts = world->nodes()[1]->nodes("children");
  const Node& joint = *parts[0]->node("jointParameters");
  CHECK(joint.get<double>("springConstant") == 3);
  CHECK(joint.get<double>("stopERP") == -1);
  CHECK(joint.get<double>("stopCFM") == -1);
  const Node& motor = *parts[0]->nodes("device")[0];
  CHECK(motor.get<double>("maxVelocity") == 4);
  CHECK(motor.get<double>("maxTorque") == 10);
  CHECK(motor.get<Vec3>("controlPID") == Vec3{-1, 0, 0});
  const Node& solid = *parts[0]->node("endPoint");
  CHECK(solid.node("boundingObject")->get<Vec3>("size") == Vec3{1, 1, 1});
  CHECK(solid.node("physics")->get<double>("density") == 1000);
  CHECK(solid.node("physics")->get<double>("mass") == -1);
  CHECK(parts[1]->get<std::string>("type") == "generic");
  CHECK(parts[1]->get<double>("aperture") == 1);
  CHECK(parts[1]->get<std::int32_t>("numberOfRays") == 1);
  CHECK(parts[2]->get<double>("range") == -1);
  CHECK(parts[2]->get<std::string>("type") == "radio");
  CHECK(parts[3]->node("recognition")->get<double>("maxRange") == 100);
  CHECK(parts[3]->node("recognition")->get<std::int32_t>("maxObjects") == -1);
  CHECK(parts[4]->get<double>("inkDensity") == 1);
  CHECK(parts[5]->get<double>("fieldOfView") == 6.2832);
  CHECK(parts[6]->node("appearance")->get<Color>("baseColor") == Color{1, 0, 0.5});
  CHECK(parts[6]->node("geometry")->get<double>("height") == 1);
  CHECK(parts[6]->node("geometry")->get<double>("radius") == 1);
  // A copy has what its original has.
  CHECK(parts[7]->node("geometry")->get<Vec3>("size") == Vec3{1, 1, 1});
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
    CHECK(diagnostics.all()[0].kind == DiagnosticKind::PhysicalValue);
    CHECK(diagnostics.all()[0].message ==
          "the grid has 10000000000 points, but only 1 heights: the limit is 1000000 points (--limit missing_heights=N "
          "raises it)");
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

// Manual, LED: "either be empty or contain only one" colour where it is gradual, PointLight and SpotLight, "cannot be
// USE nodes"; the first child "should be either a Shape, a Light or a Group" (WbLED, WbCharger). Connector: passive
// ones cannot be locked (WbConnector). Robot, Charger: a battery has three values.
TEST_CASE("what cannot light up, and what nobody can use, is reported") {
  const auto warnings = [](const std::string& nodes) {
    Diagnostics diagnostics;
    load("#VRML_SIM R2025a utf8\nWorldInfo { }\n" + nodes, diagnostics);
    INFO(rendered(diagnostics));
    CHECK(diagnostics.errors() == 0);
    return diagnostics.warnings();
  };
  const auto in_robot = [&](const std::string& nodes) { return warnings("Robot { children [ " + nodes + " ] }"); };
  const std::string shape = "Shape { appearance PBRAppearance { } geometry Box { } }";
  CHECK(in_robot("LED { gradual TRUE color [ 1 0 0 ] children [ " + shape + " ] }") == 0);
  CHECK(in_robot("LED { gradual TRUE color [ 1 0 0, 0 1 0 ] children [ " + shape + " ] }") == 1);
  CHECK(in_robot("LED { gradual TRUE color [ ] }") == 0);
  CHECK(in_robot("LED { children [ Shape { geometry Box { } } ] }") == 1);
  CHECK(in_robot("LED { children [ Group { children [ Shape { geometry Box { } } PointLight { } ] } ] }") == 0);
  CHECK(in_robot("LED { children [ DirectionalLight { } ] }") == 1);
  CHECK(in_robot("Shape { appearance DEF A PBRAppearance { } } LED { children [ Shape { appearance USE A } ] }") == 1);
  CHECK(in_robot("Connector { type \"passive\" isLocked TRUE }") == 1);
  CHECK(in_robot("Connector { type \"active\" isLocked TRUE }") == 0);
  CHECK(warnings("Charger { battery [ 1 10 1 ] children [ " + shape + " ] }") == 0);
  CHECK(warnings("Charger { battery [ 1 10 ] }") == 1);
  CHECK(warnings("Charger { children [ Group { } ] }") == 1);
  // WbRadar: minRange below maxRange, maxRadialSpeed -1 or from minRadialSpeed on.
  CHECK(in_robot("Radar { minRange 5 maxRange 5 }") == 1);
  CHECK(in_robot("Radar { minRadialSpeed 1 maxRadialSpeed 0.5 }") == 1);
  CHECK(in_robot("Radar { minRadialSpeed 1 maxRadialSpeed -1 }") == 0);
  CHECK(warnings("Solid { children [ GPS { } ] }") == 1);
  CHECK(warnings("Solid { children [ Connector { type \"passive\" } ] }") == 0);
}
