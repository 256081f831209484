// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Memory that processes share: a sealed memory file, mapped here, whose descriptor they inherit or are sent.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class SharedMemory {
 public:
  // Zeroed bytes. They cannot be shrunk under us: their size is sealed. The error is one clause.
  static std::expected<SharedMemory, std::string> create(const char* name, std::size_t size);
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&&) = delete;
  ~SharedMemory();

  void* get() const { return memory_; }
  std::size_t size() const { return size_; }
  int fd() const { return fd_.get(); }

 private:
  SharedMemory(FileDescriptor fd, void* memory, std::size_t size) : fd_(std::move(fd)), memory_(memory), size_(size) {}
  FileDescriptor fd_;
  void* memory_;
  std::size_t size_;
};

}  // namespace lightsout
