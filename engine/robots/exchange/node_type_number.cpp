// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/node_type_number.h"

namespace lightsout {

std::int32_t node_type_number(std::string_view type) {
  struct Entry {
    std::string_view name;
    std::int32_t number;
  };
  static constexpr Entry entries[] = {
#define NODE_TYPE(name, number) {#name, number},
#include "controllers/wire/node_types.def"
#undef NODE_TYPE
  };
  for (const Entry& entry : entries)
    if (entry.name == type) return entry.number;
  return 0;
}

}  // namespace lightsout
