// The texts of node_types/*.wrl, put into the executable by embed_node_types.cmake.
#pragma once

#include <span>
#include <string_view>

namespace lightsout {

struct EmbeddedNodeType {
  std::string_view name;  // of the file, without .wrl
  std::string_view text;
};

// By name, in byte order.
std::span<const EmbeddedNodeType> embedded_node_types();

}  // namespace lightsout
