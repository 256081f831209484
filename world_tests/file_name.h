// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A name for a file or folder that says what it is of.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lightsout {

// Letters and digits of ASCII and .-_=,+ stay, each other byte is %XX (a dot in front too, which would hide it). What
// is longer than `longest` characters then is cut, with ~ and a hash of the text behind it. Other texts have other
// names.
std::string file_name_of(std::string_view text, std::size_t longest = 200);

}  // namespace lightsout
