// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file whose bytes are part of the executable; tables of them are made by embed_files() in embed.cmake.
#pragma once

#include <span>
#include <string_view>

namespace lightsout {

struct EmbeddedFile {
  std::string_view path;  // relative to the embedded folder
  std::string_view text;
};

}  // namespace lightsout
