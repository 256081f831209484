// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The memory of one controller's block.
#pragma once

#include "controllers/host/processes/shared_memory.h"
#include "controllers/wire/block.h"

namespace lightsout {

// What must not change while a controller runs, the layout, is in `now` as in `laid_out`, and no box is overfull.
bool is_intact(const lo_block& now, const lo_block& laid_out);

class SharedBlock {
 public:
  // Zeroed. The error is one clause.
  static std::expected<SharedBlock, std::string> create(std::size_t size);

  lo_block* get() const { return static_cast<lo_block*>(memory_.get()); }
  int fd() const { return memory_.fd(); }

  // The engine has laid the block out: what must not change from now on is remembered.
  void remember() { laid_out_ = *get(); }
  bool is_damaged() const { return !is_intact(*get(), laid_out_); }
  // What a crash has left (lo_block.crash): "" if nothing.
  std::string_view crash() const;

 private:
  explicit SharedBlock(SharedMemory memory) : memory_(std::move(memory)) {}
  SharedMemory memory_;
  lo_block laid_out_{};
};

}  // namespace lightsout
