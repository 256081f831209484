// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A value, or the text that says why there is none: what std::expected<Value, std::string> is, for public headers that
// programs in C++17 read. Nobody throws.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace lightsout {

// Of errors alone: std::unexpected, not what may hold a value.
template <class Type>
using IfUnexpected =
    std::enable_if_t<!std::is_constructible_v<bool, const Type&>, decltype(std::declval<const Type&>().error())>;

template <class Value>
class [[nodiscard]] Checked {
 public:
  Checked(Value value) : value_(std::move(value)) {}
  template <class Unexpected, class = IfUnexpected<Unexpected>>
  Checked(const Unexpected& unexpected) : error_(unexpected.error()) {}

  explicit operator bool() const { return value_.has_value(); }
  // Only where there is a value.
  Value& operator*() { return *value_; }
  const Value& operator*() const { return *value_; }
  Value* operator->() { return &*value_; }
  const Value* operator->() const { return &*value_; }
  // "" where there is a value.
  const std::string& error() const { return error_; }

 private:
  std::optional<Value> value_;
  std::string error_;
};

template <>
class [[nodiscard]] Checked<void> {
 public:
  Checked() = default;
  template <class Unexpected, class = IfUnexpected<Unexpected>>
  Checked(const Unexpected& unexpected) : failed_(true), error_(unexpected.error()) {}

  explicit operator bool() const { return !failed_; }
  const std::string& error() const { return error_; }

 private:
  bool failed_ = false;
  std::string error_;
};

}  // namespace lightsout
