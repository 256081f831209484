// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Images into PNG and JPEG files, by the module that has the libraries.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lightsout {

// Four bytes a pixel, B, G, R, A, from the top left; alpha is left out. A name that ends in .png is a PNG, in .jpg or
// .jpeg a JPEG of that quality (1 to 100). The error does not name the file.
std::expected<void, std::string> write_image_file(const std::filesystem::path& path, int width, int height,
                                                  std::span<const std::uint8_t> bgra, int quality = 95);

// The same as the bytes of a PNG file.
std::expected<std::vector<std::uint8_t>, std::string> png_of(int width, int height, std::span<const std::uint8_t> bgra);

}  // namespace lightsout
