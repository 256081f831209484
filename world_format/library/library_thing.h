// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Things of the built-in library: the text of a PROTO that is a few plain shapes, from its line in
// worlds/protos/things.txt, where the language of these lines is told.
#pragma once

#include <string>
#include <string_view>

namespace lightsout::library {

// `line`: what follows the name.
std::string thing_text(std::string_view name, std::string_view line);

}  // namespace lightsout::library
