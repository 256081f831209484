// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/percent_encoding.h"

#include <fmt/format.h>

#include <iterator>

namespace lightsout {

std::string percent_encoded(std::string_view text, std::string_view plain) {
  constexpr std::string_view letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string encoded;
  for (const char c : text) {
    if (letters_and_digits.contains(c) || plain.contains(c))
      encoded += c;
    else
      fmt::format_to(std::back_inserter(encoded), "%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

}  // namespace lightsout
