// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// All of a file as text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lightsout {

// Nothing if it cannot be read.
std::optional<std::string> text_of_file(const std::filesystem::path& file);

}  // namespace lightsout
