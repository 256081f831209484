// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The memory of one run of Lua, given back as a whole: whoever leaves Lua in the middle of anything has not left
// anything behind. It takes no lock and calls no allocator, only the system.
#pragma once

#include <array>
#include <cstddef>

namespace lightsout {

class LuaMemory {
 public:
  LuaMemory() = default;
  ~LuaMemory();
  LuaMemory(const LuaMemory&) = delete;
  LuaMemory& operator=(const LuaMemory&) = delete;

  // As lua_Alloc: nullptr where there is no more, or where new_size is 0.
  void* resize(void* block, std::size_t old_size, std::size_t new_size);

 private:
  static constexpr std::size_t smallest = 16;  // bytes; classes are its doubles
  static constexpr int class_count = 28;       // up to 2 GB
  static constexpr std::size_t chunk_size = std::size_t(4) << 20;
  struct Chunk {
    void* memory;
    std::size_t size;
  };
  struct Free {
    Free* next;
  };

  static int class_of(std::size_t size);
  static std::size_t size_of(int size_class) { return smallest << size_class; }
  void* take(std::size_t size);
  void give_back(void* block, std::size_t size);
  std::byte* map(std::size_t size);

  std::array<Free*, class_count> free_{};
  std::byte* at_ = nullptr;  // of the chunk that blocks are cut from
  std::byte* end_ = nullptr;
  std::array<Chunk, 4096> chunks_;
  std::size_t chunk_count_ = 0;
};

}  // namespace lightsout
