#include "controllers/host/shared_block.h"

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

std::expected<SharedBlock, std::string> SharedBlock::create(std::size_t size) {
  auto memory = SharedMemory::create("lightsout-block", size);
  if (!memory) return std::unexpected(memory.error());
  return SharedBlock(std::move(*memory));
}

}  // namespace lightsout
