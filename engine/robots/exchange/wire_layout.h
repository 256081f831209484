// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where what devices say of any length lies in a controller's block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "controllers/wire/block.h"

namespace lightsout {

// Hands out the array space of a block while devices are placed in it.
class WireLayout {
 public:
  WireLayout(lo_block* block, std::uint32_t begin, std::uint32_t end) : block_(block), next_(begin), end_(end) {}
  // Its count is in elements.
  lo_array array(std::span<const std::byte> bytes, std::size_t element);
  lo_string string(std::string_view text);

 private:
  lo_array put(const void* data, std::size_t bytes, std::size_t element);
  lo_block* block_;
  std::uint32_t next_;
  std::uint32_t end_;
};

}  // namespace lightsout
