// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a controller that crashed left in its block (lo_block.crash), as lines for a person.
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

// "\n  #0 /p/controllers/a/a.c:12 in turn\n  #1 ...", up to main. The controller may have written anything.
std::string describe_crash(std::string_view left);

}  // namespace lightsout
