// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What was built for many runs of one command, that each folder is built once for all of them.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace lightsout {

// From here on folders are built once for this process and all that are forked from it.
void remember_builds();

// Of the folder and how it is built (build.cpp); nothing if it is not known, or nobody remembers.
std::optional<std::expected<void, std::string>> remembered_build(std::uint64_t key);
// `failure`: the report of a build that failed, "" of one that did not.
void remember_build(std::uint64_t key, const std::string& failure);

}  // namespace lightsout
