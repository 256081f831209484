// Devices of one axis of a joint know each other by tag: what motors, brakes and position sensors tell their
// controllers.
#pragma once

#include "engine/device.h"
#include "engine/robot.h"

namespace lightsout {

// Tag of the device of that kind at the same axis of the same joint; 0 if there is none.
inline std::uint32_t tag_beside(const Device& device, lo_device_kind kind) {
  if (!device.joint()) return 0;
  for (const auto& other : device.robot().devices())
    if (other->kind() == kind && other->joint() == device.joint() && other->axis() == device.axis())
      return other->tag();
  return 0;
}

}  // namespace lightsout
