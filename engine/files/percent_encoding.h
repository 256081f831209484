// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

// As RFC 3986 has it: each byte that is neither a letter or a digit of ASCII nor one of `plain` by its number.
std::string percent_encoded(std::string_view text, std::string_view plain);

// What means itself in the path of a URL.
constexpr std::string_view plain_in_paths = "-._~/";

}  // namespace lightsout
