// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether everything is there that a plugin's library asks for, before it is loaded. Loading itself (and running its
// constructors) is library.h's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/programs/binaries/elf_file.h"

namespace lightsout {

// For each needed library that is nowhere to be found, and each undefined symbol that neither this process nor a needed
// library has: a line saying what it is and what provides it. Empty: the file can be loaded.
std::vector<std::string> missing_for(const ElfSummary& elf);

// "Lua (Debian: liblua5.4-dev): ...": what a symbol belongs to, "" if its name says nothing.
std::string_view provider_of(std::string_view symbol);

}  // namespace lightsout
