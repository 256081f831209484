// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What sanitizers must be told where two stacks, the engine's and a controller's, take turns on one thread; nothing in
// other builds. Each function is called on the stack that is left, just before the jump, or on the one that was
// reached, just behind it.
#pragma once

#include <cstddef>

#include "engine/programs/sanitizers.h"

#if LIGHTSOUT_ADDRESS_SANITIZER()
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if LIGHTSOUT_THREAD_SANITIZER()
#include <sanitizer/tsan_interface.h>
#endif

namespace lightsout {

class StackSwitch {
 public:
#if LIGHTSOUT_ADDRESS_SANITIZER()
  // A controller that ended left its frames behind, and the sanitizer's marks of them outlive the mapping.
  static void made(void* bottom, std::size_t size) { __asan_unpoison_memory_region(bottom, size); }
  void leave_engine(void* bottom, std::size_t size) { __sanitizer_start_switch_fiber(&engine_frames_, bottom, size); }
  void reach_engine() { __sanitizer_finish_switch_fiber(engine_frames_, nullptr, nullptr); }
  void leave_controller() { __sanitizer_start_switch_fiber(&controller_frames_, engine_bottom_, engine_size_); }
  // `controller_frames_` is nullptr when it is reached first.
  void reach_controller() { __sanitizer_finish_switch_fiber(controller_frames_, &engine_bottom_, &engine_size_); }

 private:
  void* engine_frames_ = nullptr;
  void* controller_frames_ = nullptr;
  const void* engine_bottom_ = nullptr;
  std::size_t engine_size_ = 0;
#elif LIGHTSOUT_THREAD_SANITIZER()
  StackSwitch() = default;
  StackSwitch(const StackSwitch&) = delete;
  StackSwitch& operator=(const StackSwitch&) = delete;
  ~StackSwitch() {
    if (controller_) __tsan_destroy_fiber(controller_);
  }
  static void made(void*, std::size_t) {}
  // Inlined, since the thread sanitizer counts calls and returns of each stack.
  [[gnu::always_inline]] void leave_engine(void*, std::size_t) {
    if (!controller_) controller_ = __tsan_create_fiber(0);
    engine_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(controller_, 0);
  }
  void reach_engine() {}
  [[gnu::always_inline]] void leave_controller() { __tsan_switch_to_fiber(engine_, 0); }
  void reach_controller() {}

 private:
  void* engine_ = nullptr;
  void* controller_ = nullptr;
#else
  static void made(void*, std::size_t) {}
  void leave_engine(void*, std::size_t) {}
  void reach_engine() {}
  void leave_controller() {}
  void reach_controller() {}
#endif
};

}  // namespace lightsout
