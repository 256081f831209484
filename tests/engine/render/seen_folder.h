// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A folder of images and meshes that a test writes and a world names.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "engine/image/image_writer.h"
#include "tests/support/program.h"

namespace lightsout {

class SeenFolder {
 public:
  struct Rgb {
    std::uint8_t red, green, blue;
  };
  // Rows from the top. Answers the name of the file as a url.
  std::string png(const std::string& name, int width, int height, const std::vector<Rgb>& pixels) {
    std::vector<std::uint8_t> bgra;
    for (const Rgb& pixel : pixels) bgra.insert(bgra.end(), {pixel.blue, pixel.green, pixel.red, 255});
    const auto path = folder_.path() / (name + ".png");
    REQUIRE(write_image_file(path, width, height, bgra, 100));
    return path.string();
  }
  // Of one colour.
  std::string plain(const std::string& name, Rgb color) { return png(name, 4, 4, std::vector<Rgb>(16, color)); }
  // An HDR image of 4 x 4 pixels whose light is mantissa / 256 * 2^(exponent - 128) in each colour.
  std::string hdr(const std::string& name, std::uint8_t mantissa, std::uint8_t exponent) {
    std::string text = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 4\n";
    for (int i = 0; i < 16; ++i) text += {char(mantissa), char(mantissa), char(mantissa), char(exponent)};
    return file(name + ".hdr", text);
  }
  std::string file(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace lightsout
