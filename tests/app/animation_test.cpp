// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What an animation needs so that Webots' public viewer shows it (resources/web/wwi of its repository: Parser,
// ImageLoader): each attribute that names a file leads to one, textures have roles, the Viewpoint says by id what it
// follows.
#include <fmt/format.h>
#include <tinyxml2.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

struct Page {
  explicit Page(const std::string& world) {
    for (const char* name : {"worlds/textures", "worlds/meshes/looks", "out", "elsewhere"})
      fs::create_directories(folder / name);
    write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\n" + world);
    for (const char* name : {"worlds/textures/a b.png", "worlds/meshes/looks/wood.png"})
      fs::copy_file(fs::path(LIGHTSOUT_SOURCE_DIR) / "tests/engine/robots/devices/quadrants.png", folder / name);
    write_file(folder / "worlds/meshes/plain.obj", triangle + "f 1 2 3\n");
    write_file(folder / "worlds/meshes/cad.obj", "mtllib looks/cad.mtl\n" + triangle + "usemtl wood\nf 1 2 3\n");
    write_file(folder / "worlds/meshes/looks/cad.mtl", "newmtl wood\nmap_Kd wood.png\nmap_Ks ../../../secret.png\n");
    write_file(folder / "secret.png", "not below the mesh");
  }
  // Run in `from`, which need not be the world's folder.
  std::string x3d(const fs::path& from) {
    const ProgramResult result = run_lightsout(
        {"run", folder / "worlds/w.wbt", "--duration", "64ms", "--quiet", "--animation", folder / "out/a.html"},
        {.directory = from});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    std::string scene = read_file(folder / "out/a.x3d");
    REQUIRE(tinyxml2::XMLDocument().Parse(scene.c_str()) ==
            tinyxml2::XML_SUCCESS);  // each element is closed by its name
    return scene;
  }
  TemporaryFolder folder;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("Attributes of an animation's scene that name files lead to copies beside the page") {
  Page page(R"(Viewpoint { }
Background { skyColor [ 0.1 0.2 0.3 ] backUrl [ "textures/a b.png" ] }
Pose { children [
  Shape {
    appearance PBRAppearance {
      baseColorMap ImageTexture { url [ "textures/a b.png" ] }
      roughnessMap ImageTexture { url [ "textures/a b.png" ] }
    }
    geometry Mesh { url "meshes/plain.obj" }
  }
  CadShape { url "meshes/cad.obj" }
] }
)");
  const std::string x3d = page.x3d(page.folder / "elsewhere");
  INFO(x3d);
  // None without a name: the viewer looks for what it names.
  CHECK(!has(x3d, "Url=\"\""));
  CHECK(!has(x3d, "url=\"\""));
  const auto leads_to = [&](const std::string& attribute, const std::string& url, const std::string& original) {
    CHECK(has(x3d, attribute + "=\"&quot;" + url + "&quot;\""));
    const std::size_t blank = url.find("%20");
    const std::string file =
        blank == std::string::npos ? url : fmt::format("{} {}", url.substr(0, blank), url.substr(blank + 3));
    REQUIRE(fs::exists(page.folder / "out" / file));
    CHECK(read_file(page.folder / "out" / file) == read_file(page.folder / "worlds" / original));
  };
  leads_to("backUrl", "a_files/0/a%20b.png", "textures/a b.png");
  leads_to("role=\"baseColorMap\" url", "a_files/0/a%20b.png", "textures/a b.png");
  leads_to("role=\"roughnessMap\" url", "a_files/0/a%20b.png", "textures/a b.png");
  leads_to("url", "a_files/1/plain.obj", "meshes/plain.obj");
  leads_to("url", "a_files/1/cad.obj", "meshes/cad.obj");
  CHECK(has(x3d, "<CadShape"));
  // What the mesh names comes with it, but for what does not lie below.
  CHECK(fs::exists(page.folder / "out/a_files/1/looks/cad.mtl"));
  CHECK(fs::exists(page.folder / "out/a_files/1/looks/wood.png"));
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(page.folder / "out"))
    CHECK(entry.path().filename() != "secret.png");
  // The same from the world's own folder.
  CHECK(page.x3d(page.folder / "worlds") == x3d);
}

TEST_CASE("A scene without files has no folder beside the page") {
  Page page("Viewpoint { }\nBackground { }\nSolid { children [ Shape { geometry Box { } } ] }\n");
  const std::string x3d = page.x3d(page.folder / "worlds");
  CHECK(!has(x3d, "Url"));
  CHECK(!fs::exists(page.folder / "out/a_files"));
}

TEST_CASE("An animation's Viewpoint names by id what it follows, and where it is cut off") {
  Page page("Viewpoint { follow \"chased\" near 0.2 far 70 }\nSolid { name \"other\" }\nSolid { name \"chased\" }\n");
  const std::string x3d = page.x3d(page.folder / "worlds");
  INFO(x3d);
  CHECK(has(x3d, "zNear=\"0.2\""));
  CHECK(has(x3d, "zFar=\"70\""));
  const std::size_t named = x3d.find("name=\"chased\"");
  REQUIRE(named != std::string::npos);
  const std::size_t id = x3d.rfind(" id=\"", named) + 5;
  CHECK(has(x3d, "followedId=\"" + x3d.substr(id, x3d.find('"', id) - id) + "\""));
  // Nothing is cut off far away where the field says so.
  Page endless("Viewpoint { }\n");
  CHECK(!has(endless.x3d(endless.folder / "worlds"), "zFar"));
}

TEST_CASE("Blades of propellers are in an animation") {
  Page page(R"(Viewpoint { }
Robot { children [ Propeller {
  shaftAxis 0 0 1 device RotationalMotor { }
  slowHelix Solid { name "slow" children [ Shape { geometry Box { } } ] }
  fastHelix Solid { name "fast" children [ Shape { geometry Sphere { } } ] }
} ] }
)");
  const std::string x3d = page.x3d(page.folder / "worlds");
  CHECK(has(x3d, "name=\"slow\""));
  CHECK(has(x3d, "name=\"fast\""));
}
