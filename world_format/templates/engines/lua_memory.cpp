// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/templates/engines/lua_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace lightsout {

LuaMemory::~LuaMemory() {
  for (std::size_t i = 0; i < chunk_count_; ++i) munmap(chunks_[i].memory, chunks_[i].size);
}

int LuaMemory::class_of(std::size_t size) {
  return size <= smallest ? 0 : std::bit_width(size - 1) - std::bit_width(smallest - 1);
}

std::byte* LuaMemory::map(std::size_t size) {
  if (chunk_count_ == chunks_.size()) return nullptr;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  chunks_[chunk_count_++] = {memory, size};
  return static_cast<std::byte*>(memory);
}

void* LuaMemory::take(std::size_t size) {
  const int size_class = class_of(size);
  if (size_class >= class_count) return nullptr;
  if (Free* block = free_[std::size_t(size_class)]) {
    free_[std::size_t(size_class)] = block->next;
    return block;
  }
  const std::size_t whole = size_of(size_class);
  if (whole > chunk_size / 2) return map(whole);
  if (std::size_t(end_ - at_) < whole) {
    std::byte* fresh = map(chunk_size);
    if (!fresh) return nullptr;
    at_ = fresh;
    end_ = fresh + chunk_size;
  }
  at_ += whole;
  return at_ - whole;
}

void LuaMemory::give_back(void* block, std::size_t size) {
  auto* free = static_cast<Free*>(block);
  Free*& first = free_[std::size_t(class_of(size))];
  free->next = first;
  first = free;
}

void* LuaMemory::resize(void* block, std::size_t old_size, std::size_t new_size) {
  if (new_size == 0) {
    if (block) give_back(block, old_size);
    return nullptr;
  }
  if (block && class_of(old_size) == class_of(new_size)) return block;
  void* moved = take(new_size);
  if (!block) return moved;
  if (!moved) return new_size < old_size ? block : nullptr;
  std::memcpy(moved, block, std::min(old_size, new_size));
  give_back(block, old_size);
  return moved;
}

}  // namespace lightsout
