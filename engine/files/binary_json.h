// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Bytes as a value of nlohmann-json. In the place of Json::binary(), which in 3.11 destroys a value that it has only
// half made where memory lacks.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace lightsout {

template <class Json>
Json binary_json(std::vector<std::uint8_t> bytes) {
  Json json(typename Json::binary_t{});
  json.get_binary() = typename Json::binary_t(std::move(bytes));
  return json;
}

}  // namespace lightsout
