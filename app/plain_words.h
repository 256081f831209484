// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What CLI11 says of a command line that it refuses, in the words of our own messages: the option, the value, what can
// be done.
#pragma once

#include <string>

namespace lightsout {

// What it says otherwise stays as it is.
std::string in_plain_words(const std::string& message);

}  // namespace lightsout
