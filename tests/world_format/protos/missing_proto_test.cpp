// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a world lacks when a PROTO was not found: scenery is a warning, what carries or moves is an error.
#include <catch2/catch.hpp>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/protos/proto.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct Loaded {
  Diagnostics diagnostics;
  std::unique_ptr<World> world;
  explicit Loaded(const std::string& text, bool allow = false) {
    LoadOptions options;
    options.allow_missing_protos = allow;
    world = load_world_text(text, "/nowhere/worlds/test.wbt", options, diagnostics);
  }
  int count(DiagnosticKind kind) const {
    int found = 0;
    for (const Diagnostic& d : diagnostics.all()) found += d.kind == kind;
    return found;
  }
};

const std::string old = "#VRML_SIM R2021a utf8\nWorldInfo { }\n";

}  // namespace

TEST_CASE("a missing PROTO that carries or moves is an error, by its name, its use or where it comes from") {
  for (const char* node : {"MyArena { }", "HumanoidSoccerField { }", "KITCHEN_TABLE { }", "GroundPlane { }",
                           "OffroadTerrain2 { }", "DEF FLOOR Thing { }", "Thing { name \"warehouse floor\" }",
                           "TinkerbotsLightSensor { }", "LinearMotorUnit { }", "Thing { hidden position_0_0 0.5 }"}) {
    INFO(node);
    const Loaded loaded(old + node);
    CHECK(loaded.count(DiagnosticKind::MissingProto) == 1);
    CHECK(loaded.count(DiagnosticKind::MissingScenery) == 0);
    // Allowed, it is left out with a warning.
    const Loaded allowed(old + node, true);
    CHECK(allowed.diagnostics.errors() == 0);
    CHECK(allowed.count(DiagnosticKind::MissingScenery) == 1);
    REQUIRE(allowed.world);
    CHECK(allowed.world->protos->left_out().size() == 1);
  }
  for (const char* node : {"TableLamp { }", "FloorFlowers { }", "Vegetable { }", "StableDoor { }", "NoSuchPlant { }",
                           "Thing { hidden linearVelocity_0 0 0 1 }"}) {
    INFO(node);
    const Loaded loaded(old + node);
    CHECK(loaded.count(DiagnosticKind::MissingProto) == 0);
    CHECK(loaded.count(DiagnosticKind::MissingScenery) == 1);
  }
  const Loaded by_folder(
      "#VRML_SIM R2025a utf8\nEXTERNPROTO "
      "\"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/floors/protos/Thing.proto\"\n"
      "Thing { }\n");
  CHECK(by_folder.count(DiagnosticKind::MissingProto) == 1);
  // A look is no thing.
  const Loaded look(old + "Solid { children [ Shape { appearance TiledFloor { } geometry Box { } } ] }");
  CHECK(look.diagnostics.errors() == 0);
  CHECK(look.world->protos->left_out().empty());
}

TEST_CASE("a world tells which of its PROTOs the library approximates") {
  const Loaded loaded(old + "Table { }\nOilBarrel { }\nSofa { }\nSofa { name \"other\" }\n");
  CHECK(loaded.diagnostics.errors() == 0);
  const auto names = loaded.world->protos->approximations();
  CHECK(std::count(names.begin(), names.end(), "Sofa") == 1);
}
