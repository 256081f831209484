// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <utility>

namespace lightsout {

// Those that the program holds, by which users' code inside this process closes none of them (guest.h). Numbers beyond
// the table are not protected.
class HeldDescriptors {
 public:
  static void add(int fd) {
    if (is_in_table(fd)) word(fd).fetch_or(bit(fd), std::memory_order_relaxed);
  }
  static void remove(int fd) {
    if (is_in_table(fd)) word(fd).fetch_and(~bit(fd), std::memory_order_relaxed);
  }
  static bool has(int fd) { return is_in_table(fd) && (word(fd).load(std::memory_order_relaxed) & bit(fd)) != 0; }

 private:
  static constexpr int words = 256, bits = 64;
  static bool is_in_table(int fd) { return fd >= 0 && fd < words * bits; }
  static std::atomic<std::uint64_t>& word(int fd) { return table_[fd / bits]; }
  static std::uint64_t bit(int fd) { return std::uint64_t(1) << (fd % bits); }
  static inline std::atomic<std::uint64_t> table_[words] = {};
};

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) { HeldDescriptors::add(fd_); }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  ~FileDescriptor() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void reset() {
    const int fd = std::exchange(fd_, -1);
    if (fd < 0) return;
    HeldDescriptors::remove(fd);
    ::close(fd);
  }

 private:
  int fd_ = -1;
};

}  // namespace lightsout
