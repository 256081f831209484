// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Text: characters as masks.
#include "engine/image/font.h"

#include <catch2/catch.hpp>
#include <string>

using namespace lightsout;

namespace {

const std::string sans_mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";

std::string grid(const Glyph& glyph) {
  std::string rows;
  for (int y = 0; y < glyph.height; ++y) {
    for (int x = 0; x < glyph.width; ++x) rows += glyph.cover[std::size_t(y * glyph.width + x)] > 127 ? '#' : '.';
    rows += '\n';
  }
  return rows;
}

}  // namespace

TEST_CASE("characters of UTF-8 are taken one by one, and broken ones stand for themselves") {
  std::string_view text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82\xff\xc3";
  for (const char32_t expected : {U'a', U'\u00e9', U'\u20ac', U'\U0001f642', char32_t(0xff), char32_t(0xc3)})
    CHECK(take_character(text) == expected);
  CHECK(text.empty());
}

TEST_CASE("a character is drawn as it is known, with pixels that are covered or not") {
  auto font = open_font(sans_mono);
  REQUIRE(font);
  Glyph glyph;
  REQUIRE((*font)->draw(U'L', 8, false, glyph));
  CHECK(grid(glyph) ==
        "#...\n"
        "#...\n"
        "#...\n"
        "#...\n"
        "#...\n"
        "####\n");
  CHECK(glyph.top == 6);
  CHECK(glyph.advance == 5);
  for (const std::uint8_t cover : glyph.cover) CHECK((cover == 0 || cover == 255));
  REQUIRE((*font)->draw(U'/', 20, true, glyph));
  bool has_grey = false;
  for (const std::uint8_t cover : glyph.cover) has_grey |= cover > 0 && cover < 255;
  CHECK(has_grey);
  CHECK(!(*font)->draw(char32_t(0xe000), 20, true, glyph));
  CHECK((*font)->line_height(20) > 20);
}

TEST_CASE("a file that is no font is an error") {
  const auto font = open_font("/proc/self/exe");
  REQUIRE(!font);
  CHECK(!font.error().empty());
  CHECK(!open_font("/nowhere/font.ttf"));
}
