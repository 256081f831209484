// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a device shows its controller in a room of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "controllers/wire/block.h"

namespace lightsout {

class Device;
class StateVisitor;
class Surroundings;

class Bulk {
 public:
  // `part`: tells several of a device apart.
  Bulk(const Device& device, Surroundings& surroundings, std::uint32_t part = 0)
      : device_(device), surroundings_(surroundings), part_(part) {}

  // Its room, `wire` told where it is; the same as before where the size is the same, else zeros. Empty where the robot
  // has no controller. Throws LimitReached.
  std::span<std::byte> open(lo_bulk& wire, std::size_t size);
  // The same if it has a room already. For Device::tell(): after an edit of its size zeros stand there, until the next
  // sample; after a restore what stood there.
  void fit(lo_bulk& wire, std::size_t size) {
    if (wire.size != 0) open(wire, size);
  }
  // What has been written to the room is what the controller reads from its next turn on.
  void publish(lo_bulk& wire);
  // The same span of bytes, as long as the robot has its controller.
  std::span<const std::byte> room() const { return room_; }
  // What was published there; empty where nothing was.
  std::span<const std::byte> published() const { return generation_ > 0 ? room() : std::span<const std::byte>(); }
  // Of the bytes that were published last; 0: zeros stand there.
  std::uint64_t hash() const { return hash_; }
  void visit_state(StateVisitor& state);

 private:
  const Device& device_;
  Surroundings& surroundings_;
  std::uint32_t part_;
  std::uint32_t generation_ = 0;
  std::uint64_t hash_ = 0;
  std::span<std::byte> room_;
};

inline std::span<const float> floats_of(std::span<const std::byte> room) {
  return {reinterpret_cast<const float*>(room.data()), room.size() / sizeof(float)};
}

}  // namespace lightsout
