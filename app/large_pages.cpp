// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/large_pages.h"

#ifdef LIGHTSOUT_JEMALLOC
#include <jemalloc/jemalloc.h>
#include <sys/mman.h>

#include <cstddef>
#endif

namespace lightsout {

#ifdef LIGHTSOUT_JEMALLOC
namespace {

constexpr std::size_t small_heap = 8u << 20, large_page = 2u << 20;  // bytes

extent_hooks_t* before = nullptr;  // jemalloc's own
extent_hooks_t hooks;
std::size_t taken = 0;  // by the arena, which calls one at a time

void* take(extent_hooks_t*, void* place, std::size_t size, std::size_t alignment, bool* is_zero, bool* is_there,
           unsigned arena) {
  void* memory = before->alloc(before, place, size, alignment, is_zero, is_there, arena);
  if (!memory) return nullptr;
  if (taken >= small_heap && size >= large_page) ::madvise(memory, size, MADV_HUGEPAGE);
  taken += size;
  return memory;
}

}  // namespace

void take_large_pages() {
  // That of the first thread, in which worlds are loaded.
  std::size_t size = sizeof before;
  if (::mallctl("arena.0.extent_hooks", &before, &size, nullptr, 0) != 0) return;
  hooks = *before;
  hooks.alloc = take;
  extent_hooks_t* ours = &hooks;
  ::mallctl("arena.0.extent_hooks", nullptr, nullptr, &ours, sizeof ours);
}
#else
void take_large_pages() {}
#endif

}  // namespace lightsout
