// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/shared_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace lightsout {

std::expected<SharedMemory, std::string> SharedMemory::create(const char* name, std::size_t size) {
  const auto failure = [&](const char* what) {
    return std::unexpected(fmt::format("cannot {} {} bytes of shared memory: {}", what, size, std::strerror(errno)));
  };
  FileDescriptor fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return failure("make");
  if (::ftruncate(fd.get(), static_cast<off_t>(size)) != 0) return failure("reserve");
  if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) return failure("seal");
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (memory == MAP_FAILED) return failure("map");
  return SharedMemory(std::move(fd), memory, size);
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : fd_(std::move(other.fd_)), memory_(std::exchange(other.memory_, nullptr)), size_(other.size_) {}

SharedMemory::~SharedMemory() {
  if (memory_) ::munmap(memory_, size_);
}

}  // namespace lightsout
