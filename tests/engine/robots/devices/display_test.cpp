// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Display: what a controller's commands make of its picture, and where that is shown.
#include "controllers/wire/display.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "controllers/wire/message.h"
#include "engine/image/canvas.h"
#include "engine/render/renderer.h"
#include "engine/scene/scene.h"
#include "engine/shapes/screens.h"
#include "engine/stage/parts.h"
#include "engine/state/state_hash.h"
#include "tests/support/device_bench.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct Bench : DeviceBench {
  explicit Bench(const std::string& fields = "width 4 height 2", const std::string& children = "")
      : DeviceBench("Robot { name \"robot\" controller \"any\" children [ DEF DISPLAY Display { " + fields +
                    " children [ " + children + " ] } ] }") {}

  void command(int action, std::vector<int> numbers = {}, bool flag = false, int image = 0,
               const std::string& data = "") {
    lo_display_command head{action, image, {}, flag, 0};
    for (std::size_t i = 0; i < numbers.size(); ++i) head.numbers[i] = numbers[i];
    const std::string text = std::string(reinterpret_cast<const char*>(&head), sizeof head) + data;
    const auto bytes = std::as_bytes(std::span(text));
    send("display", LO_MESSAGE_DISPLAY, {bytes.begin(), bytes.end()});
  }

  // What is saved of an image, 0: of what it shows. A width of 0: there is none.
  Bitmap picture(int image = 0) {
    command(LO_DISPLAY_GET, {}, false, image);
    step();
    step();
    const auto answers = take("robot");
    REQUIRE(answers.size() == 1);
    lo_display_picture head{};
    if (answers[0].size() < sizeof head) return {};
    std::memcpy(&head, answers[0].data(), sizeof head);
    Bitmap picture(head.width, head.height);
    REQUIRE(answers[0].size() == sizeof head + picture.pixels.size() * sizeof(Pixel));
    std::memcpy(picture.pixels.data(), answers[0].data() + sizeof head, picture.pixels.size() * sizeof(Pixel));
    return picture;
  }

  std::string grid() {
    const Bitmap shown = picture();
    std::string rows;
    for (int y = 0; y < shown.height; ++y) {
      for (int x = 0; x < shown.width; ++x) rows += shown.at(x, y) == Canvas::black ? '.' : '#';
      rows += '\n';
    }
    return rows;
  }
};

constexpr Pixel white = {255, 255, 255, 255};

}  // namespace

TEST_CASE("a display begins black, and draws white until it is told otherwise") {
  Bench bench;
  CHECK(bench.grid() == "....\n....\n");
  bench.command(LO_DISPLAY_PIXEL, {1, 0});
  bench.command(LO_DISPLAY_COLOR, {0x102030});
  bench.command(LO_DISPLAY_PIXEL, {2, 0});
  bench.command(LO_DISPLAY_ALPHA, {128});
  bench.command(LO_DISPLAY_OPACITY, {51});
  bench.command(LO_DISPLAY_PIXEL, {3, 0});
  const Bitmap shown = bench.picture();
  CHECK(shown.at(1, 0) == white);
  CHECK(shown.at(2, 0) == Pixel{0x30, 0x20, 0x10, 255});
  // 51 / 255 of the colour, but all of the alpha.
  CHECK(shown.at(3, 0) == Pixel{9, 6, 3, 128});
}

TEST_CASE("a display draws each figure in the order of the commands") {
  Bench bench("width 7 height 5");
  bench.command(LO_DISPLAY_RECTANGLE, {0, 0, 7, 5}, true);
  bench.command(LO_DISPLAY_COLOR, {0});
  bench.command(LO_DISPLAY_RECTANGLE, {1, 1, 5, 3}, true);
  bench.command(LO_DISPLAY_COLOR, {0xffffff});
  bench.command(LO_DISPLAY_LINE, {2, 2, 4, 2});
  CHECK(bench.grid() ==
        "#######\n"
        "#.....#\n"
        "#.###.#\n"
        "#.....#\n"
        "#######\n");
  const int corners[] = {0, 6, 6, 0, 0, 0, 4, 4};
  bench.command(LO_DISPLAY_COLOR, {0});
  bench.command(LO_DISPLAY_POLYGON, {4}, true, 0, std::string(reinterpret_cast<const char*>(corners), sizeof corners));
  bench.command(LO_DISPLAY_COLOR, {0xffffff});
  // Its rows above and below: 2.5 sqrt(1 - (1 / 1.5)^2) = 1.9.
  bench.command(LO_DISPLAY_OVAL, {3, 2, 2, 1}, false);
  CHECK(bench.grid() ==
        ".......\n"
        "..###..\n"
        ".#...#.\n"
        "..###..\n"
        ".......\n");
}

TEST_CASE("images of the clipboard are made, copied, pasted and deleted") {
  Bench bench;
  const Pixel pixels[] = {{1, 2, 3, 255}, {4, 5, 6, 128}};
  bench.command(LO_DISPLAY_NEW, {2, 1}, false, 7, std::string(reinterpret_cast<const char*>(pixels), sizeof pixels));
  CHECK(bench.picture(7).pixels == std::vector<Pixel>{pixels[0], pixels[1]});
  bench.command(LO_DISPLAY_PASTE, {3, 1}, false, 7);
  bench.command(LO_DISPLAY_PASTE, {0, 0}, true, 7);
  bench.command(LO_DISPLAY_COPY, {2, 1, 5, 5}, false, 8);
  const Bitmap shown = bench.picture(), copy = bench.picture(8);
  CHECK(shown.at(3, 1) == pixels[0]);
  CHECK(shown.at(1, 0) == Pixel{2, 2, 3, 255});  // 128 / 255 of it over black
  REQUIRE(copy.width == 2);
  CHECK(copy.height == 1);
  CHECK(copy.at(1, 0) == pixels[0]);
  bench.command(LO_DISPLAY_DELETE, {}, false, 7);
  CHECK(bench.picture(7).width == 0);
}

TEST_CASE("commands that cannot be are left out") {
  Bench bench;
  bench.command(99, {1, 2, 3, 4});
  bench.command(LO_DISPLAY_NEW, {1 << 20, 1 << 20}, false, 1, "few");
  bench.command(LO_DISPLAY_NEW, {-1, -1}, false, 1, "few");
  bench.command(LO_DISPLAY_POLYGON, {1 << 30}, true, 0, "few");
  bench.command(LO_DISPLAY_POLYGON, {-1}, true);
  bench.command(LO_DISPLAY_PASTE, {0, 0}, false, 5);
  bench.command(LO_DISPLAY_ATTACH, {12});
  bench.command(LO_DISPLAY_ATTACH, {0});
  bench.command(LO_DISPLAY_RECTANGLE, {0, 0, -5, 1}, true);
  bench.send("display", LO_MESSAGE_DISPLAY, {std::byte{1}});
  for (const Pixel& pixel : bench.picture().pixels) CHECK(pixel.blue == 0);
}

TEST_CASE("text is drawn from its top left corner, in a font that looks like the one that is asked for") {
  Bench bench("width 12 height 20");
  bench.command(LO_DISPLAY_FONT, {8}, false, 0, "Lucida Console");
  bench.command(LO_DISPLAY_TEXT, {1, 1}, false, 0, "LL\nL");
  // DejaVu Sans Mono, 8 pixels: an L is 4 x 6, 1 from its own left edge and 5 from the next, its foot on the base line
  // at 1 + 8; lines of 9.
  const std::string grid = bench.grid();
  CHECK(grid.substr(13 * 3, 13) == "..#....#....\n");
  CHECK(grid.substr(13 * 8, 13) == "..####.####.\n");
  CHECK(grid.substr(13 * 9, 13) == "............\n");
  const auto warnings = bench.take_warnings();
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("DejaVuSansMono") != std::string::npos);
}

TEST_CASE("what a display shows stands in the place of the pictures of its first child") {
  Bench bench(
      "width 4 height 2",
      "Group { children [ Shape { appearance Appearance { texture DEF A ImageTexture { } } } Shape { appearance "
      "PBRAppearance { baseColorMap DEF B ImageTexture { } emissiveColorMap DEF C ImageTexture { } } } ] } "
      "Shape { appearance Appearance { texture DEF D ImageTexture { } } }");
  World& world = bench.simulation().world();
  bench.step();
  CHECK(!bench.simulation().scene().parts().find<Screens>()->find(world.find_def("A")->id())->picture);  // black
  bench.command(LO_DISPLAY_PIXEL, {0, 0});
  bench.picture();
  const Screens* screens = bench.simulation().scene().parts().find<Screens>();
  REQUIRE(screens);
  for (const std::string def : {"A", "B", "C"}) {
    const Screen* screen = screens->find(world.find_def(def)->id());
    REQUIRE(screen);
    CHECK(screen->picture->at(0, 0) == white);
  }
  CHECK(!screens->find(world.find_def("D")->id()));
  const std::uint64_t generation = screens->find(world.find_def("A")->id())->generation;
  bench.command(LO_DISPLAY_PIXEL, {1, 0});
  bench.picture();
  CHECK(screens->find(world.find_def("A")->id())->generation > generation);
}

TEST_CASE(
    "a display's picture goes on through an edit that makes the scene anew, and its size through one of its own") {
  Bench bench;
  bench.command(LO_DISPLAY_PIXEL, {1, 1});
  bench.command(LO_DISPLAY_COPY, {0, 0, 4, 2}, false, 3);
  bench.step(2);
  World& world = bench.simulation().world();
  Diagnostics diagnostics;
  const std::uint64_t hash = bench.simulation().state_hash();
  Node& display = *world.find_def("DISPLAY");
  world.set(display, display.type().find("name"), std::string("display"));
  bench.step();
  CHECK(bench.picture().at(1, 1) == white);
  CHECK(bench.picture(3).at(1, 1) == white);
  CHECK(hash != bench.simulation().state_hash());
  world.set(display, display.type().find("width"), std::int32_t(9));
  bench.step();
  CHECK(bench.grid() == ".........\n.........\n");
}

// A square at x = 1 that fills the view of a camera at the origin, each pixel of the picture one of the image. Nothing
// lights it: light of the colour's linear parts, which the tone shows as 255 (1 - e^-1)^(1 / 2.2) = 207 for 1.
TEST_CASE("A camera sees what a display shows, black before the first drawing, and as it changes") {
  Bench bench("width 2 height 2",
              "Shape { appearance Appearance { texture ImageTexture { filtering 0 } } geometry IndexedFaceSet { "
              "coord Coordinate { point [ 1 1 -1, 1 -1 -1, 1 -1 1, 1 1 1 ] } "
              "texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] } "
              "coordIndex [ 0 1 2 3 -1 ] texCoordIndex [ 0 1 2 3 -1 ] } }");
  Renderer renderer(bench.simulation().scene());
  View view;
  view.width = view.height = 2;
  view.field_of_view = std::numbers::pi / 2;
  const auto seen = [&] {
    Picture picture;
    renderer.moved();
    renderer.take(view, picture);
    std::vector<std::uint8_t> bgra(16);
    show(picture, 1, bgra);
    std::vector<std::array<int, 3>> pixels;  // red, green, blue
    for (std::size_t i = 0; i < bgra.size(); i += 4) pixels.push_back({bgra[i + 2], bgra[i + 1], bgra[i]});
    return pixels;
  };
  using Rgb = std::array<int, 3>;
  constexpr Rgb lit = {207, 207, 207}, blue = {0, 0, 207}, black = {0, 0, 0};
  bench.step();
  CHECK(seen() == std::vector{black, black, black, black});
  bench.command(LO_DISPLAY_COLOR, {0xffffff});
  bench.command(LO_DISPLAY_PIXEL, {0, 0});
  bench.command(LO_DISPLAY_COLOR, {0x0000ff});
  bench.command(LO_DISPLAY_PIXEL, {1, 1});
  bench.step(2);
  CHECK(seen() == std::vector{lit, black, black, blue});
  bench.command(LO_DISPLAY_PIXEL, {0, 1});
  bench.step(2);
  CHECK(seen() == std::vector{lit, black, blue, blue});
}
