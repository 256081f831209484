// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What tells one file's bytes from another's, as text: "xxh128:" and 32 hexadecimal digits, which `xxhsum -H2` prints
// too.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace lightsout {

struct Fingerprint {
  std::string text;
  std::uint64_t bytes = 0;
};

// `also`: gets the bytes as they are read, in pieces. The error is the system's, without the name.
std::expected<Fingerprint, std::string> fingerprint_of(const std::filesystem::path& file,
                                                       const std::function<void(std::string_view)>& also = {});

}  // namespace lightsout
