// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The module that holds FreeType.
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>

#include "engine/image/font.h"

namespace lightsout {
namespace {

class FreeTypeFont final : public Font {
 public:
  ~FreeTypeFont() override {
    if (face_) FT_Done_Face(face_);
    if (library_) FT_Done_FreeType(library_);
  }

  // 0: all is well.
  FT_Error open(const char* file) {
    if (const FT_Error error = FT_Init_FreeType(&library_)) return error;
    return FT_New_Face(library_, file, 0, &face_);
  }

  bool draw(char32_t character, int size, bool smooth, Glyph& glyph) override {
    glyph = {};
    if (!set_size(size)) return false;
    const FT_UInt index = FT_Get_Char_Index(face_, character);
    if (FT_Load_Glyph(face_, index, FT_LOAD_RENDER | (smooth ? FT_LOAD_TARGET_NORMAL : FT_LOAD_TARGET_MONO)))
      return false;
    const FT_GlyphSlot slot = face_->glyph;
    const FT_Bitmap& bitmap = slot->bitmap;
    glyph.width = int(bitmap.width);
    glyph.height = int(bitmap.rows);
    glyph.left = slot->bitmap_left;
    glyph.top = slot->bitmap_top;
    glyph.advance = int(slot->advance.x >> 6);
    glyph.cover.reserve(std::size_t(glyph.width) * std::size_t(glyph.height));
    for (int y = 0; y < glyph.height; ++y)
      for (int x = 0; x < glyph.width; ++x) {
        const unsigned char* row = bitmap.buffer + std::ptrdiff_t(y) * bitmap.pitch;
        const bool is_set = bitmap.pixel_mode == FT_PIXEL_MODE_MONO && (row[x / 8] >> (7 - x % 8) & 1);
        glyph.cover.push_back(bitmap.pixel_mode == FT_PIXEL_MODE_GRAY ? row[x] : is_set ? 255 : 0);
      }
    return index != 0;
  }

  int line_height(int size) override { return set_size(size) ? int(face_->size->metrics.height >> 6) : size; }

 private:
  bool set_size(int size) {
    if (size == size_) return true;
    if (FT_Set_Pixel_Sizes(face_, 0, FT_UInt(size))) return false;
    size_ = size;
    return true;
  }

  FT_Library library_ = nullptr;
  FT_Face face_ = nullptr;
  int size_ = 0;
};

}  // namespace
}  // namespace lightsout

extern "C" bool lightsout_open_font(const char* file, std::unique_ptr<lightsout::Font>& font, std::string& error) {
  auto opened = std::make_unique<lightsout::FreeTypeFont>();
  if (const FT_Error code = opened->open(file)) {
    const char* text = FT_Error_String(code);
    error = text ? text : "FreeType cannot read it, error " + std::to_string(code);
    return false;
  }
  font = std::move(opened);
  return true;
}
