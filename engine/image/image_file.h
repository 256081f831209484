// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Pictures from PNG, JPEG and Radiance HDR files. The libraries that decode them are in a module of their own, loaded
// with the first file.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace lightsout {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // rows from the top, 4 bytes a pixel
  std::vector<float> light;        // of an HDR file: red, green, blue of each pixel, linear; rgba ends at 1

  const std::uint8_t* pixel(int x, int y) const { return &rgba[(std::size_t(y) * width + x) * 4]; }
};

// The error says why the file is no picture that we can read.
std::expected<Image, std::string> read_image_file(const std::filesystem::path& path);

}  // namespace lightsout
