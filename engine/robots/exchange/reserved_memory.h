// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Address space of which a page becomes memory when somebody writes to it: a controller's block in this process, most
// of which nobody ever uses.
#pragma once

#include <sys/mman.h>
#include <sys/resource.h>

#include <cstddef>
#include <new>
#include <utility>

namespace lightsout {

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
  ~ReservedMemory() { ::munmap(memory_, size_); }

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
};

}  // namespace lightsout
