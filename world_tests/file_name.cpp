// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/file_name.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <iterator>

namespace lightsout {
namespace {

// Of any locale.
bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view(".-_=,+").find(c) != std::string_view::npos;
}

}  // namespace

std::string file_name_of(std::string_view text, std::size_t longest) {
  std::string name;
  for (const char c : text) {
    if (stays(c) && !(name.empty() && c == '.'))
      name += c;
    else
      fmt::format_to(std::back_inserter(name), "%{:02X}", static_cast<unsigned char>(c));
  }
  if (name.size() <= longest) return name;
  const std::string end = fmt::format("~{:016x}", XXH3_64bits(text.data(), text.size()));
  return name.substr(0, longest - end.size()) + end;
}

}  // namespace lightsout
