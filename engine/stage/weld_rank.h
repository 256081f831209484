// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The place of a joint among those that devices make while the world runs. ODE's lists of a body's joints, which decide
// the last bits of its motion, have them in the order in which they were made, the newest first.
#pragma once

#include <cstdint>

namespace lightsout {

struct WeldRank {
  std::uint64_t number = 0;      // greater than of those made before
  bool before_contacts = false;  // in those lists: it was made after the contacts of the next step were found
};

}  // namespace lightsout
