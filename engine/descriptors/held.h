// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Descriptors that are the program's own: users' code inside this process neither closes nor replaces them
// (engine/programs/guests/guest_files.cpp).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>

namespace lightsout {

// Higher ones are not known.
inline constexpr int most_held = 1 << 16;
inline constinit std::array<std::atomic<std::uint64_t>, most_held / 64> held_descriptors{};

inline bool can_be_held(int file) { return file >= 0 && file < most_held; }
inline std::uint64_t bit_of_held(int file) { return std::uint64_t(1) << (file % 64); }

inline void hold(int file) {
  if (can_be_held(file))
    held_descriptors[std::size_t(file) / 64].fetch_or(bit_of_held(file), std::memory_order_relaxed);
}
// Before it is closed, by whoever holds it.
inline void let_go(int file) {
  if (can_be_held(file))
    held_descriptors[std::size_t(file) / 64].fetch_and(~bit_of_held(file), std::memory_order_relaxed);
}
inline bool is_held(int file) {
  return can_be_held(file) &&
         (held_descriptors[std::size_t(file) / 64].load(std::memory_order_relaxed) & bit_of_held(file)) != 0;
}

// All others are closed.
inline void let_go_all_but(std::span<const int> kept) {
  std::array<std::uint64_t, most_held / 64> stay{};
  for (const int file : kept)
    if (is_held(file)) stay[std::size_t(file) / 64] |= bit_of_held(file);
  for (std::size_t i = 0; i < stay.size(); ++i) held_descriptors[i].store(stay[i], std::memory_order_relaxed);
}

struct CloseHeld {
  void operator()(std::FILE* stream) const {
    let_go(::fileno(stream));
    std::fclose(stream);
  }
};
// A stream of the C library whose descriptor is held.
using HeldStream = std::unique_ptr<std::FILE, CloseHeld>;

inline HeldStream hold_stream(std::FILE* stream) {
  if (stream) hold(::fileno(stream));
  return HeldStream(stream);
}
// As fclose(3).
inline int close_stream(HeldStream stream) {
  let_go(::fileno(stream.get()));
  return std::fclose(stream.release());
}

}  // namespace lightsout
