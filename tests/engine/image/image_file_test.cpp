// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Pictures from files: what their bytes mean, and files that end too early.
#include "engine/image/image_file.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(char(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

// A row of 8 pixels in runs: each channel is a run of 8 times its value.
std::string hdr_row(int red, int green, int blue, int exponent) {
  std::string row = {2, 2, 0, 8};
  for (const int value : {red, green, blue, exponent}) row += {char(128 + 8), char(value)};
  return row;
}

const std::string hdr_header = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 8\n";

}  // namespace

// One pixel of 16 bits a channel, (200, 100, 50) times 257, without gAMA or sRGB.
TEST_CASE("a PNG file of 16 bits means the colours that one of 8 bits means") {
  const TemporaryFolder folder;
  write_file(
      folder / "deep.png",
      bytes_of_hex("89504e470d0a1a0a0000000d4948445200000001000000011002000000c0e78f9d0000000f49444154789c63387122"
                   "25c5c808000bf102bde07727ff0000000049454e44ae426082"));
  const auto image = read_image_file(folder / "deep.png");
  REQUIRE(image);
  const std::uint8_t* pixel = image->pixel(0, 0);
  CHECK(int(pixel[0]) == 200);
  CHECK(int(pixel[1]) == 100);
  CHECK(int(pixel[2]) == 50);
  CHECK(int(pixel[3]) == 255);
}

// 128 with the exponent 129 is 128 / 256 * 2^(129 - 128) = 1.
TEST_CASE("a Radiance file is read whole, in runs or plain, or not at all") {
  const TemporaryFolder folder;
  const std::string whole = hdr_header + hdr_row(128, 64, 0, 129) + hdr_row(128, 64, 0, 129);
  write_file(folder / "whole.hdr", whole);
  const auto image = read_image_file(folder / "whole.hdr");
  REQUIRE(image);
  CHECK(image->width == 8);
  CHECK(image->light.at(0) == Approx(1));
  CHECK(image->light.at(3 * 15 + 1) == Approx(0.5));
  std::string plain = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n";
  for (int i = 0; i < 2; ++i) plain += {char(128), 64, 0, char(129)};
  write_file(folder / "plain.hdr", plain);
  CHECK(read_image_file(folder / "plain.hdr"));
  for (const std::string& of : {whole, plain})
    for (std::size_t size = of.find("X ") + 3; size < of.size(); ++size) {
      write_file(folder / "cut.hdr", of.substr(0, size));
      CAPTURE(size);
      CHECK_FALSE(read_image_file(folder / "cut.hdr"));
    }
}
