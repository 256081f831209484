// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/nodes/restriction.h"

#include <algorithm>
#include <concepts>
#include <string>
#include <utility>
#include <variant>

namespace lightsout {

std::optional<Value> left_by(const std::vector<Value>& allowed, const Value& value) {
  const auto takes = [&](const Value& element) {
    return std::ranges::any_of(allowed, [&](const Value& each) { return each.equals(element); });
  };
  Value left = value.clone();
  bool takes_all = true;
  std::visit(
      [&]<class T>(T& stored) {
        if constexpr (std::same_as<T, MFNode>) {
        } else if constexpr (!std::same_as<T, std::string> && requires { stored.push_back({}); }) {
          takes_all = std::erase_if(stored, [&](const typename T::value_type& element) {
                        return !takes(Value(typename T::value_type(element)));
                      }) == 0;
        } else {
          takes_all = takes(value);
        }
      },
      left.storage());
  if (takes_all) return {};
  return left;
}

}  // namespace lightsout
