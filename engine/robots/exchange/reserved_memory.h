// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Address space of which a page becomes memory when somebody writes to it: a controller's block in this process, most
// of which nobody ever uses, and its stack.
#pragma once

#include <sys/mman.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace lightsout {

inline constexpr std::size_t memory_page = 4096;  // bytes, of x86-64

class ReservedMemory {
 public:
  // Zeroed; throws std::bad_alloc.
  explicit ReservedMemory(std::size_t size) : size_(size) {
    // Private memory is made and given back in half the time, but counts in whole where a process is held to a limit.
    const int kind = is_limited() ? MAP_SHARED : MAP_PRIVATE;
    memory_ = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    // A large page would be two megabytes for a few kilobytes.
    ::madvise(memory_, size, MADV_NOHUGEPAGE);
  }
  ReservedMemory(const ReservedMemory&) = delete;
  ReservedMemory& operator=(const ReservedMemory&) = delete;
  ~ReservedMemory() {
    if (!is_left_) ::munmap(memory_, size_);
  }

  // Nobody may touch the first `size` bytes, whole pages.
  bool bar(std::size_t size) { return ::mprotect(memory_, size, PROT_NONE) == 0; }
  // The process is about to end, and the system takes all of its memory at once in a fraction of the time.
  void leave() { is_left_ = true; }

  // At the begin of a page.
  void* get() const { return memory_; }
  std::size_t size() const { return size_; }

 private:
  static bool is_limited() {
    rlimit limit{};
    return ::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
  }

  void* memory_;
  std::size_t size_;
  bool is_left_ = false;
};

// Makes pages that are about to be written to memory in one call: a page fault for each takes many times as long. Where
// the system cannot (before Linux 5.14) or has none, a page becomes memory when it is touched.
inline void populate(void* begin, std::size_t size) {
#ifdef MADV_POPULATE_WRITE
  const auto at = reinterpret_cast<std::uintptr_t>(begin), first = at / memory_page * memory_page;
  ::madvise(reinterpret_cast<void*>(first), at + size - first, MADV_POPULATE_WRITE);
#endif
}

}  // namespace lightsout
