// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/decimal.h"

#include <fast_float/fast_float.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace lightsout {
namespace {

static_assert(std::endian::native == std::endian::little, "the first of eight characters is the lowest byte");

constexpr std::uint64_t each_byte = 0x0101010101010101;

std::uint64_t eight_characters(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// How many of eight characters are digits, before one that is none.
int leading_digits(std::uint64_t characters) {
  const std::uint64_t values = characters ^ (each_byte * '0');  // digits become 0 to 9, all else more
  const std::uint64_t none = (values | (values + each_byte * (0x7f - 9))) & (each_byte * 0x80);
  return std::countr_zero(none) / 8;
}

// The number that the first `count` of eight characters write: neighbours are joined to pairs, these to fours, these to
// eight (Lemire, "Quickly parsing eight digits", 2018). Zeros take the place of the digits that are missing in front.
std::uint64_t number_of(std::uint64_t characters, int count) {
  std::uint64_t digits = characters & (each_byte * 0x0f);
  digits = count == 0 ? 0 : digits << (64 - 8 * count);
  digits = digits * 10 + (digits >> 8);
  constexpr std::uint64_t fours = 0x000000ff000000ff;
  return ((digits & fours) * (100 + (std::uint64_t(1'000'000) << 32)) +
          ((digits >> 16) & fours) * (1 + (std::uint64_t(10'000) << 32))) >>
         32;
}

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

// The double next to digits / 10^decimals, of so many digits. Up to 15 of them both are exact as doubles, and a
// division rounds once (Clinger, "How to read floating point numbers accurately", 1990). Beyond that, fast_float
// (Lemire, "Number parsing at a gigabyte per second", 2021). False if that cannot tell either.
bool divide(std::uint64_t digits, int count, int decimals, double& number) {
  if (count <= 15) {
    number = double(std::int64_t(digits)) / double_powers[std::size_t(decimals)];
    return true;
  }
  const fast_float::adjusted_mantissa found =
      fast_float::compute_float<fast_float::binary_format<double>>(-decimals, digits);
  if (found.power2 < 0) return false;
  number = std::bit_cast<double>(found.mantissa | std::uint64_t(found.power2) << 52);
  return true;
}

}  // namespace

std::from_chars_result read_decimal(const char* const at, const char* const end, const char* const readable,
                                    double& number) {
  constexpr int most_digits = 18;                                   // fit 64 bits, whatever they are
  constexpr std::ptrdiff_t longest = 1 + most_digits + 1 + 18 + 1;  // sign, whole part, point, decimals, what follows
  if (readable - at < longest) return std::from_chars(at, end, number);
  const bool is_negative = *at == '-';
  const char* p = at + is_negative;
  const auto digit = [&p](int place) { return unsigned(static_cast<unsigned char>(p[place])) - '0'; };
  std::uint64_t digits = 0;
  int count = 0;
  for (; count < most_digits && digit(0) < 10; ++p, ++count) digits = digits * 10 + digit(0);
  int decimals = 0;
  if (*p == '.') {
    ++p;
    const std::uint64_t first = eight_characters(p);
    decimals = leading_digits(first);
    digits = digits * integer_powers[std::size_t(decimals)] + number_of(first, decimals);
    if (decimals == 8) {
      // Without a branch: numbers with all their digits have 15 to 18 decimals, in no order.
      const std::uint64_t second = eight_characters(p + 8);
      const int more = leading_digits(second);
      digits = digits * integer_powers[std::size_t(more)] + number_of(second, more);
      const bool has_17 = (more == 8) & (digit(16) < 10), has_18 = has_17 & (digit(17) < 10);
      digits = digits * (1 + 9 * std::uint64_t(has_17)) + has_17 * digit(16);
      digits = digits * (1 + 9 * std::uint64_t(has_18)) + has_18 * digit(17);
      decimals += more + has_17 + has_18;
    }
    p += decimals;
  }
  const bool is_whole =
      p <= end && count > 0 && count + decimals <= most_digits && !goes_on[static_cast<unsigned char>(*p)];
  double found;
  if (!is_whole || !divide(digits, count + decimals, decimals, found)) return std::from_chars(at, end, number);
  number = std::bit_cast<double>(std::bit_cast<std::uint64_t>(found) | std::uint64_t(is_negative) << 63);
  return {p, std::errc()};
}

}  // namespace lightsout
