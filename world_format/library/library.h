// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The built-in PROTO library as texts by path: files of worlds/protos/ that are embedded, and PROTOs that are made from
// a line of its tables when they are asked for. Who looks where is in locate.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout::library {

// What names a file of the library where others have a path: "library:Ball.proto".
constexpr std::string_view path_prefix = "library:";

// `path` as below worlds/protos/: "Ball.proto", "y_up/Ball.proto".
bool has(std::string_view path);
std::optional<std::string> text_of(std::string_view path);
// Of the PROTOs, sorted; without those of older files only.
std::vector<std::string_view> names();

}  // namespace lightsout::library
