// Images and clouds, which a controller reads where the engine writes them: rooms in the far end of its block, which is
// address space until somebody writes there. It is neither copied nor compared at a turn. The engine writes there and
// reads nothing back but for the hash of what it wrote: a controller may write there too, and does (drawing on its
// image).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "controllers/wire/block.h"

namespace lightsout {

class Device;
class StateVisitor;
class Surroundings;

// The rooms of one controller's block.
class BulkSpace {
 public:
  // What of a block that is laid out is for it, by offset.
  void open(std::byte* block, std::uint32_t begin, std::uint32_t end);
  void close();
  // Of a part of a device, by its tag: zeroed where it is new or has another size than the last time. Empty if there is
  // not so much.
  std::span<std::byte> room(std::uint32_t tag, std::uint32_t part, std::size_t size);
  std::uint32_t offset_of(std::span<const std::byte> room) const { return std::uint32_t(room.data() - block_); }
  // Bytes that there are for all rooms.
  std::size_t size() const { return end_ - begin_; }
  // Which rooms there are, before open().
  void visit_state(StateVisitor& state);

 private:
  struct Room {
    std::uint32_t tag, part, offset, size;
    std::uint32_t end() const { return offset + size; }
  };
  void clear(const Room& room) const;

  std::byte* block_ = nullptr;
  std::uint32_t begin_ = 0, end_ = 0;
  std::vector<Room> rooms_;  // in the order of their offsets
};

// What one device shows its controller there.
class Bulk {
 public:
  // `part`: tells several of a device apart.
  Bulk(const Device& device, Surroundings& surroundings, std::uint32_t part = 0)
      : device_(device), surroundings_(surroundings), part_(part) {}

  // Its room, `wire` told where it is; the same as before where the size is the same, else zeros. Empty where the robot
  // has no controller. Throws LimitReached.
  std::span<std::byte> open(lo_bulk& wire, std::size_t size);
  // What has been written to the room is what the controller reads from its next turn on.
  void publish(lo_bulk& wire);
  // Of the bytes that were published last.
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

}  // namespace lightsout
