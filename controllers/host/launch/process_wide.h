// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether a controller can run inside the simulator's process and be as in one of its own: by what its library imports.
// One that uses functions which act on the process as a whole cannot, nor one that is linked to a library of which
// nothing is known.
#pragma once

#include <filesystem>
#include <string>

#include "engine/programs/binaries/elf_file.h"

namespace lightsout {

// Why it needs a process of its own, a clause about it ("it uses pthread_create (threads)"); "" if it does not.
std::string why_process(const ElfSummary& library, const std::filesystem::path& prefix);

// It may open files by their names, which are looked for in its working folder.
bool uses_files(const ElfSummary& library);
// It uses std::cout or its kin.
bool uses_cpp_streams(const ElfSummary& library);

}  // namespace lightsout
