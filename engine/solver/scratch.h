// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Memory for numbers that lives from step to step and grows to the largest island that came: no allocation in steady
// state. What is taken holds anything.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace lightsout {

template <class T>
class Scratch {
  static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>);

 public:
  // Where a line of the cache begins.
  static constexpr std::align_val_t alignment{64};

  T* take(std::size_t count) {
    if (count > size_) {
      size_ = count + count / 2;
      memory_.reset();
      memory_.reset(static_cast<T*>(::operator new(size_ * sizeof(T), alignment)));
    }
    return memory_.get();
  }
  T* get() const { return memory_.get(); }
  T& operator[](std::size_t i) { return memory_[i]; }
  const T& operator[](std::size_t i) const { return memory_[i]; }

 private:
  struct Free {
    void operator()(T* memory) const { ::operator delete(memory, alignment); }
  };
  std::unique_ptr<T[], Free> memory_;
  std::size_t size_ = 0;
};

}  // namespace lightsout
