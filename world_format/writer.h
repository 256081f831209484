// From the tree back to text in today's dialect. Numbers get the shortest spelling that reads back as the same number,
// so reading what was written gives an equal tree.
#pragma once

#include <string>

#include "world_format/node.h"

namespace lightsout {

// A whole .wbt file.
std::string write_world(const World& world);
// One node as it would stand in a file, without an end of line.
std::string write_node(const Node& node);
// `0 1 0`, `[ 1, 2 ]`, `"text"`.
std::string write_value(const Value& value);

}  // namespace lightsout
