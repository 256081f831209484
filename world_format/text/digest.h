// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A number by which two sequences of texts and numbers can be told apart: FNV-1a, 64 bits. No defence against an
// attacker.
#pragma once

#include <cstdint>
#include <string_view>

namespace lightsout {

class Digest {
 public:
  // Its end counts too: "ab", "c" is not "a", "bc".
  void add(std::string_view text) {
    for (const char c : text) step(static_cast<unsigned char>(c));
    step(0);
  }
  void add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) step((number >> (8 * i)) & 0xff);
  }
  std::uint64_t value() const { return value_; }

 private:
  void step(std::uint64_t byte) { value_ = (value_ ^ byte) * 1099511628211u; }

  std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace lightsout
