// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/large_pages.h"

#ifdef LIGHTSOUT_JEMALLOC
#include <jemalloc/jemalloc.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#endif

namespace lightsout {

#ifdef LIGHTSOUT_JEMALLOC
namespace {

constexpr std::size_t small_heap = 8u << 20, large_page = 2u << 20;  // bytes

extent_hooks_t hooks;
std::size_t taken = 0;  // by the arena, which calls one at a time

// jemalloc's own hooks for these look for what it keeps of the thread that calls, and make it where the thread has
// only freed memory so far. That takes the lock of the arena, which it holds: the thread would wait for itself. These
// do without.

void* map(std::size_t size) {
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// At a multiple of `alignment`, a power of two.
void* map_aligned(std::size_t size, std::size_t alignment) {
  char* memory = static_cast<char*>(map(size));
  if (!memory || (reinterpret_cast<std::uintptr_t>(memory) & (alignment - 1)) == 0) return memory;
  ::munmap(memory, size);
  const std::size_t room = size + alignment;
  if (room < size || !(memory = static_cast<char*>(map(room)))) return nullptr;
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(memory) & (alignment - 1);
  if (before > 0) ::munmap(memory, before);
  ::munmap(memory + before + size, alignment - before);
  return memory + before;
}

void* take(extent_hooks_t*, void* place, std::size_t size, std::size_t alignment, bool* is_zero, bool* is_there,
           unsigned) {
  if (place) return nullptr;  // no matter to jemalloc, which asks anew without
  void* memory = map_aligned(size, alignment);
  if (!memory) return nullptr;
  *is_zero = *is_there = true;
  if (taken >= small_heap && size >= large_page) ::madvise(memory, size, MADV_HUGEPAGE);
  taken += size;
  return memory;
}

// Neighbours may always become one piece: all of it is mapped alike.
bool join(extent_hooks_t*, void*, std::size_t, void*, std::size_t, bool, unsigned) {
  constexpr bool is_refused = false;
  return is_refused;
}

}  // namespace

void take_large_pages() {
  // That of the first thread, in which worlds are loaded.
  extent_hooks_t* before = nullptr;
  std::size_t size = sizeof before;
  if (::mallctl("arena.0.extent_hooks", &before, &size, nullptr, 0) != 0) return;
  hooks = *before;
  hooks.alloc = take;
  hooks.merge = join;
  extent_hooks_t* ours = &hooks;
  ::mallctl("arena.0.extent_hooks", nullptr, nullptr, &ours, sizeof ours);
}
#else
void take_large_pages() {}
#endif

}  // namespace lightsout
