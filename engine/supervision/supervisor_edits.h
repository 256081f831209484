// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What supervisors have edited since the world was loaded, and the edits that a reset makes again: it brings the tree
// of the start back, but fields and removed nodes are as before, apart from what the manual's "Reset/Reload Matrix"
// names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

struct FieldPlace;
class StateVisitor;

class SupervisorEdits {
 public:
  // At the start of a world.
  void begin(const World& world);
  // A field of values; edits of nodes are not kept, as what was imported goes at a reset.
  void note_set(const FieldPlace& place);
  // Of a node that is no PROTO instance.
  bool is_set(const Node& node, FieldIndex field) const;
  void note_removal(const Node& node);
  // The world has the tree of its start again; `old_nodes` are those that it had before.
  void make_again(World& world, const MFNode& old_nodes);
  // The world is at its very start again.
  void forget(World& world);

  void visit_state(StateVisitor& state);

 private:
  std::vector<std::uint32_t> removed_;                        // ids
  std::set<std::tuple<std::uint32_t, int, FieldIndex>> set_;  // id, level and field
  std::size_t source_count_ = 0;                              // texts of the world at its start
};

}  // namespace lightsout
