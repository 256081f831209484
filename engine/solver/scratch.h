// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Memory for numbers that lives from step to step and grows to the largest island that came: no allocation in steady
// state. What is taken holds anything.
#pragma once

#include <cstddef>
#include <memory>

namespace lightsout {

template <class T>
class Scratch {
 public:
  T* take(std::size_t count) {
    if (count > size_) {
      size_ = count + count / 2;
      memory_ = std::make_unique_for_overwrite<T[]>(size_);
    }
    return memory_.get();
  }
  T* get() const { return memory_.get(); }
  T& operator[](std::size_t i) { return memory_[i]; }
  const T& operator[](std::size_t i) const { return memory_[i]; }

 private:
  std::unique_ptr<T[]> memory_;
  std::size_t size_ = 0;
};

}  // namespace lightsout
