// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two shapes that may touch, and which never need to be looked at.
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstdint>

namespace lightsout {

struct ShapePair {
  std::array<dGeomID, 2> geoms;
  std::array<std::uint32_t, 2> order;  // Shape::order, the first is not greater
};

// What makes a shape no partner of another.
struct MeetingRule {
  std::uint32_t company : 31 = 0;  // shapes of the same one never meet; 0: it has none
  std::uint32_t passive : 1 = 0;   // nothing comes of a meeting with another passive one

  bool leaves_out(const MeetingRule& other) const {
    return (company != 0 && company == other.company) || (passive && other.passive);
  }
};

}  // namespace lightsout
