// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Floors of the library in worlds from before R2019, whose textures are files: seen as on a Plane of the world.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <vector>

#include "engine/image/image_writer.h"
#include "tests/support/asserting.h"

using namespace lightsout;

namespace {

// White, with a black quarter at the upper left.
std::string quartered_image() {
  constexpr int size = 16;
  std::vector<std::uint8_t> pixels;
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const std::uint8_t level = row < size / 2 && column < size / 2 ? 0 : 255;
      pixels.insert(pixels.end(), {level, level, level, 255});
    }
  const auto png = png_of(size, size, pixels);
  REQUIRE(png);
  return {png->begin(), png->end()};
}

// Infra-red sensors look down from 1 m at places of a floor of 2 m x 2 m. They see white at 1 m, and black, which sends
// back a fifth, as if it were at 5 m: beyond the end of the table.
std::string world(const std::string& version, const std::string& floor) {
  std::string text = fmt::format("#VRML_SIM {} utf8\nWorldInfo {{ }}\nViewpoint {{ }}\n{}\n", version, floor);
  text += "Robot { translation 0 1 0 controller \"asserts\" supervisor TRUE children [\n";
  for (const double x : {-0.75, -0.25, 0.25, 0.75})
    for (const double z : {-0.75, -0.25, 0.25, 0.75})
      text += fmt::format(
          "DistanceSensor {{ name \"{} {}\" translation {} 0 {} rotation 0 0 1 -1.5707963 type \"infra-red\" "
          "lookupTable [ 0 1000 0, 2 0 0 ] numberOfRays 1 }}\n",
          x, z, x, z);
  return text + "] }\n";
}

// The same in a world whose z is up: z of the sensors' names is -y.
std::string world_of_today(const std::string& floor, const std::string& declarations = "") {
  std::string text = "#VRML_SIM R2025a utf8\n" + declarations + "WorldInfo { }\nViewpoint { }\n" + floor +
                     "\nRobot { translation 0 0 1 controller \"asserts\" supervisor TRUE children [\n";
  for (const double x : {-0.75, -0.25, 0.25, 0.75})
    for (const double z : {-0.75, -0.25, 0.25, 0.75})
      text += fmt::format(
          "DistanceSensor {{ name \"{} {}\" translation {} {} 0 rotation 0 1 0 1.5707963 type \"infra-red\" "
          "lookupTable [ 0 1000 0, 2 0 0 ] numberOfRays 1 }}\n",
          x, z, x, -z);
  return text + "] }\n";
}

constexpr char black_places[] = R"(
places = [-0.75, -0.25, 0.25, 0.75]
sensors = {(x, z): s.getDevice('%g %g' % (x, z)) for x in places for z in places}
for sensor in sensors.values(): sensor.enable(32)
s.step(32)
s.step(32)
black = sorted(place for place, sensor in sensors.items() if sensor.getValue() < 1)
white = [sensor.getValue() for place, sensor in sensors.items() if place not in black]
assert all(abs(value - 500) < 5 for value in white), white
)";

// Seen from above with -z up, as old Planes have it.
constexpr char once[] = "assert black == [(x, z) for x in (-0.75, -0.25) for z in (-0.75, -0.25)], black\n";
// In each square of 1 m.
constexpr char tiled[] = "assert black == [(x, z) for x in (-0.75, 0.25) for z in (-0.75, 0.25)], black\n";

}  // namespace

TEST_CASE("Textures of floors of old worlds lie as on a Plane of the world, in tiles of their size") {
  const std::map<std::string, std::string> files = {{"worlds/q.png", quartered_image()}};
  struct Floor {
    const char *name, *text, *expected;
  };
  const std::vector<Floor> floors = {
      {"Plane",
       "Solid { children [ Shape { appearance Appearance { material Material { diffuseColor 1 1 1 } texture "
       "ImageTexture { url [ \"q.png\" ] } } geometry Plane { size 2 2 } } ] }",
       once},
      {"RectangleArena, once", "RectangleArena { floorSize 2 2 floorTextureUrl [ \"q.png\" ] floorTileSize 2 2 }",
       once},
      {"RectangleArena", "RectangleArena { floorSize 2 2 floorTextureUrl [ \"q.png\" ] floorTileSize 1 1 }", tiled},
      {"CircleArena", "CircleArena { radius 1 floorTextureUrl [ \"q.png\" ] floorTileSize 2 2 }", once},
      {"Floor", "Floor { size 2 2 texture [ \"q.png\" ] tileSize 1 1 }", tiled},
  };
  for (const char* version : {"V8.6", "R2018a"})
    for (const Floor& floor : floors) {
      INFO(version << " " << floor.name);
      run_asserting(world(version, floor.text), std::string(black_places) + floor.expected, files);
    }
}

// Webots' guide, "Floors": `floorTileSize` and `tileSize` are the size of the texture.
TEST_CASE("The image of a floor's appearance lies in tiles of their size") {
  const std::map<std::string, std::string> files = {{"worlds/q.png", quartered_image()}};
  const std::string look = "PBRAppearance { baseColorMap ImageTexture { url [ \"q.png\" ] } roughness 0 metalness 0 }";
  struct Floor {
    const char* name;
    std::string text;
    bool is_once;
  };
  const std::vector<Floor> floors = {
      {"RectangleArena", "RectangleArena { floorSize 2 2 floorTileSize 2 2 floorAppearance " + look + " }", true},
      {"RectangleArena", "RectangleArena { floorSize 2 2 floorTileSize 1 1 floorAppearance " + look + " }", false},
      {"CircleArena", "CircleArena { radius 1 floorTileSize 1 1 floorAppearance " + look + " }", false},
      {"Floor", "Floor { size 2 2 tileSize 2 2 appearance " + look + " }", true},
      {"Floor", "Floor { size 2 2 tileSize 1 1 appearance " + look + " }", false},
  };
  for (const Floor& floor : floors) {
    INFO(floor.text);
    const std::string declaration =
        "EXTERNPROTO \"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/floors/protos/" +
        std::string(floor.name) + ".proto\"\n";
    run_asserting(world_of_today(floor.text, declaration), std::string(black_places) + (floor.is_once ? once : tiled),
                  files);
  }
}

// Manual, DistanceSensor: an infra-red sensor sees "the pixel value of the image texture".
TEST_CASE("Infra-red sensors see images on faces and grids where cameras see them") {
  const std::map<std::string, std::string> files = {{"worlds/q.png", quartered_image()}};
  const std::string look =
      "appearance Appearance { material Material { diffuseColor 1 1 1 } texture ImageTexture { url [ \"q.png\" ] } } ";
  struct Floor {
    std::string geometry;
    bool is_once;
  };
  const std::vector<Floor> floors = {
      // A quad with an image of its own, counted otherwise than its points; the same twice as large; in a triangle fan
      // of five corners; no texCoord: over the box around it.
      {"IndexedFaceSet { coord Coordinate { point [ -1 -1 0, 1 -1 0, -1 1 0, 1 1 0 ] } coordIndex [ 2, 0, 1, 3, -1 ] "
       "texCoord TextureCoordinate { point [ 0 0, 1 0, 0 1, 1 1 ] } texCoordIndex [ 2, 0, 1, 3, -1 ] }",
       true},
      {"IndexedFaceSet { coord Coordinate { point [ -1 -1 0, 1 -1 0, -1 1 0, 1 1 0 ] } coordIndex [ 2, 0, 1, 3, -1 ] "
       "texCoord TextureCoordinate { point [ 0 0, 2 0, 0 2, 2 2 ] } texCoordIndex [ 2, 0, 1, 3, -1 ] }",
       false},
      {"IndexedFaceSet { coord Coordinate { point [ -1 -1 0, 0 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] } coordIndex [ 0 1 2 3 4 "
       "-1 ] "
       "texCoord TextureCoordinate { point [ 0 0, 0.5 0, 1 0, 1 1, 0 1 ] } }",
       true},
      {"IndexedFaceSet { coord Coordinate { point [ -1 -1 0, 1 -1 0, 1 1 0, -1 1 0 ] } coordIndex [ 0 1 2 3 -1 ] }",
       true},
      {"ElevationGrid { xDimension 3 yDimension 5 xSpacing 1 ySpacing 0.5 height [ ] }", true},
  };
  for (const Floor& floor : floors) {
    INFO(floor.geometry);
    // The grid begins at the origin.
    const std::string place = floor.geometry.starts_with("E") ? "translation -1 -1 0 " : "";
    const ProgramResult result = run_asserting(
        world_of_today("Solid { " + place + "children [ Shape { " + look + "geometry " + floor.geometry + " } ] }"),
        std::string(black_places) + (floor.is_once ? once : tiled), files);
    CHECK(result.err.find("one pixel") == std::string::npos);
  }
}

TEST_CASE("Walls of an arena that worlds make too thin to be anything are none") {
  const ProgramResult result = run_asserting(R"(#VRML_SIM R2025a utf8
EXTERNPROTO "https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/floors/protos/RectangleArena.proto"
EXTERNPROTO "https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/floors/protos/CircleArena.proto"
WorldInfo { }
Viewpoint { }
RectangleArena { wallHeight 1e-12 }
CircleArena { translation 5 0 0 wallThickness 1e-12 }
Robot { supervisor TRUE controller "asserts" }
)",
                                             "s.step(32)\n");
  CHECK(result.err.find("Box") == std::string::npos);
}
