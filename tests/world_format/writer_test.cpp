// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reading what was written gives an equal tree.
#include "world_format/writer.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

std::unique_ptr<World> load(std::string text) {
  Diagnostics diagnostics;
  auto world = load_world_text(std::move(text), "/nowhere/worlds/test.wbt", {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) UNSCOPED_INFO(render(diagnostic, false));
  CHECK(diagnostics.empty());
  return world;
}

void check_equal(const World& a, const World& b) {
  REQUIRE(a.nodes().size() == b.nodes().size());
  for (std::size_t i = 0; i < a.nodes().size(); ++i) {
    INFO(write_node(*a.nodes()[i]) << "\n---\n" << write_node(*b.nodes()[i]));
    CHECK(Value(a.nodes()[i]->clone()).equals(Value(b.nodes()[i]->clone())));
  }
}

}  // namespace

TEST_CASE("a written world reads back equal") {
  const auto world = load(
      "#VRML_SIM R2025a utf8\n"
      "WorldInfo { info [ \"a \\\"quoted\\\" \\\\ line\" \"\" ] gravity 0.1 }\n"
      "DEF A Solid { translation 1e-300 -0 123456789.123456789 rotation 0 1 0 3.141592653589793 \n"
      "  hidden linearVelocity_0 0.1 0.2 0.3\n"
      "  children [ DEF B Pose { children [ DEF C Shape { geometry Box { size .1 .2 .3 } } USE C ] } USE B USE C ]\n"
      "  boundingObject USE B recognitionColors [ 1 0 0, 0 0.333333333333333314829616256247390992939472198486328125 0 "
      "]\n"
      "  physics Physics { centerOfMass 0 0 1 inertiaMatrix [ 1 1 1, 0 0 0 ] } }\n"
      "Group { children [ ] }\n");
  const std::string written = write_world(*world);
  INFO(written);
  const auto again = load(written);
  check_equal(*world, *again);
  CHECK(write_world(*again) == written);
  Node* solid = again->find_def("A");
  REQUIRE(solid);
  CHECK(solid->get<Vec3>("linearVelocity") == Vec3{0.1, 0.2, 0.3});
  CHECK(solid->node("boundingObject")->use_of() == again->find_def("B"));
}

TEST_CASE("numbers keep their shortest spelling") {
  CHECK(write_value(Value(0.1)) == "0.1");
  CHECK(write_value(Value(1e300)) == "1e+300");
  CHECK(write_value(Value(-2.0)) == "-2");
  CHECK(write_value(Value(Vec3{1, 0.5, 1e-7})) == "1 0.5 1e-07");
  CHECK(write_value(Value(MFFloat{1})) == "[ 1 ]");
  CHECK(write_value(Value(MFVec2f{{1, 2}, {3, 4}})) == "[\n  1 2, 3 4\n]");
  CHECK(write_value(Value(std::string("say \"a\\b\""))) == "\"say \\\"a\\\\b\\\"\"");
}

TEST_CASE("instances of PROTOs can be kept as they were written") {
  const auto world = load(
      "#VRML_SIM R2025a utf8\n"
      "EXTERNPROTO \"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/x/SolidBox.proto\"\n"
      "PROTO Ball [ field SFFloat radius 1 ] { Solid { boundingObject Sphere { radius IS radius } } }\n"
      "DEF B SolidBox { size 1 2 0.25 physics DEF P Physics { } }\nSolidBox { translation 0 0 1 physics USE P }\n"
      "Ball { radius 0.25 }\n");
  WriteOptions options;
  options.keep_protos = true;
  const std::string written = write_node(*world->nodes()[1], options);
  CHECK(written == "DEF B SolidBox {\n  size 1 2 0.25\n  physics DEF P Physics {\n  }\n}");
  CHECK(write_node(*world->nodes()[1]).find("Box {") != std::string::npos);
  // One that the world itself declares is written as what it became, for its declaration is not.
  CHECK(write_node(*world->nodes()[3], options).find("Sphere {\n    radius 0.25") != std::string::npos);
}

TEST_CASE("PROTOs that stand otherwise in today's files are written as what they became") {
  // An EPuck of version 6 is a DifferentialWheels, an E-puck of today a Robot; a Wall of then is 2.4 m high along y.
  WriteOptions options;
  options.keep_protos = true;
  const auto world = load("#VRML_SIM V6.0 utf8\nEPuck { }\nWall { }\n");
  CHECK(write_node(*world->nodes()[1], options).starts_with("DifferentialWheels {"));
  CHECK(write_node(*world->nodes()[2], options).find("size 0.2 1 2.4") != std::string::npos);
}

TEST_CASE("a name that another node hides is not used") {
  // Both DEFs are called A; the USE in the middle refers to the first, the one at the end to the second.
  const auto world = load(
      "#VRML_SIM R2025a utf8\nDEF A Shape { geometry Box { } } Solid { boundingObject USE A } DEF A Shape { geometry "
      "Sphere {"
      " } } Solid { boundingObject USE A }");
  // The first USE moves behind the second DEF.
  MFNode nodes = world->release_nodes();
  std::swap(nodes[2], nodes[3]);
  World moved;
  for (NodePtr& node : nodes) moved.append(std::move(node));
  const auto again = load(write_world(moved));
  REQUIRE(again->nodes().size() == 5);
  CHECK(again->nodes()[3]->node("boundingObject")->node("geometry")->is_a("Box"));
  CHECK(again->nodes()[4]->node("boundingObject")->node("geometry")->is_a("Sphere"));
}

TEST_CASE("every world of the tree reads back equal, expanded or not") {
  namespace fs = std::filesystem;
  std::vector<fs::path> worlds;
  for (const char* folder : {"/worlds", "/tests"})
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator(std::string(LIGHTSOUT_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".wbt") worlds.push_back(entry.path());
  std::sort(worlds.begin(), worlds.end());
  int read = 0;
  for (const fs::path& path : worlds) {
    INFO(path.string());
    Diagnostics diagnostics;
    const auto world = load_world(path, {}, diagnostics);
    // Files that are wrong on purpose lie in these folders of tests/.
    const auto lies_in = [&path](const char* folder) { return path.string().find(folder) != std::string::npos; };
    const bool may_be_wrong = lies_in("/diagnostics/") || lies_in("/fuzz/") || lies_in("/hostile/");
    if (diagnostics.errors() > 0 && may_be_wrong) continue;
    REQUIRE(world);
    REQUIRE(diagnostics.errors() == 0);
    ++read;
    for (const bool keep_protos : {false, true}) {
      INFO("keep_protos " << keep_protos);
      WriteOptions options;
      options.keep_protos = keep_protos;
      const std::string written = write_world(*world, options);
      Diagnostics again;
      const auto copy = load_world_text(written, path.string(), {}, again);
      CHECK(again.errors() == 0);
      check_equal(*world, *copy);
      CHECK(write_world(*copy, options) == written);
    }
  }
  CHECK(read > 20);
}

TEST_CASE("a world that is saved keeps its declarations, invents none, and leaves out what has its default") {
  const auto world = load(
      "#VRML_SIM R2025a utf8\n"
      "EXTERNPROTO \"webots://projects/objects/solids/protos/SolidBox.proto\"\n"
      "PROTO Lamp [ field SFNode shape Sphere { radius 0.5 } ] { Shape { geometry IS shape } "
      "}\n"
      "WorldInfo { basicTimeStep 32 gravity 9.81 title \"t\" }\n"
      "DEF A SolidBox { size 1 2 3 name \"crate\" translation 0 0 1 physics NULL }\n"
      "Solid { translation 0 0 0 name \"solid\" children [ ] rotation 0 0 1 0.5 }\n"
      "Lamp { }\n");
  const std::string saved = write_world(*world, {.keep_protos = true, .live = true});
  INFO(saved);
  CHECK(saved.find("\nEXTERNPROTO \"webots://projects/objects/solids/protos/SolidBox.proto\"\n") != std::string::npos);
  CHECK(saved.find("WorldInfo {\n  title \"t\"\n}") != std::string::npos);
  CHECK(saved.find("DEF A SolidBox {\n  size 1 2 3\n  name \"crate\"\n}") != std::string::npos);
  CHECK(saved.find("\nSolid {\n  rotation 0 0 1 0.5\n}") != std::string::npos);
  check_equal(*world, *load(saved));

  // A PROTO that the file does not declare is found here, but not elsewhere: what it became is written.
  Diagnostics diagnostics;
  const auto by_name =
      load_world_text("#VRML_SIM R2025a utf8\nSolidBox { name \"b\" }\n", "/nowhere/worlds/test.wbt", {}, diagnostics);
  const std::string expanded = write_world(*by_name, {.keep_protos = true, .live = true});
  CHECK(expanded.find("EXTERNPROTO") == std::string::npos);
  CHECK(expanded.find("SolidBox") == std::string::npos);
  check_equal(*by_name, *load(expanded));
}
