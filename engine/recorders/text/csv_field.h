// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A field of a line of CSV.
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

// Quoted if a reader could take part of it for something else; control characters become blanks.
inline void append_csv_field(std::string& line, std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  bool quote = false;
  for (const char c : text) quote |= c == ',' || c == '"' || c == '#' || c == ' ' || is_control(c);
  if (quote) line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += is_control(c) ? ' ' : c;
  }
  if (quote) line += '"';
}

}  // namespace lightsout
