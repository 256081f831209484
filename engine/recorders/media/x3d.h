// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The world as an X3D scene for web viewers: what is seen of it, each element with `id='n<node id>'`. Poses are those
// of the tree's fields.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

// The URL by which the page finds a file that was found there.
using UrlOfFile = std::function<std::string(const std::filesystem::path&)>;

std::string write_x3d(const World& world, const UrlOfFile& url_of);
// The element of one node with all below it; "" for what X3D does not show.
// `id_offset` is added to the ids.
std::string write_x3d(const World& world, const UrlOfFile& url_of, const Node& node, std::uint32_t id_offset = 0);

// "1 0.5 0": numbers as viewers read them, six significant digits.
std::string x3d_value(const Value& value);

}  // namespace lightsout
