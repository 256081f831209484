// The memory of one controller's block: a sealed memory file, mapped here and inherited by the controller.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

#include "controllers/host/file_descriptor.h"
#include "controllers/wire/block.h"

namespace lightsout {

class SharedBlock {
 public:
  // Zeroed. It cannot be shrunk under us: its size is sealed.
  static std::expected<SharedBlock, std::string> create(std::size_t size);
  SharedBlock(SharedBlock&& other) noexcept;
  SharedBlock& operator=(SharedBlock&&) = delete;
  ~SharedBlock();

  lo_block* get() const { return block_; }
  std::size_t size() const { return size_; }
  int fd() const { return fd_.get(); }

  // The engine has laid the block out: what must not change from now on is remembered.
  void remember() { laid_out_ = *block_; }
  // What must not change has changed.
  bool is_damaged() const;

 private:
  SharedBlock(FileDescriptor fd, lo_block* block, std::size_t size) : fd_(std::move(fd)), block_(block), size_(size) {}
  FileDescriptor fd_;
  lo_block* block_;
  std::size_t size_;
  lo_block laid_out_{};
};

}  // namespace lightsout
