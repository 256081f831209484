// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file's bytes as a number.
#pragma once

#include <cstdint>
#include <filesystem>

namespace lightsout {

// Of the bytes of the file; 0 if it cannot be read or is empty, with errno as the system left it.
std::uint64_t digest_of_file(const std::filesystem::path& path);

}  // namespace lightsout
