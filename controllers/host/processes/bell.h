// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What wakes the controllers of a host: the memory that they sleep on while the engine has the turn (see wire/turn.h).
// Turns that are given one after another are made known together, with a system call per 32 of them.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controllers/host/processes/shared_memory.h"
#include "controllers/wire/turn.h"

namespace lightsout {

class Bell {
 public:
  // The error says why there is no memory.
  static std::expected<std::unique_ptr<Bell>, std::string> create();

  // A memory file for the controllers to map.
  int fd() const { return memory_.fd(); }
  // Makes known all turns that were given since the last time. The engine does so before it waits for any of them.
  void ring();

 private:
  friend class Seat;
  explicit Bell(SharedMemory memory);
  std::uint32_t* words() const { return static_cast<std::uint32_t*>(memory_.get()); }

  SharedMemory memory_;
  std::uint32_t untaken_ = 0;        // seats from here on have not been taken yet
  std::vector<std::uint32_t> left_;  // seats that were taken and left; the last one is taken first
  // Turns that nobody has heard of yet: which words, and of each word the bits.
  std::vector<std::uint32_t> due_words_, due_bits_;
};

// One controller's seat at the bell, which must outlive it.
class Seat {
 public:
  // Empty if all are taken.
  static std::optional<Seat> take(Bell& bell);
  Seat(Seat&& other) noexcept : bell_(std::exchange(other.bell_, nullptr)), number_(other.number_) {}
  Seat& operator=(Seat&&) = delete;
  ~Seat();

  std::uint32_t number() const { return number_; }
  // As its controller sees it.
  lo_seat on_bell() const { return lo_seat_at(bell_->words(), number_); }
  Bell& bell() const { return *bell_; }
  // The turn is the controller's, who hears of it at the next Bell::ring().
  void give_turn(lo_block& block) const;
  // Rings for this seat alone, from any thread.
  void ring() const { lo_ring(on_bell().word, on_bell().bit); }

 private:
  Seat(Bell& bell, std::uint32_t number) : bell_(&bell), number_(number) {}
  Bell* bell_;
  std::uint32_t number_;
};

}  // namespace lightsout
