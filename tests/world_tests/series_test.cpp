// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Series are packed and read again to the same bits.
#include "runs/series/series.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

using namespace lightsout;

namespace {

Series some_series() {
  Series series{.version = "1", .build = "b", .world = "w"};
  series.quantities = {{"BALL \"a\"", SeriesQuantity::Kind::Position, {}}, {"H", SeriesQuantity::Kind::Joint, {}}};
  for (int i = 0; i < 100; ++i) {
    series.times.push_back(i * 0.1);
    for (const double value : {0.1 * i, std::sin(i), -0.0}) series.quantities[0].values.push_back(value);
    series.quantities[1].values.push_back(i == 7 ? std::numeric_limits<double>::quiet_NaN() : 1.0 / (i + 1));
  }
  return series;
}

bool same_bits(const std::vector<double>& one, const std::vector<double>& other) {
  return one.size() == other.size() && std::memcmp(one.data(), other.data(), one.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("a series is read as it was packed") {
  const Series series = some_series();
  const auto again = unpack(pack(series));
  REQUIRE(again);
  CHECK(again->version == "1");
  CHECK(again->build == "b");
  CHECK(again->world == "w");
  CHECK(same_bits(again->times, series.times));
  REQUIRE(again->quantities.size() == 2);
  CHECK(again->quantities[0].name == "BALL \"a\"");
  CHECK(again->quantities[1].kind == SeriesQuantity::Kind::Joint);
  for (int i = 0; i < 2; ++i) CHECK(same_bits(again->quantities[i].values, series.quantities[i].values));
  const auto empty = unpack(pack({}));
  REQUIRE(empty);
  CHECK(empty->times.empty());
}

TEST_CASE("numbers that repeat take next to nothing") {
  Series series;
  series.quantities = {{"REST", SeriesQuantity::Kind::Joint, std::vector<double>(10'000, 0.7)}};
  for (int i = 0; i < 10'000; ++i) series.times.push_back(i * 0.125);
  // 160,000 bytes of numbers.
  CHECK(pack(series).size() < 20'000);
}

TEST_CASE("what is no series, or is cut or damaged, is refused") {
  CHECK_FALSE(unpack(""));
  CHECK_FALSE(unpack("a line of text, as somebody may have saved it"));
  const std::string packed = pack(some_series());
  for (const std::size_t size : {std::size_t(1), packed.size() / 2, packed.size() - 1})
    CHECK_FALSE(unpack(packed.substr(0, size)));
  CHECK_FALSE(read_series("/nowhere/at all"));
}
