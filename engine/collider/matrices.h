// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A view of 4x4 matrices that lie one after the other, in a vector, an array or another container: what
// std::span<const Eigen::Matrix4d> is, for public headers that programs in C++17 read.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace lightsout {

class Matrices {
 public:
  Matrices() = default;
  Matrices(const Eigen::Matrix4d* first, std::size_t size) : first_(first), size_(size) {}
  template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                 decltype(std::declval<const Container&>().data()), const Eigen::Matrix4d*>>>
  Matrices(const Container& container) : first_(container.data()), size_(container.size()) {}

  const Eigen::Matrix4d* data() const { return first_; }
  std::size_t size() const { return size_; }
  const Eigen::Matrix4d* begin() const { return first_; }
  const Eigen::Matrix4d* end() const { return first_ + size_; }
  const Eigen::Matrix4d& operator[](std::size_t i) const { return first_[i]; }

 private:
  const Eigen::Matrix4d* first_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lightsout
