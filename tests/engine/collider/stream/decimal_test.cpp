// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Against std::from_chars, whose results are correctly rounded: the same number to the bit, the same end, the same
// error. A plus sign before it is passed over.
#include "engine/collider/stream/decimal.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <string>

using namespace lightsout;

namespace {

// `behind` stands after the text and may be read.
void compare(const std::string& text, const std::string& behind) {
  const std::string all = text + behind;
  const char *at = all.data(), *end = at + text.size();
  double expected = 7, found = 7;
  const bool has_plus = text.starts_with('+') && !text.starts_with("+-");
  const auto [stop, error] = std::from_chars(at + has_plus, end, expected);
  // One for all: what it knows of the numbers before must not count.
  static DecimalReader reader;
  const auto result = reader.read(at, end, at + all.size(), found);
  if (result.ptr == stop && result.ec == error && std::memcmp(&expected, &found, sizeof found) == 0) return;
  CAPTURE(text, behind, expected, found, result.ptr - at, stop - at);
  FAIL("they differ");
}

void compare(const std::string& text) {
  const std::string room(64, '\n');
  compare(text, room);
  compare(text, "");
  compare(text, "," + text + room);
  compare(text, "e5" + room);  // behind the end: it does not count
  compare(text, "9.5" + room);
}

std::string written(const char* format, double number) {
  char text[512];
  return {text, std::size_t(std::snprintf(text, sizeof text, format, number))};
}

}  // namespace

TEST_CASE("numbers of any form read as std::from_chars reads them") {
  for (const char* text : {"0",
                           "-0",
                           "-0.0",
                           "1",
                           "1.",
                           ".5",
                           "-.5",
                           "",
                           "-",
                           ".",
                           "-.",
                           "1.5x",
                           "1e5",
                           "1.5e",
                           "1.5E-3",
                           "1.5e+3",
                           "1.2.3",
                           "--1",
                           "+1",
                           "+1.5",
                           "+-1",
                           "++1",
                           "+",
                           "+.5e3",
                           "0x10",
                           "nan",
                           "inf",
                           "-inf",
                           "infinity",
                           "nan(1)",
                           "1,5",
                           "1 5",
                           "00000000000000000001.5",
                           "123456789012345678",
                           "1234567890123456789",
                           "12345678901234567890",
                           "99999999999999999999999999",
                           "0.12345678",
                           "0.123456789012345678",
                           "0.1234567890123456789",
                           "0.00000000000000000000000000000001",
                           "9007199254740992",
                           "9007199254740993",
                           "9007199254740993.0",
                           "900719925474099.3",
                           "0.9007199254740993",
                           "0.30000000000000004",
                           "179769313486231570000",
                           "1.7976931348623157e308",
                           "1e400",
                           "1e-400",
                           "4.9e-324"})
    compare(text);
}

TEST_CASE("random numbers read to the last bit") {
  std::mt19937_64 random(27);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int i = 0; i < 200'000; ++i) {
    const double number = unit(random) * std::pow(10, int(random() % 7) - 2);
    char shortest[64];
    compare(std::string(shortest, std::to_chars(shortest, shortest + sizeof shortest, number).ptr));
    const char* const formats[] = {"%.0f",  "%.1f",  "%.3f",  "%.6f",  "%.8f",  "%.9f",  "%.12f",
                                   "%.15f", "%.16f", "%.17f", "%.18f", "%.25f", "%.17g", "%e"};
    compare(written(formats[random() % std::size(formats)], number));
  }
}

// Where rounding is hardest: numbers in the middle between two doubles, and next to it. With 18 digits such numbers are
// odd multiples of half a unit in the last place, from 2^53 to 10^18.
TEST_CASE("numbers halfway between two doubles are rounded to the even one") {
  std::mt19937_64 random(28);
  for (int i = 0; i < 100'000; ++i) {
    const int exponent = 53 + int(random() % 7);  // 2^53 to 2^59.8
    const std::uint64_t mantissa = (std::uint64_t(1) << 52) + (random() >> 12);
    const std::uint64_t unit = std::uint64_t(1) << (exponent - 52), halfway = mantissa * unit + unit / 2;
    if (halfway + 1 > 999'999'999'999'999'999) continue;
    for (const std::uint64_t digits : {halfway - 1, halfway, halfway + 1}) {
      const std::string text = std::to_string(digits);
      compare(text);
      compare(text.substr(0, 2) + "." + text.substr(2));
    }
  }
}

TEST_CASE("texts of characters that numbers are made of read as std::from_chars reads them") {
  std::mt19937_64 random(29);
  const std::string characters = "00123456789999...-+eE, \nxn";
  for (int i = 0; i < 300'000; ++i) {
    std::string text;
    for (std::size_t length = random() % 30; text.size() < length;) text += characters[random() % characters.size()];
    compare(text);
  }
}
