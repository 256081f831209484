// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a const owner hands out of the objects that it owns: a view of pointers to const, in their order.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

namespace lightsout {

template <class T>
class ReadOnly {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = const T*;
    using difference_type = std::ptrdiff_t;
    using pointer = const T* const*;
    using reference = const T*;

    explicit Iterator(const std::unique_ptr<T>* at = nullptr) : at_(at) {}
    const T* operator*() const { return at_->get(); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    bool operator==(const Iterator& other) const = default;

   private:
    const std::unique_ptr<T>* at_;
  };

  // As well from the list itself: who only reads takes this.
  ReadOnly(std::span<const std::unique_ptr<T>> owned) : owned_(owned) {}
  ReadOnly(const std::vector<std::unique_ptr<T>>& owned) : owned_(owned) {}
  Iterator begin() const { return Iterator(owned_.data()); }
  Iterator end() const { return Iterator(owned_.data() + owned_.size()); }
  std::size_t size() const { return owned_.size(); }
  bool empty() const { return owned_.empty(); }
  const T* operator[](std::size_t i) const { return owned_[i].get(); }
  const T* front() const { return owned_.front().get(); }

 private:
  std::span<const std::unique_ptr<T>> owned_;
};

}  // namespace lightsout
