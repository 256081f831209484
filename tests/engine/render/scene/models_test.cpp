// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Meshes of files as they are seen: a square of side 1 that faces the camera.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "engine/controller_end.h"
#include "engine/rays/raycast.h"
#include "engine/scene/scene.h"
#include "engine/stage/parts.h"
#include "tests/engine/render/rendered.h"
#include "tests/engine/render/seen_folder.h"
#include "world_format/project/locate.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

double shown(double light) { return 255 * std::pow(1 - std::exp(-light), 1 / 2.2); }
double linear(double srgb) { return std::pow((srgb + 0.055) / 1.055, 2.4); }

// It looks along -x; s of its image is to the camera's right, t up.
const std::string square =
    "mtllib look.mtl\nusemtl look\n"
    "v 0 0.5 -0.5\nv 0 -0.5 -0.5\nv 0 -0.5 0.5\nv 0 0.5 0.5\n"
    "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn -1 0 0\n"
    "f 1/1/1 2/2/1 3/3/1\nf 1/1/1 3/3/1 4/4/1\n";

std::string at_2(const std::string& node) { return "Pose { translation 2 0 0 children [ " + node + " ] }\n"; }

std::string glowing(const std::string& geometry) {
  return at_2("Shape { appearance Appearance { material Material { emissiveColor 1 1 1 } } geometry " + geometry +
              " }");
}

// Pixels of the middle row that are not black, of 101 over an angle of 1: a side of 1 at distance 2 covers
// 101 (0.5 / 2) / tan(0.5) = 46.2.
int width_of(Rendered& rendered) {
  const auto image = rendered.take(Rendered::view(101, 101, 1));
  int seen = 0;
  for (int x = 0; x < 101; ++x) seen += image.gray(x, 50) > 0;
  return seen;
}

const std::string stl =
    "solid square\n"
    "facet normal -1 0 0\nouter loop\nvertex 0 0.5 -0.5\nvertex 0 -0.5 -0.5\nvertex 0 -0.5 0.5\nendloop\nendfacet\n"
    "facet normal -1 0 0\nouter loop\nvertex 0 0.5 -0.5\nvertex 0 -0.5 0.5\nvertex 0 0.5 0.5\nendloop\nendfacet\n"
    "endsolid\n";

// The same square with its z up.
const std::string collada = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert>
<diffuse><color>0.5 0.5 0.5 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0.5 -0.5 0 -0.5 -0.5 0 -0.5 0.5 0 0.5 0.5</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2" material="l"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="l" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";

// The same square as a skin: its lower corners follow the bone "root" at the origin, the upper ones "tip" 0.5 above it.
std::string skinned() {
  std::string text = collada;
  const auto put = [&](const std::string& before, const std::string& what) { text.insert(text.find(before), what); };
  put("<library_visual_scenes>", R"(<library_controllers><controller id="c"><skin source="#g">
<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="j"><Name_array id="ja" count="2">root tip</Name_array><technique_common><accessor source="#ja" count="2" stride="1">
<param name="JOINT" type="name"/></accessor></technique_common></source>
<source id="b"><float_array id="ba" count="32">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 -0.5 0 0 0 1</float_array>
<technique_common><accessor source="#ba" count="2" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor>
</technique_common></source>
<source id="w"><float_array id="wa" count="1">1</float_array><technique_common><accessor source="#wa" count="1" stride="1">
<param name="WEIGHT" type="float"/></accessor></technique_common></source>
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights count="4"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
<vcount>1 1 1 1</vcount><v>0 0 0 0 1 0 1 0</v></vertex_weights></skin></controller></library_controllers>
)");
  put("<node><instance_geometry",
      R"(<node id="root" sid="root" name="root" type="JOINT"><node id="tip" sid="tip" name="tip"
type="JOINT"><translate>0 0 0.5</translate></node></node>
)");
  const std::string geometry = "<instance_geometry url=\"#g\">",
                    controller = "<instance_controller url=\"#c\"><skeleton>#root</skeleton>";
  text.replace(text.find(geometry), geometry.size(), controller);
  const std::string end = "</instance_geometry>";
  text.replace(text.find(end), end.size(), "</instance_controller>");
  return text;
}

}  // namespace

namespace {

// What a lidar at the place of the camera meets ahead, m; infinity: nothing.
double met_ahead(Rendered& rendered) {
  auto& rays = rendered.world().simulation().scene().parts().get<Raycaster>();
  const auto hit = rays.cast({Vector3d::Zero(), Vector3d::UnitX(), 100}, RaySet::Visible, nullptr);
  return hit ? hit->distance : INFINITY;
}

}  // namespace

TEST_CASE("a Mesh is seen where it is, from the side that ccw says, and looks as its Shape") {
  SeenFolder folder;
  folder.file("look.mtl", "newmtl look\nKd 1 0 0\n");
  for (const std::string& file : {folder.file("square.obj", square), folder.file("square.stl", stl)}) {
    Rendered front(glowing(fmt::format("Mesh {{ url [ \"{}\" ] }}", file)));
    CHECK(width_of(front) == Approx(46).margin(1));
    CHECK(front.take(Rendered::view(9, 9)).at(4, 4) == Rendered::Rgb{207, 207, 207});
    CHECK(front.ranges(Rendered::view(9, 9))[40] == Approx(2));
    CHECK(met_ahead(front) == Approx(2));
    Rendered back(glowing(fmt::format("Mesh {{ url [ \"{}\" ] ccw FALSE }}", file)));
    CHECK(width_of(back) == 0);
    CHECK(std::isinf(met_ahead(back)));
  }
}

// Dull plastic: (1 - 0.04) base 0.96 / pi + 0.04 / (4 pi).
TEST_CASE("a CadShape has the colours of its file") {
  SeenFolder folder;
  folder.file("look.mtl", "newmtl look\nKd 0.5 0.5 0.5\n");
  const double light = (0.96 * 0.96 * linear(0.5) + 0.01) / std::numbers::pi;
  for (const std::string& file : {folder.file("square.obj", square), folder.file("square.dae", collada)}) {
    Rendered rendered("DirectionalLight { direction 1 0 0 }" +
                      at_2(fmt::format("CadShape {{ url [ \"{}\" ] }}", file)));
    CHECK(width_of(rendered) == Approx(46).margin(1));
    CHECK(rendered.take(Rendered::view(9, 9)).gray(4, 4) == Approx(shown(light)).margin(1));
    CHECK(met_ahead(rendered) == Approx(2));
    CHECK(rendered.world().take_diagnostics().empty());
  }
}

TEST_CASE("a CadShape has the image of its file, upright") {
  SeenFolder folder;
  folder.png("quarters", 2, 2, {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}});
  folder.file("look.mtl", "newmtl look\nKd 1 1 1\nmap_Kd quarters.png\n");
  Rendered rendered("DirectionalLight { direction 1 0 0 }" +
                    at_2(fmt::format("CadShape {{ url [ \"{}\" ] }}", folder.file("square.obj", square))));
  const auto image = rendered.take(Rendered::view(101, 101, 1));
  const auto is_mostly = [&](int x, int y, std::size_t channel) {
    const Rendered::Rgb rgb = image.at(x, y);
    return rgb[channel] > 2 * rgb[(channel + 1) % 3] && rgb[channel] > 2 * rgb[(channel + 2) % 3];
  };
  CHECK(is_mostly(38, 38, 0));
  CHECK(is_mostly(62, 38, 1));
  CHECK(is_mostly(38, 62, 2));
  CHECK(rendered.world().take_diagnostics().empty());
}

TEST_CASE("a file that two Shapes name is read once, and its failure is said once, over rebuilt scenes too") {
  SeenFolder folder;
  const std::string broken = folder.file("broken.dae", "nothing of a mesh\n");
  Rendered rendered(glowing(fmt::format("Mesh {{ url [ \"{}\" ] }}", broken)) +
                    glowing(fmt::format("Mesh {{ url [ \"{}\" ] }}", broken)));
  CHECK(width_of(rendered) == 0);
  Renderer again(rendered.world().simulation().scene());
  again.share_files(rendered.renderer());
  Picture picture;
  again.take(Rendered::view(5, 5), picture);
  CHECK(rendered.world().take_warnings().size() == 1);
  CHECK(rendered.world().take_diagnostics().size() == 2);  // as visible meshes, at the start
}

// The tip stands 0.6 m to the left of where the skin was laid around it: the square leans over by as much at its top.
TEST_CASE("a Skin follows the solids that are its bones") {
  SeenFolder folder;
  const std::string file = folder.file("skin.dae", skinned());
  const auto robot = [&](double aside, const std::string& bones) {
    return "DirectionalLight { direction 1 0 0 } Robot { children [\n"
           "Solid { translation 2 0 0 name \"root\" }\n" +
           fmt::format("Solid {{ translation 2 {} 0.5 name \"tip\" }}\n", aside) +
           fmt::format("Skin {{ translation 2 0 0 modelUrl \"{}\" {} }} ] }}", file, bones);
  };
  // Of 101 columns over an angle of 1, at distance 2.
  const auto column = [](double y) { return int(50.5 - y * 50.5 / (2 * std::tan(0.5))); };
  const auto row = [&](double z) { return column(z); };
  Rendered still(robot(0.6, "")),
      bent(robot(0.6, "bones [ SolidReference { solidName \"root\" } SolidReference { solidName \"tip\" } ]"));
  const auto one = still.take(Rendered::view(101, 101, 1)), other = bent.take(Rendered::view(101, 101, 1));
  for (const double z : {-0.4, 0.0, 0.4}) {
    const double lean = 0.6 * (z + 0.5);
    CHECK(one.gray(column(0.45), row(z)) > 0);
    CHECK(one.gray(column(0.55), row(z)) == 0);
    CHECK(other.gray(column(lean + 0.45), row(z)) > 0);
    CHECK(other.gray(column(lean + 0.55), row(z)) == 0);
    CHECK(other.gray(column(lean - 0.45), row(z)) > 0);
    CHECK(other.gray(column(lean - 0.55), row(z)) == 0);
  }
}
