// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A picture that is drawn on: lines, rectangles, ovals, polygons, bitmaps of characters and other pictures. Pixels are
// B, G, R, A, row by row from the top left; what lies outside is not drawn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lightsout {

struct Pixel {
  std::uint8_t blue = 0, green = 0, red = 0, alpha = 0;
  friend bool operator==(const Pixel&, const Pixel&) = default;
};
static_assert(sizeof(Pixel) == 4);

struct Bitmap {
  int width = 0, height = 0;
  std::vector<Pixel> pixels;

  Bitmap() = default;
  Bitmap(int the_width, int the_height, Pixel fill = {})
      : width(the_width), height(the_height), pixels(std::size_t(the_width) * std::size_t(the_height), fill) {}
  Pixel& at(int x, int y) { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
  const Pixel& at(int x, int y) const { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

// A channel of a pixel over which another was drawn: (old (255 - opacity) + drawn opacity) / 255.
inline std::uint8_t mixed(std::uint8_t old, std::uint8_t drawn, std::uint8_t opacity) {
  return std::uint8_t((old * (255 - opacity) + drawn * opacity) / 255);
}

class Canvas {
 public:
  static constexpr Pixel black = {0, 0, 0, 255};

  Canvas(int width, int height) : picture_(width, height, black) {}

  const Bitmap& picture() const { return picture_; }
  Bitmap& picture() { return picture_; }

  // What the next shapes are drawn with: its colours go over the old ones as `opacity` says, its alpha in the place of
  // the old one.
  void set_pen(Pixel color, std::uint8_t opacity) {
    color_ = color;
    opacity_ = opacity;
  }

  // Each draws a pixel once.
  void draw_pixel(int x, int y);
  void draw_line(int x1, int y1, int x2, int y2);
  void draw_rectangle(int x, int y, int width, int height, bool fill);
  // Of the radii a and b: pixels whose centres lie in the oval that is half a pixel wider all around.
  void draw_oval(int x, int y, int a, int b, bool fill);
  // Closed. What is crossed an even number of times is outside.
  void draw_polygon(std::span<const int> x, std::span<const int> y, bool fill);
  // A byte per pixel: how much of it is covered.
  void draw_mask(int x, int y, int width, int height, std::span<const std::uint8_t> cover);

  // The part of it that there is; a picture without pixels if there is none.
  Bitmap copy(int x, int y, int width, int height) const;
  // `blend`: as the alpha of each of its pixels says, which is added to the old one.
  void paste(const Bitmap& picture, int x, int y, bool blend);

 private:
  struct Span {
    int begin, end;
  };
  // Of those from `begin` to before `begin` + `length`, those that there are of `size`.
  static Span inside(std::int64_t begin, std::int64_t length, int size);
  // Over a pixel of which so much is covered.
  void put(Pixel& pixel, std::uint8_t cover) const;
  // Shapes whose parts overlap are gathered, and drawn at once.
  void mark(std::int64_t x, std::int64_t y);
  void mark_row(std::int64_t first, std::int64_t last, int y);
  void mark_line(std::int64_t x1, std::int64_t y1, std::int64_t x2, std::int64_t y2);
  void draw_marked();

  Bitmap picture_;
  Pixel color_ = {255, 255, 255, 255};
  std::uint8_t opacity_ = 255;
  std::vector<std::uint8_t> marks_;
  // Rows that have marks.
  int first_marked_ = 0, last_marked_ = -1;
  std::vector<double> crossings_;
};

}  // namespace lightsout
