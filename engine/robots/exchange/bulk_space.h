// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Images and clouds, which a controller reads where the engine writes them: rooms in the far end of its block, which is
// address space until somebody writes there. It is neither copied nor compared at a turn. The engine writes there and
// reads nothing back but for the hash of what it wrote: a controller may write there too, and does (drawing on its
// image).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lightsout {

class StateVisitor;

// The rooms of one controller's block.
class BulkSpace {
 public:
  // What of a block that is laid out is for it, by offset.
  void open(std::byte* block, std::uint32_t begin, std::uint32_t end);
  void close();
  // Of a part of a device, by its tag: zeroed where it is new or has another size than the last time. Empty if there is
  // not so much.
  std::span<std::byte> room(std::uint32_t tag, std::uint32_t part, std::size_t size);
  // Its room, where that has another size: zeros now, and free. Empty: it has none, or of this size. room() asks for it
  // too.
  std::span<std::byte> leave(std::uint32_t tag, std::uint32_t part, std::size_t size);
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
  std::vector<Room>::iterator find(std::uint32_t tag, std::uint32_t part);
  void clear(const Room& room) const;

  std::byte* block_ = nullptr;
  std::uint32_t begin_ = 0, end_ = 0;
  std::vector<Room> rooms_;  // in the order of their offsets
};

}  // namespace lightsout
