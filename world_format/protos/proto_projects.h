// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where that lies which nodes of a world name: in its own project, and in those of the PROTOs that the nodes are of.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

// The files of the PROTO that a node is an instance of, and of those that it derives from; of the library's none.
std::vector<std::string> proto_files_of(const Node& node);
// Those of all PROTOs in a world, as they were read.
std::vector<std::string> proto_files_of(const World& world);

// What a node of the world names (find_in), within the world's project and those of the node's PROTO.
std::filesystem::path find_part(const World& world, const Node& node, const std::filesystem::path& part,
                                const std::string& name);

}  // namespace lightsout
