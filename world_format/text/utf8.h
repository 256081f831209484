// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Texts are UTF-8; a position counts code points.
#pragma once

namespace lightsout {

// Not the first byte of a code point.
constexpr bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace lightsout
