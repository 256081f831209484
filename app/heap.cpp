// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/heap.h"

#ifdef LIGHTSOUT_JEMALLOC
#include <jemalloc/jemalloc.h>
#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/programs/guests/guest_threads.h"

// One arena for all threads. Each would make one of its own with its first call, and goes on without it, into a crash,
// where no memory is to be had for that.
extern "C" {
const char* malloc_conf = "narenas:1";  // NOLINT: jemalloc's name for it
}
#endif

namespace lightsout {

#ifdef LIGHTSOUT_JEMALLOC
namespace {

constexpr std::size_t large_page = 2u << 20, reserve_size = 4 * large_page;  // bytes

// For threads that begin where the system has no memory: jemalloc takes what it keeps of a thread for granted.
// Untouched it is a space of addresses, and no memory. Mapped, it lies where the tables of the heap reach already.
std::atomic<std::uintptr_t> reserve = 0;
std::uintptr_t reserve_end = 0;
thread_local constinit volatile bool begins = false;  // malloc() reads it, which compilers do not believe

extent_hooks_t hooks;

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

// Only what is asked for: of a piece to grow by the rest would go to others.
void* take_of_reserve(std::size_t size, std::size_t alignment) {
  if (size >= large_page && alignment < large_page) return nullptr;
  for (std::uintptr_t begin = reserve;;) {
    const std::uintptr_t place = (begin + alignment - 1) & -alignment;
    if (place > reserve_end || size > reserve_end - place) return nullptr;
    if (reserve.compare_exchange_weak(begin, place + size)) return reinterpret_cast<void*>(place);
  }
}

void* take(extent_hooks_t*, void* place, std::size_t size, std::size_t alignment, bool* is_zero, bool* is_there,
           unsigned) {
  if (place) return nullptr;  // no matter to jemalloc, which asks anew without
  void* memory = map_aligned(size, alignment);
  if (!memory && begins) memory = take_of_reserve(size, alignment);
  if (!memory) return nullptr;
  *is_zero = *is_there = true;
  // What a small world needs came before this hook was set: a program that asks for more needs most of it.
  if (size >= large_page) ::madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

// Neighbours may always become one piece: all of it is mapped alike.
bool join(extent_hooks_t*, void*, std::size_t, void*, std::size_t, bool, unsigned) {
  constexpr bool is_refused = false;
  return is_refused;
}

void begin_thread() {
  begins = true;
  void* volatile first = std::malloc(1);
  begins = false;
  std::free(first);
}

}  // namespace

void set_up_heap() {
  begin_every_thread = begin_thread;
  extent_hooks_t* before = nullptr;
  std::size_t size = sizeof before;
  if (::mallctl("arena.0.extent_hooks", &before, &size, nullptr, 0) != 0) return;
  if (void* const memory = map(reserve_size)) {
    reserve = reinterpret_cast<std::uintptr_t>(memory);
    reserve_end = reserve + reserve_size;
  }
  hooks = *before;
  hooks.alloc = take;
  hooks.merge = join;
  extent_hooks_t* ours = &hooks;
  ::mallctl("arena.0.extent_hooks", nullptr, nullptr, &ours, sizeof ours);
}
#else
void set_up_heap() {}
#endif

}  // namespace lightsout
