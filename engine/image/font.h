// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Characters as masks, by FreeType, which is loaded with the first text.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

struct Glyph {
  int width = 0, height = 0;
  int left = 0, top = 0;  // of the mask's corner from the pen, on the base line; up is positive
  int advance = 0;        // of the pen
  std::vector<std::uint8_t> cover;
};

class Font {
 public:
  virtual ~Font() = default;
  // `size`: height of a character, in pixels. Without `smooth` each pixel is covered or not. False: it has no such
  // character, and the glyph is that of one that is missing.
  virtual bool draw(char32_t character, int size, bool smooth, Glyph& glyph) = 0;
  // From one line to the next, in pixels.
  virtual int line_height(int size) = 0;
};

// The error says why the file is no font that we can read.
std::expected<std::unique_ptr<Font>, std::string> open_font(const std::filesystem::path& file);

// The next character of UTF-8, taken off the text's front; a byte that begins none stands for itself.
char32_t take_character(std::string_view& text);

}  // namespace lightsout
