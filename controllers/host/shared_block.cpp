#include "controllers/host/shared_block.h"

namespace lightsout {

std::expected<SharedBlock, std::string> SharedBlock::create(std::size_t size) {
  auto memory = SharedMemory::create("lightsout-block", size);
  if (!memory) return std::unexpected(memory.error());
  return SharedBlock(std::move(*memory));
}

bool SharedBlock::is_damaged() const {
  const lo_block& now = *get();
  const auto same_box = [](const lo_box& a, const lo_box& b) {
    return a.offset == b.offset && a.capacity == b.capacity && a.size <= b.capacity;
  };
  return now.magic != laid_out_.magic || now.version != laid_out_.version || now.size != laid_out_.size ||
         now.device_count != laid_out_.device_count || now.devices != laid_out_.devices ||
         now.touched != laid_out_.touched || !same_box(now.to_engine, laid_out_.to_engine) ||
         !same_box(now.to_controller, laid_out_.to_controller);
}

}  // namespace lightsout
