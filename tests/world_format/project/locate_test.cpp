// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where files are looked for, in which order, and what is missing.
#include "world_format/project/locate.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/support/temporary_folder.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/assets.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

struct Folders {
  const TemporaryFolder folder;
  const fs::path root = folder.path();

  fs::path file(const std::string& path, const std::string& text = "x") {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
    return root / path;
  }
};

const std::string url =
    "https://raw.githubusercontent.com/cyberbotics/webots/R2023b/projects/objects/solids/protos/SolidBox.proto";

}  // namespace

TEST_CASE("urls are taken apart") {
  CHECK(path_in_webots(url) == "projects/objects/solids/protos/SolidBox.proto");
  CHECK(path_in_webots("webots://projects/a/B.proto") == "projects/a/B.proto");
  CHECK(path_in_webots("https://example.org/a/B.proto").empty());
  CHECK(path_in_webots("../a/B.proto").empty());
  CHECK(proto_name_of(url) == "SolidBox");
  CHECK(kind_of_url(url) == AssetKind::Scenery);
  CHECK(kind_of_url("webots://projects/robots/x/protos/X.proto") == AssetKind::Robot);
  CHECK(kind_of_url("webots://projects/appearances/protos/X.proto") == AssetKind::Appearance);
  CHECK(kind_of_url("X.proto") == AssetKind::Unknown);
}

TEST_CASE("urls lead to projects beside the world's own, and no further") {
  Folders f;
  const fs::path world = f.file("suite/one/worlds/w.wbt");
  const fs::path shared = f.file("suite/two/protos/P.proto"), further = f.file("other/protos/P.proto");
  Locator locator(world, {}, std::nullopt);
  CHECK(locator.find_proto_url("../../two/protos/P.proto", world).path.lexically_normal() == shared);
  const Asset outside = locator.find_proto_url("../../../other/protos/P.proto", world);
  CHECK(!outside);
  CHECK(outside.looked[0].find("but it is outside of " + (f.root / "suite/one").string()) != std::string::npos);
  locator.allow_outside(true);
  CHECK(locator.find_proto_url("../../../other/protos/P.proto", world).path.lexically_normal() == further);
}

TEST_CASE("the project goes before assets, WEBOTS_HOME and the library") {
  Folders f;
  const fs::path world = f.root / "project/worlds/w.wbt";
  Locator none(world, {f.root / "assets"}, f.root / "home");
  CHECK(none.find_proto_url(url, world).place == Asset::Place::Library);
  CHECK(none.find_proto_url(url, world).path == "library:SolidBox.proto");

  f.file("home/projects/objects/solids/protos/SolidBox.proto");
  CHECK(Locator(world, {f.root / "assets"}, f.root / "home").find_proto_url(url, world).place ==
        Asset::Place::WebotsHome);
  // An assets folder need not be laid out like a Webots tree.
  f.file("assets/mine/SolidBox.proto");
  CHECK(Locator(world, {f.root / "assets"}, f.root / "home").find_proto_url(url, world).path ==
        f.root / "assets/mine/SolidBox.proto");
  // But what lies as in the tree goes before what only has the name.
  f.file("assets/projects/objects/solids/protos/SolidBox.proto");
  CHECK(Locator(world, {f.root / "assets"}, f.root / "home").find_proto_url(url, world).path ==
        f.root / "assets/projects/objects/solids/protos/SolidBox.proto");
  f.file("project/protos/deep/SolidBox.proto");
  CHECK(Locator(world, {f.root / "assets"}, f.root / "home").find_proto_url(url, world).path ==
        f.root / "project/protos/deep/SolidBox.proto");
}

TEST_CASE("assets folders go in the order given") {
  Folders f;
  const fs::path world = f.root / "project/worlds/w.wbt";
  f.file("a/T.proto");
  f.file("b/T.proto");
  CHECK(Locator(world, {f.root / "b", f.root / "a"}, {}).find_proto("T", world).path == f.root / "b/T.proto");
  CHECK(Locator(world, {f.root / "a", f.root / "b"}, {}).find_proto("T", world).path == f.root / "a/T.proto");
}

TEST_CASE("relative and absolute urls are files first") {
  Folders f;
  const fs::path world = f.file("project/worlds/w.wbt");
  const fs::path texture = f.file("project/worlds/textures/a.png");
  Locator locator(world, {}, {});
  CHECK(locator.find("textures/a.png", world).path == texture);
  CHECK(locator.find("textures\\a.png", world).path == texture);
  CHECK(locator.find(texture.string(), world).path == texture);
  CHECK(locator.find("../worlds/textures/a.png", f.root / "project/protos/P.proto").path == texture);
  // Of a PROTO: beside it, else beside the world.
  CHECK(locator.find("textures/a.png", f.root / "project/protos/P.proto").path == texture);
  const fs::path nearer = f.file("project/protos/textures/a.png");
  CHECK(locator.find("textures/a.png", f.root / "project/protos/P.proto").path == nearer);
  // A file that moved into an assets folder is found by the end of its path.
  const fs::path moved = f.file("assets/worlds/textures/b.png");
  CHECK(Locator(world, {f.root / "assets"}, {}).find("textures/b.png", world).path == moved);
}

TEST_CASE("what is missing lists each place once") {
  Folders f;
  const fs::path world = f.root / "project/worlds/w.wbt";
  Asset asset = Locator(world, {f.root / "assets"}, f.root / "home").find_proto_url("https://x.org/Nope.proto", world);
  CHECK(!asset);
  REQUIRE(asset.looked.size() == 4);
  CHECK(asset.looked[0].find("project/protos/") != std::string::npos);
  CHECK(asset.looked[1].find("(--assets)") != std::string::npos);
  CHECK(asset.looked[2].find("(WEBOTS_HOME)") != std::string::npos);
  CHECK(asset.looked[3] == "the built-in library has none");
  // Beside a world whose path is relative: as the user would write it.
  asset = Locator("worlds/w.wbt", {}, {}).find("gone.png", "worlds/w.wbt");
  CHECK(asset.looked ==
        std::vector<std::string>{"worlds/gone.png", "no --assets folder given", "WEBOTS_HOME is not set"});
}

TEST_CASE("old files get what they mean by a name") {
  Locator locator("/nowhere/worlds/w.wbt", {}, {});
  CHECK(locator.find_proto("Wall", "/nowhere/worlds/w.wbt").path == "library:Wall.proto");
  CHECK(locator.find_proto("Wall", "/nowhere/worlds/w.wbt", {"y_up/"}).path == "library:y_up/Wall.proto");
  // A textured box is the same in both.
  CHECK(locator.find_proto("TexturedBox", "/nowhere/worlds/w.wbt", {"y_up/"}).path == "library:TexturedBox.proto");
}

TEST_CASE("missing files are warnings where they are seen, errors where they are collided with") {
  Folders f;
  f.file("project/worlds/there.png");
  const fs::path world = f.file("project/worlds/w.wbt", R"(#VRML_SIM R2025a utf8
DEF A Solid {
  children [
    Shape { appearance PBRAppearance { baseColorMap ImageTexture { url "there.png" } } geometry Mesh { url "seen.stl" } }
    Shape { appearance PBRAppearance { baseColorMap ImageTexture { url "gone.png" } } geometry DEF M Mesh { url "solid.stl" } }
    Shape { appearance PBRAppearance { baseColorMap ImageTexture { url "gone.png" } } }
  ]
  boundingObject USE M
}
)");
  Diagnostics diagnostics;
  std::vector<AssetUse> uses;
  LoadOptions options;
  options.assets_used = &uses;
  auto loaded = load_world(world, options, diagnostics);
  std::string text;
  for (const Diagnostic& d : diagnostics.sorted()) text += render(d, false);
  INFO(text);
  CHECK(diagnostics.errors() == 1);
  CHECK(text.find("error: `solid.stl` was not found: it cannot be collided with") != std::string::npos);
  CHECK(text.find("warning: `seen.stl` was not found: it is left out") != std::string::npos);
  CHECK(text.find("warning: `gone.png` was not found") != std::string::npos);
  CHECK(diagnostics.warnings() == 2);
  CHECK(uses.size() == 4);
  const Node& texture = *loaded->find_def("A")->nodes("children")[0]->node("appearance")->node("baseColorMap");
  CHECK(asset_path(*loaded, "there.png", texture.span_of("url")) == f.root / "project/worlds/there.png");
  CHECK(!asset_path(*loaded, "gone.png", texture.span_of("url")));
}
