// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Errors of syntax: all of them are found in one go, each once, and what stands around them is read as if they were not
// there.
#include <catch2/catch.hpp>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct Read {
  explicit Read(const std::string& text, bool lenient = false) {
    LoadOptions options;
    options.lenient = lenient;
    world = load_world_text("#VRML_SIM R2025a utf8\n" + text, "/nowhere/test.wbt", options, diagnostics);
    for (const Diagnostic& d : diagnostics.sorted()) told += render(d, false);
  }
  bool tells(const std::string& what) const { return told.find(what) != std::string::npos; }

  Diagnostics diagnostics;
  std::unique_ptr<World> world;
  std::string told;
};

}  // namespace

TEST_CASE("a value that cannot be read is one error, and the next field is read") {
  const Read read(
      "WorldInfo { basicTimeStep }\n"
      "DEF A Solid { translation 0 0 rotation 0 0 1 2 name unquoted model \"m\" }\n"
      "DEF B Solid { translation 0 0 zz boundingObject Box { size 1 x 1 } locked TRUE }\n"
      "Robot { controller <none> supervisor TRUE }\n");
  INFO(read.told);
  CHECK(read.diagnostics.errors() == 6);
  CHECK(read.diagnostics.warnings() == 0);
  const Node& a = *read.world->find_def("A");
  CHECK(a.get<Rotation>("rotation").angle == 2);
  CHECK(a.get<std::string>("model") == "m");
  CHECK(read.world->find_def("B")->get<bool>("locked"));
}

TEST_CASE("a brace that is missing at the end of a list ends there") {
  const Read read(
      "DEF A Solid {\n"
      "  children [\n"
      "    DEF S Shape { geometry Box { size 1 2 3 }\n"
      "  ]\n"
      "  name \"a\"\n"
      "}\n"
      "DEF B Solid { name \"b\" }\n");
  INFO(read.told);
  CHECK(read.diagnostics.errors() == 1);
  CHECK(read.diagnostics.warnings() == 0);
  CHECK(read.tells("test.wbt:5:3: error: expected } at the end of `Shape`, found `]`"));
  CHECK(read.tells("test.wbt:4:17: note: opened here"));
  CHECK(read.world->find_def("A")->get<std::string>("name") == "a");
  CHECK(read.world->find_def("B")->get<std::string>("name") == "b");
}

TEST_CASE("a bracket that is missing before the next field ends there") {
  const Read read(
      "DEF A Solid {\n"
      "  children [\n"
      "    Shape { }\n"
      "  name \"a\"\n"
      "  boundingObject Box { }\n"
      "}\n"
      "DEF B Solid { name \"b\" }\n");
  INFO(read.told);
  CHECK(read.diagnostics.errors() == 1);
  CHECK(read.tells("test.wbt:5:3: error: expected ] at the end of `children`, found `name`"));
  CHECK(read.world->find_def("A")->get<std::string>("name") == "a");
  CHECK(read.world->find_def("A")->node("boundingObject"));
  CHECK(read.world->find_def("B"));
}

TEST_CASE("a brace that is missing before the next node ends where the indentation says") {
  const Read read(
      "DEF A Solid {\n"
      "  children [\n"
      "    DEF P Pose {\n"
      "      translation 1 2 3\n"
      "    DEF Q Pose {\n"
      "      translation 4 5 6\n"
      "    }\n"
      "  ]\n"
      "  name \"a\"\n"
      "DEF B Solid {\n"
      "  name \"b\"\n"
      "}\n"
      // A node among the fields, further right: something else is missing.
      "DEF C Solid {\n"
      "  Shape { }\n"
      "  name \"c\"\n"
      "}\n");
  INFO(read.told);
  CHECK(read.diagnostics.errors() == 3);
  const World& world = *read.world;
  CHECK(world.find_def("A")->nodes("children").size() == 2);
  CHECK(world.find_def("Q")->get<Vec3>("translation") == Vec3{4, 5, 6});
  CHECK(world.find_def("A")->get<std::string>("name") == "a");
  CHECK_FALSE(world.find_def("B")->parent());
  CHECK(world.find_def("B")->get<std::string>("name") == "b");
  CHECK(world.find_def("C")->get<std::string>("name") == "c");
}

TEST_CASE("who is lenient has what is left, and the count") {
  const std::string text =
      "DEF A Solid { translation 0 0 name \"a\" boundingObject USE NOWHERE }\nSolid { name \"b\" } ]\n";
  const Read strict(text), lenient(text, true);
  CHECK(strict.diagnostics.errors() == 3);
  CHECK(strict.diagnostics.skipped() == 0);
  CHECK(lenient.diagnostics.errors() == 0);
  CHECK(lenient.diagnostics.skipped() == 3);
  CHECK(lenient.told == strict.told);
  CHECK(lenient.world->find_def("A")->get<std::string>("name") == "a");
  // What is wrong in another way goes on being so.
  const Read physical("Solid { boundingObject Mesh { url \"nothing.obj\" } translation 0 0 }\n", true);
  CHECK(physical.diagnostics.errors() == 1);
  CHECK(physical.diagnostics.skipped() == 1);
}

TEST_CASE("lines may end with a carriage return alone") {
  Diagnostics diagnostics;
  const auto world = load_world_text("#VRML_SIM R2025a utf8\r# a comment\rDEF A Solid {\r  name \"a\"\r  oops 1\r}\r",
                                     "/nowhere/test.wbt", LoadOptions(), diagnostics);
  CHECK(world->find_def("A")->get<std::string>("name") == "a");
  REQUIRE(diagnostics.warnings() == 1);
  CHECK(render(diagnostics.sorted().front(), false).starts_with("/nowhere/test.wbt:5:3: warning: Solid has no field"));
}

// The manual's "USE Exceptions".
TEST_CASE("what can be in one place only is reported where it is used again") {
  const Read read(
      "Robot { children [ DEF J HingeJoint { jointParameters DEF P HingeJointParameters { } "
      "endPoint DEF S Solid { boundingObject DEF B Box { } } } ] }\n"
      "Robot { children [ USE J, HingeJoint { jointParameters USE P endPoint Solid { boundingObject USE B } } ] }\n"
      "USE S\n");
  INFO(read.told);
  CHECK(read.diagnostics.warnings() == 3);
  CHECK(read.tells("test.wbt:3:24: warning: a HingeJoint should not be used twice"));
  CHECK(read.tells("test.wbt:3:60: warning: a HingeJointParameters should not be used twice"));
  CHECK(read.tells("test.wbt:4:5: warning: a Solid should not be used twice"));
}
