// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is drawn, against grids of characters: '#' is drawn, '.' is not.
#include "engine/image/canvas.h"

#include <catch2/catch.hpp>
#include <limits>
#include <string>

using namespace lightsout;

namespace {

constexpr int farthest = std::numeric_limits<int>::max(), nearest = std::numeric_limits<int>::min();

struct Sheet : Canvas {
  Sheet(int width = 9, int height = 7) : Canvas(width, height) {}
  std::string text() const {
    std::string rows;
    for (int y = 0; y < picture().height; ++y) {
      for (int x = 0; x < picture().width; ++x) rows += picture().at(x, y) == black ? '.' : '#';
      rows += '\n';
    }
    return rows;
  }
};

}  // namespace

TEST_CASE("a canvas begins opaque and black, and a pixel outside of it is not drawn") {
  Sheet sheet(3, 2);
  CHECK(sheet.picture().at(2, 1) == Pixel{0, 0, 0, 255});
  for (const auto& [x, y] : {std::pair{-1, 0}, {3, 0}, {0, -1}, {0, 2}, {farthest, nearest}}) sheet.draw_pixel(x, y);
  CHECK(sheet.text() == "...\n...\n");
  sheet.draw_pixel(2, 1);
  CHECK(sheet.text() == "...\n..#\n");
}

TEST_CASE("a line is Bresenham's in each of its directions") {
  const std::string flat =
      ".........\n"
      "##.......\n"
      "..###....\n"
      ".....##..\n"
      ".........\n"
      ".........\n"
      ".........\n";
  Sheet sheet;
  sheet.draw_line(0, 1, 6, 3);  // after k steps round(k / 3) rows down: 0 0 1 1 1 2 2
  CHECK(sheet.text() == flat);
  Sheet steep;
  steep.draw_line(8, 6, 6, 0);  // leftwards after k steps up round(k / 3): 0 0 1 1 1 2 2
  CHECK(steep.text() ==
        "......#..\n"
        "......#..\n"
        ".......#.\n"
        ".......#.\n"
        ".......#.\n"
        "........#\n"
        "........#\n");
  Sheet diagonal;
  diagonal.draw_line(-100, -100, 100, 100);
  CHECK(diagonal.text() ==
        "#........\n"
        ".#.......\n"
        "..#......\n"
        "...#.....\n"
        "....#....\n"
        ".....#...\n"
        "......#..\n");
  Sheet endless;  // costs no more than the pixels that are there
  endless.draw_line(nearest, 3, farthest, 3);
  endless.draw_line(nearest, nearest, farthest, farthest);
  CHECK(endless.text().substr(30, 9) == "#########");
  Sheet point;
  point.draw_line(4, 4, 4, 4);
  CHECK(point.text().find('#') == 4 * 10 + 4);
}

TEST_CASE("rectangles have the size that they are given, and are cut at the edges") {
  Sheet sheet;
  sheet.draw_rectangle(1, 1, 5, 4, false);
  CHECK(sheet.text() ==
        ".........\n"
        ".#####...\n"
        ".#...#...\n"
        ".#...#...\n"
        ".#####...\n"
        ".........\n"
        ".........\n");
  Sheet full;
  full.draw_rectangle(-2, 4, 5, 100, true);
  full.draw_rectangle(7, -1, farthest, 3, true);
  full.draw_rectangle(4, 2, 0, 3, true);
  CHECK(full.text() ==
        ".......##\n"
        ".......##\n"
        ".........\n"
        ".........\n"
        "###......\n"
        "###......\n"
        "###......\n");
}

TEST_CASE("an oval's pixels are those within half a pixel of it, its outline those with a neighbour outside") {
  // Rows of the circle of radius 3: floor(3.5 sqrt(1 - (v / 3.5)^2)) = 3 3 2 1 for v = 0 1 2 3.
  Sheet filled;
  filled.draw_oval(4, 3, 3, 3, true);
  CHECK(filled.text() ==
        "...###...\n"
        "..#####..\n"
        ".#######.\n"
        ".#######.\n"
        ".#######.\n"
        "..#####..\n"
        "...###...\n");
  Sheet outline;
  outline.draw_oval(4, 3, 3, 3, false);
  CHECK(outline.text() ==
        "...###...\n"
        "..#...#..\n"
        ".#.....#.\n"
        ".#.....#.\n"
        ".#.....#.\n"
        "..#...#..\n"
        "...###...\n");
  // a = 4, b = 1: 4.5 sqrt(1 - (1 / 1.5)^2) = 3.35.
  Sheet flat;
  flat.draw_oval(4, 3, 4, 1, false);
  CHECK(flat.text() ==
        ".........\n"
        ".........\n"
        ".#######.\n"
        "#.......#\n"
        ".#######.\n"
        ".........\n"
        ".........\n");
  Sheet nothing;
  nothing.draw_oval(4, 3, -1, 2, true);
  nothing.draw_oval(farthest, nearest, farthest, farthest, false);
  CHECK(nothing.text() == Sheet().text());
}

TEST_CASE("a polygon is closed, and what it goes around twice is outside") {
  const int x[] = {4, 7, 4, 1}, y[] = {0, 3, 6, 3};
  Sheet outline;
  outline.draw_polygon(x, y, false);
  CHECK(outline.text() ==
        "....#....\n"
        "...#.#...\n"
        "..#...#..\n"
        ".#.....#.\n"
        "..#...#..\n"
        "...#.#...\n"
        "....#....\n");
  Sheet filled;
  filled.draw_polygon(x, y, true);
  CHECK(filled.text() ==
        "....#....\n"
        "...###...\n"
        "..#####..\n"
        ".#######.\n"
        "..#####..\n"
        "...###...\n"
        "....#....\n");
  // A square in a square, joined by one way there and back.
  const int ring_x[] = {0, 8, 8, 0, 0, 3, 5, 5, 3, 3}, ring_y[] = {0, 0, 6, 6, 0, 2, 2, 4, 4, 2};
  Sheet ring;
  ring.draw_polygon(ring_x, ring_y, true);
  CHECK(ring.text() ==
        "#########\n"
        "#########\n"
        "#########\n"
        "####.####\n"
        "#########\n"
        "#########\n"
        "#########\n");
}

TEST_CASE("opacity mixes colours once for each pixel, and alpha is that of the pen") {
  Sheet sheet;
  sheet.set_pen({200, 100, 50, 128}, 102);
  const int x[] = {0, 8, 8, 0}, y[] = {0, 0, 6, 6};
  sheet.draw_polygon(x, y, true);
  // (0 * 153 + c * 102) / 255: 80, 40, 20.
  for (const auto& pixel : sheet.picture().pixels) REQUIRE(pixel == Pixel{80, 40, 20, 128});
  sheet.set_pen({255, 255, 255, 255}, 0);
  sheet.draw_rectangle(0, 0, 9, 7, true);
  CHECK(sheet.picture().at(4, 4) == Pixel{80, 40, 20, 128});
}

TEST_CASE("a mask is drawn as far as it covers") {
  Sheet sheet(3, 1);
  sheet.set_pen({255, 255, 255, 255}, 255);
  const std::uint8_t cover[] = {0, 51, 255, 255};
  sheet.draw_mask(0, 0, 4, 1, cover);
  CHECK(sheet.picture().at(0, 0) == Canvas::black);
  CHECK(sheet.picture().at(1, 0) == Pixel{51, 51, 51, 255});
  CHECK(sheet.picture().at(2, 0) == Pixel{255, 255, 255, 255});
}

TEST_CASE("what is copied is the part that there is, and pasted it is mixed as its own alpha says") {
  Sheet sheet;
  sheet.draw_rectangle(0, 0, 2, 2, true);
  const Bitmap corner = sheet.copy(-1, -1, 3, 3);
  REQUIRE(corner.width == 2);
  REQUIRE(corner.height == 2);
  sheet.paste(corner, 7, 5, false);
  sheet.paste(corner, -1, 6, false);
  CHECK(sheet.text() ==
        "##.......\n"
        "##.......\n"
        ".........\n"
        ".........\n"
        ".........\n"
        ".......##\n"
        "#......##\n");
  CHECK(sheet.copy(9, 0, 5, 5).pixels.empty());
  CHECK(sheet.copy(0, 0, -5, 5).pixels.empty());
  CHECK(sheet.copy(nearest, nearest, farthest, farthest).pixels.empty());

  Bitmap glass(1, 1, {100, 50, 200, 51});
  sheet.picture().at(3, 3) = {200, 100, 0, 102};
  sheet.paste(glass, 3, 3, true);
  // (old * 204 + new * 51) / 255, alpha 102 + 51.
  CHECK(sheet.picture().at(3, 3) == Pixel{180, 90, 40, 153});
  sheet.paste(glass, 3, 3, false);
  CHECK(sheet.picture().at(3, 3) == Pixel{100, 50, 200, 51});
}
