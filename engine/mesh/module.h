// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Opens one of our own shared modules when it is first needed. They keep heavy libraries (assimp, FCL) out of the
// start of every run; they lie in the home (installation/installation.h).
#pragma once

#include <expected>
#include <string>

namespace lightsout {

// The address of the function `symbol` of lib<module>.so. The module stays loaded. From any thread.
std::expected<void*, std::string> find_in_module(const std::string& module, const std::string& symbol);

}  // namespace lightsout
