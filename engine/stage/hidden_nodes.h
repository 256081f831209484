// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nodes that supervisors have hidden from what sees: from a Camera, a RangeFinder, a Lidar or the Viewpoint, each by
// the id of its node. Hidden is a node with all below it, until one of them is shown again.
#pragma once

#include <cstdint>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

class StateVisitor;

class HiddenNodes {
 public:
  // From now on, for `node` and all below it. What was said of nodes that are gone is forgotten.
  void set(const World& world, std::uint32_t eye, const Node& node, bool is_visible);
  // Something may be hidden from it.
  bool any_from(std::uint32_t eye) const;
  bool is_hidden(std::uint32_t eye, const Node& node) const;
  void clear() { requests_.clear(); }
  void visit_state(StateVisitor& state);

 private:
  struct Request {
    std::uint32_t eye, node;
    bool is_visible;
  };
  std::vector<Request> requests_;  // the newest last: of a node and those above it the newest holds
};

}  // namespace lightsout
