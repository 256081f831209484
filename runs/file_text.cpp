// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/file_text.h"

#include <fstream>
#include <iterator>

namespace lightsout {

std::optional<std::string> text_of_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) return {};
  return text;
}

}  // namespace lightsout
