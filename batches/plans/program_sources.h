// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a controller or a physics plugin is made of, as far as files say so without anything being built or run.
#pragma once

#include <filesystem>
#include <set>

namespace lightsout {

// Sources in the folder and in the project's folder of libraries, whether they are built or not; what else these hold
// (results, builds) is none. Of a library without sources, what was built of it. And files elsewhere:
// - what a source in C or C++ includes, from its own folder, the program's, or one that a Makefile names;
// - what a Makefile of these names: other sources, other Makefiles.
// Their own inclusions likewise. Not known: names that a Makefile puts together, Python modules of other folders.
std::set<std::filesystem::path> sources_of_program(const std::filesystem::path& folder,
                                                   const std::filesystem::path& libraries);

// One of them that is read by each run; the others are built.
bool is_read_by_runs(const std::filesystem::path& file);

}  // namespace lightsout
