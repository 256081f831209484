// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From the tree back to text in today's dialect. Numbers get the shortest spelling that reads back as the same number,
// so reading what was written gives an equal tree.
#pragma once

#include <string>

#include "world_format/nodes/node.h"

namespace lightsout {

struct WriteOptions {
  // Instances of PROTOs as they were written (with the values that they had when they were read) instead of as what
  // they became. Instances of library PROTOs that stand otherwise in files of today, and of PROTOs that the world
  // itself declares or that solids have scaled, are written as what they became all the same. So are those of PROTOs
  // that a whole file does not declare: nobody else would find them. Files from before R2022b declare none: those of
  // their own project are declared for them.
  bool keep_protos = false;
  // With keep_protos: parameters have the values of now instead, what moves inside of an instance is written as hidden
  // values (see saved_state.h), and what has its default is left out.
  bool live = false;
  // With keep_protos: instances of all PROTOs that were found, whoever can find them again (see
  // ProtoSet::run_scope).
  bool all_protos = false;
};

// A whole .wbt file.
std::string write_world(const World& world, const WriteOptions& options = {});
// One node as it would stand in a file, without an end of line.
std::string write_node(const Node& node, const WriteOptions& options = {});
// `0 1 0`, `[ 1, 2 ]`, `"text"`.
std::string write_value(const Value& value);

}  // namespace lightsout
