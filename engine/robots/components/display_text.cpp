// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/components/display_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "world_format/project/project.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// What the manual says that there is, and a font of like look (Debian: fonts-dejavu-core).
constexpr std::pair<std::string_view, std::string_view> standard_fonts[] = {
    {"Arial", "DejaVuSans"},
    {"Arial Black", "DejaVuSans-Bold"},
    {"Comic Sans MS", "DejaVuSans"},
    {"Courier New", "DejaVuSansMono"},
    {"Georgia", "DejaVuSerif"},
    {"Impact", "DejaVuSans-Bold"},
    {"Lucida Console", "DejaVuSansMono"},
    {"Lucida Sans Unicode", "DejaVuSans"},
    {"Palatino Linotype", "DejaVuSerif"},
    {"Tahoma", "DejaVuSans"},
    {"Times New Roman", "DejaVuSerif"},
    {"Trebuchet MS", "DejaVuSans"},
    {"Verdana", "DejaVuSans"},
};
constexpr std::string_view folder_of_fonts = "/usr/share/fonts/truetype/dejavu";

}  // namespace

std::unique_ptr<Font> DisplayText::open(const std::string& name) {
  std::error_code ignored;
  if (is_plain_name(name)) {
    const fs::path file = project_ / "fonts" / (name + ".ttf");
    if (fs::exists(file, ignored)) {
      auto font = open_font(file);
      if (font) return std::move(*font);
      warn_(fmt::format("the font {} cannot be read: {}", file.string(), font.error()));
    }
  }
  const auto* known = std::ranges::find(standard_fonts, name, [](const auto& font) { return font.first; });
  const bool is_known = known != std::end(standard_fonts);
  const std::string_view instead = is_known ? known->second : "DejaVuSansMono";
  auto font = open_font(fs::path(folder_of_fonts) / fmt::format("{}.ttf", instead));
  if (!font) {
    warn_(
        fmt::format("no text is drawn: there is no font \"{0}\" in {1}, and {2} is not in {3}: {4}. Put a "
                    "\"{0}.ttf\" there, or install the package fonts-dejavu-core",
                    name, (project_ / "fonts").string(), instead, folder_of_fonts, font.error()));
    return nullptr;
  }
  warn_(fmt::format("text in the font \"{}\" is drawn in {}: there is no {}.ttf in {}", name, instead, name,
                    (project_ / "fonts").string()));
  return std::move(*font);
}

Font* DisplayText::find(const std::string& name) {
  const auto [at, is_new] = fonts_.try_emplace(name);
  if (is_new) at->second = open(name);
  return at->second.get();
}

void DisplayText::draw(Canvas& canvas, std::string_view text, int x, int y, const std::string& name, int size,
                       bool smooth) {
  Font* font = find(name);
  if (!font) return;
  std::int64_t pen = x, base = std::int64_t(y) + size;
  Glyph glyph;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    if (character == U'\n') {
      pen = x;
      base += font->line_height(size);
      continue;
    }
    // Marks of control have no look: a tab is four blanks wide, the others nothing.
    if (character < U' ' || character == U'\x7f') {
      if (character != U'\t') continue;
      font->draw(U' ', size, smooth, glyph);
      pen += 4 * glyph.advance;
      continue;
    }
    font->draw(character, size, smooth, glyph);
    const std::int64_t left = pen + glyph.left, top = base - glyph.top;
    if (std::max(std::abs(left), std::abs(top)) < 1 << 30)
      canvas.draw_mask(int(left), int(top), glyph.width, glyph.height, glyph.cover);
    pen += glyph.advance;
  }
}

}  // namespace lightsout
