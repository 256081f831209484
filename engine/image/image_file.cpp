// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/image/image_file.h"

#include <fmt/format.h>

#include "engine/mesh/module.h"
#include "limits/limits.h"

namespace lightsout {

std::expected<Image, std::string> read_image_file(const std::filesystem::path& path) {
  const auto address = find_in_module("lightsout_image", "lightsout_read_image");
  if (!address) return std::unexpected(address.error());
  const auto read = reinterpret_cast<bool (*)(const char*, std::uint64_t, Image&, std::string&)>(*address);
  Image image;
  std::string error;
  if (!read(path.c_str(), std::uint64_t(value_of(Limit::ImagePixels)), image, error)) {
    if (error.ends_with("pixels")) error += ": " + how_to_raise(Limit::ImagePixels);
    return std::unexpected(error);
  }
  return image;
}

}  // namespace lightsout
