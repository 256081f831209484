// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nodes of a tree by the names that people give them: DEFs, `name` fields, types, and the fields that hold them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

// Those that the path means: nodes joined by dots, where levels may be skipped. Of all matches the ones nearest to the
// top level, in file order. USE copies are not found.
std::vector<Node*> find_by_path(const MFNode& nodes, std::string_view path);

// Of the path that leads nowhere: the longest part that leads somewhere, the word behind it, and what could stand there
// instead.
struct LostPath {
  std::string_view found;  // "" if already the first word names nothing
  std::string_view lost;
  std::vector<std::string_view> known;
};
LostPath describe_lost_path(const MFNode& nodes, std::string_view path);

// "`a`, `b`, and 7 more": some of the names, each once.
std::string some_of(std::vector<std::string_view> names);

}  // namespace lightsout
