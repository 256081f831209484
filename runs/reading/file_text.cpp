// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reading/file_text.h"

#include "engine/files/whole_file.h"

namespace lightsout {

std::optional<std::string> text_of_file(const std::filesystem::path& file) {
  auto text = read_whole_file(file);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

}  // namespace lightsout
