// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Seeded noise. A stream is keyed by (world seed, name, channel) and drawn by a counter, so that no stream depends on
// which others exist, in what order they were made, or how often they were used.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lightsout {

class StateVisitor;

class Noise {
 public:
  Noise(std::uint64_t seed, std::string_view name, std::uint32_t channel = 0);
  // In [0, 1).
  double uniform();
  // Mean 0, standard deviation 1. One draw each; the same bits on every processor.
  double gaussian();
  // How many draws were made: the stream's whole state.
  std::uint64_t count() const { return count_; }
  void visit_state(StateVisitor& state);

 private:
  using Two = std::array<std::uint64_t, 2>;
  // The draws number 2 n and 2 n + 1.
  Two draws(std::uint64_t n) const;
  std::uint64_t bits();
  std::uint64_t key_[2];
  std::uint64_t count_ = 0;
  std::uint64_t second_ = 0;  // the next draw, where its number is odd
};

}  // namespace lightsout
