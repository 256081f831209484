// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Node types as the numbers that controllers know (WbNodeType).
#pragma once

#include <cstdint>
#include <string_view>

namespace lightsout {

// 0 (WB_NODE_NO_NODE) for a name that is no node type.
std::int32_t node_type_number(std::string_view type);

}  // namespace lightsout
