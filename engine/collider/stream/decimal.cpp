// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/stream/decimal.h"

#include <fast_float/fast_float.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace lightsout {
namespace {

static_assert(std::endian::native == std::endian::little, "the first of eight characters is the lowest byte");

constexpr std::uint64_t each_byte = 0x0101010101010101;

// Eight characters, each as what it is as a digit: 0 to 9, all else more.
std::uint64_t eight_digits(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word ^ (each_byte * '0');
}

// The highest bit of each that is no digit.
std::uint64_t no_digits(std::uint64_t values) {
  return (values | (values + each_byte * (0x7f - 9))) & (each_byte * 0x80);
}

unsigned digit(const char* at) { return unsigned(static_cast<unsigned char>(*at)) - '0'; }

// The number that eight digits write: neighbours are joined to pairs, these to fours, these to eight (Lemire, "Quickly
// parsing eight digits", 2018).
std::uint64_t number_of(std::uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  constexpr std::uint64_t fours = 0x000000ff000000ff;
  return ((digits & fours) * (100 + (std::uint64_t(1'000'000) << 32)) +
          ((digits >> 16) & fours) * (1 + (std::uint64_t(10'000) << 32))) >>
         32;
}

// That of the first few of them, 1 to 8. Zeros take the place of the digits that are missing in front.
std::uint64_t number_of(std::uint64_t digits, int count) { return number_of(digits << (64 - 8 * count)); }

// What goes on behind digits: more of them, an exponent.
constexpr std::array<bool, 256> goes_on = [] {
  std::array<bool, 256> characters{};
  for (int c = '0'; c <= '9'; ++c) characters[std::size_t(c)] = true;
  characters['e'] = characters['E'] = true;
  return characters;
}();

constexpr std::array<std::uint64_t, 9> integer_powers{1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
// All that a double holds exactly.
constexpr std::array<double, 23> double_powers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// A number on its way: its digits without the point, so many, of which so many stand behind the point.
struct Digits {
  std::uint64_t digits = 0;
  int count = 0, decimals = 0;
  bool is_negative = false;
};

constexpr int most_digits = 18;  // fit 64 bits, whatever they are
constexpr int most_exact = 15;   // fit the 53 bits of a double

double with_sign(double number, bool is_negative) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) | std::uint64_t(is_negative) << 63);
}

// Both are exact as doubles, and a division rounds once (Clinger, "How to read floating point numbers accurately",
// 1990).
double divide(const Digits& d) {
  return with_sign(double(std::int64_t(d.digits)) / double_powers[std::size_t(d.decimals)], d.is_negative);
}

// Reads on at a point's decimals, of which there are eight at least. The end, or null if it is for std::from_chars.
[[gnu::noinline]] const char* read_long(const char* const at, Digits d, double& number) {
  d.digits = d.digits * integer_powers[8] + number_of(eight_digits(at));
  const std::uint64_t second = eight_digits(at + 8);
  if (const std::uint64_t none = no_digits(second); none == 0) {
    d.digits = d.digits * integer_powers[8] + number_of(second);
    // Without a branch: numbers with all their digits have 15 to 18 decimals, in no order.
    const bool has_17 = digit(at + 16) < 10, has_18 = has_17 & (digit(at + 17) < 10);
    d.digits = d.digits * (1 + 9 * std::uint64_t(has_17)) + has_17 * digit(at + 16);
    d.digits = d.digits * (1 + 9 * std::uint64_t(has_18)) + has_18 * digit(at + 17);
    d.decimals = 16 + has_17 + has_18;
  } else {
    const int more = std::countr_zero(none) / 8;
    if (more > 0) d.digits = d.digits * integer_powers[std::size_t(more)] + number_of(second, more);
    d.decimals = 8 + more;
  }
  d.count += d.decimals;
  if (d.count <= most_exact) {
    number = divide(d);
  } else {
    // Lemire, "Number parsing at a gigabyte per second", 2021.
    if (d.count > most_digits) return nullptr;
    const fast_float::adjusted_mantissa found =
        fast_float::compute_float<fast_float::binary_format<double>>(-d.decimals, d.digits);
    if (found.power2 < 0) return nullptr;
    number = with_sign(std::bit_cast<double>(found.mantissa | std::uint64_t(found.power2) << 52), d.is_negative);
  }
  return at + d.decimals;
}

// Digits, a point, digits. The end, or null if it is for std::from_chars.
const char* read_plain(const char* p, int& usual_decimals, double& number) {
  Digits d{.is_negative = *p == '-'};
  p += d.is_negative;
  for (; digit(p) < 10; ++p) {
    if (++d.count > most_exact - 7) return nullptr;
    d.digits = d.digits * 10 + digit(p);
  }
  if (d.count == 0 || *p != '.') return nullptr;
  ++p;
  const std::uint64_t values = eight_digits(p), none = no_digits(values);
  if (none == 0) return read_long(p, d, number);
  // What is read next begins behind the decimals. Where their number is the usual one, a processor goes on there at
  // once; else it has to wait until they are counted.
  if ((none & -none) >> (8 * usual_decimals) != 0x80) {
    const int counted = std::countr_zero(none) / 8;
    if (counted == 0) return nullptr;
    usual_decimals = counted;
  }
  d.decimals = usual_decimals;
  d.digits = d.digits * integer_powers[std::size_t(d.decimals)] + number_of(values, d.decimals);
  number = divide(d);
  return p + d.decimals;
}

std::from_chars_result read_any(const char* at, const char* end, double& number) {
  const bool has_plus = at < end && *at == '+';
  if (has_plus && at + 1 < end && at[1] == '-') return {at, std::errc::invalid_argument};
  return std::from_chars(at + has_plus, end, number);
}

}  // namespace

std::from_chars_result DecimalReader::read(const char* const at, const char* const end, const char* const readable,
                                           double& number) {
  constexpr std::ptrdiff_t longest = 1 + most_digits + 1 + most_digits + 1;  // sign, point, what follows
  double found;
  const char* const stop = readable - at < longest ? nullptr : read_plain(at, decimals_, found);
  if (!stop || stop > end || goes_on[static_cast<unsigned char>(*stop)]) return read_any(at, end, number);
  number = found;
  return {stop, std::errc()};
}

}  // namespace lightsout
