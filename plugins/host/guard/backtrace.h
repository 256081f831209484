// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Addresses in this process to functions, files and lines.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lightsout {

// One line per address, up to main or to the first frame of the simulator below users' code. The first address is of an
// instruction, the others are return addresses.
std::vector<std::string> symbolise(std::span<void* const> frames);

}  // namespace lightsout
