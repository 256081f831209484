// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the first of several threads makes that asks for it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace lightsout {

template <class Thing>
class Lazy {
 public:
  Lazy() = default;
  Lazy(Lazy&& other) noexcept : thing_(other.thing_.exchange(nullptr)) {}
  Lazy& operator=(Lazy&& other) noexcept {
    delete thing_.exchange(other.thing_.exchange(nullptr));
    return *this;
  }
  ~Lazy() { delete thing_.load(); }
  // Nobody looks at it meanwhile.
  void reset() { delete thing_.exchange(nullptr); }
  // nullptr: it has not been made.
  const Thing* known() const { return thing_.load(std::memory_order_acquire); }
  template <class Make>
  const Thing& get(std::mutex& mutex, Make make) {
    if (const Thing* made = known()) return *made;
    const std::lock_guard lock(mutex);
    if (!thing_.load(std::memory_order_relaxed)) thing_.store(make().release(), std::memory_order_release);
    return *thing_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<const Thing*> thing_ = nullptr;
};

}  // namespace lightsout
