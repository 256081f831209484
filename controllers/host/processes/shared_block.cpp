// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/shared_block.h"

#include <cstring>

namespace lightsout {

bool is_intact(const lo_block& now, const lo_block& laid_out) {
  const auto same_box = [](const lo_box& a, const lo_box& b) {
    return a.offset == b.offset && a.capacity == b.capacity && a.size <= b.capacity;
  };
  return now.magic == laid_out.magic && now.version == laid_out.version && now.size == laid_out.size &&
         now.device_count == laid_out.device_count && now.devices == laid_out.devices &&
         now.touched == laid_out.touched && same_box(now.to_engine, laid_out.to_engine) &&
         same_box(now.to_controller, laid_out.to_controller);
}

std::string_view SharedBlock::crash() const {
  if (laid_out_.crash == 0 || laid_out_.crash > memory_.size() || memory_.size() - laid_out_.crash < LO_CRASH_SIZE)
    return {};
  const char* text = reinterpret_cast<const char*>(get()) + laid_out_.crash;
  return {text, ::strnlen(text, LO_CRASH_SIZE)};
}

std::expected<SharedBlock, std::string> SharedBlock::create(std::size_t size) {
  auto memory = SharedMemory::create("lightsout-block", size);
  if (!memory) return std::unexpected(memory.error());
  return SharedBlock(std::move(*memory));
}

}  // namespace lightsout
