// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/image/font.h"

#include "engine/mesh/module.h"

namespace lightsout {

std::expected<std::unique_ptr<Font>, std::string> open_font(const std::filesystem::path& file) {
  const auto address = find_in_module("lightsout_font", "lightsout_open_font");
  if (!address) return std::unexpected(address.error());
  const auto open = reinterpret_cast<bool (*)(const char*, std::unique_ptr<Font>&, std::string&)>(*address);
  std::unique_ptr<Font> font;
  std::string error;
  if (!open(file.c_str(), font, error)) return std::unexpected(error);
  return font;
}

char32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t more = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  char32_t character = more == 0 || first >= 0xf8 ? first : first & (0x3fu >> more);
  bool whole = more < text.size() && first < 0xf8;
  for (std::size_t i = 1; whole && i <= more; ++i) {
    whole = (byte(i) & 0xc0) == 0x80;
    character = character << 6 | (byte(i) & 0x3fu);
  }
  text.remove_prefix(whole ? more + 1 : 1);
  return whole ? character : first;
}

}  // namespace lightsout
