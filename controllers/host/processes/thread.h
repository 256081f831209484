// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the threads of the hosts run in.
#pragma once

#include <chrono>
#include <exception>
#include <thread>

namespace lightsout {

// Runs `loop` to its end. An exception out of it is of a memory that was full for a moment: it begins again.
template <class Loop>
void run_for_good(Loop loop) noexcept {
  for (;;) {
    try {
      return loop();
    } catch (const std::exception&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

}  // namespace lightsout
