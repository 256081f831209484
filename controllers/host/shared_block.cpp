#include "controllers/host/shared_block.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace lightsout {

std::expected<SharedBlock, std::string> SharedBlock::create(std::size_t size) {
  const auto failure = [&](const char* what) {
    return std::unexpected(fmt::format("cannot {} {} bytes of shared memory: {}", what, size, std::strerror(errno)));
  };
  FileDescriptor fd(::memfd_create("lightsout-block", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return failure("make");
  if (::ftruncate(fd.get(), static_cast<off_t>(size)) != 0) return failure("reserve");
  if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) return failure("seal");
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (memory == MAP_FAILED) return failure("map");
  return SharedBlock(std::move(fd), static_cast<lo_block*>(memory), size);
}

SharedBlock::SharedBlock(SharedBlock&& other) noexcept
    : fd_(std::move(other.fd_)),
      block_(std::exchange(other.block_, nullptr)),
      size_(other.size_),
      laid_out_(other.laid_out_) {}

SharedBlock::~SharedBlock() {
  if (block_) ::munmap(block_, size_);
}

bool SharedBlock::is_damaged() const {
  const lo_block& now = *block_;
  const auto same_box = [](const lo_box& a, const lo_box& b) {
    return a.offset == b.offset && a.capacity == b.capacity && a.size <= b.capacity;
  };
  return now.magic != laid_out_.magic || now.version != laid_out_.version || now.size != laid_out_.size ||
         now.device_count != laid_out_.device_count || now.devices != laid_out_.devices ||
         !same_box(now.to_engine, laid_out_.to_engine) || !same_box(now.to_controller, laid_out_.to_controller);
}

}  // namespace lightsout
