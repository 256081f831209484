// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What some editors put before a text in UTF-8.
#pragma once

#include <string_view>

namespace lightsout {

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace lightsout
