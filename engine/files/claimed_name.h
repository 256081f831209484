// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What claims of files and folders have in common: names of sockets, which are no files, so that nobody can remove one
// or find it left behind.
#pragma once

#include <chrono>
#include <expected>
#include <filesystem>
#include <string>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

// The place of a path, however it is named.
std::filesystem::path claimed_place(const std::filesystem::path& path);

// It names a plain file, or nothing yet: no pipe or device, which several may write to.
bool is_claimable(const std::filesystem::path& path);

// A socket of that name, or why there is none: EADDRINUSE where somebody has one, and still has it at `until`.
std::expected<FileDescriptor, int> claim_name(const std::string& name,
                                              std::chrono::steady_clock::time_point until = {});

}  // namespace lightsout
