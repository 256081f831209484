// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A live counterpart of a node that takes part in the step. Solids, joints, devices and everything in objects/ are
// objects.
#pragma once

#include <span>

#include "world_format/node.h"

namespace lightsout {

class StateVisitor;

class Object {
 public:
  explicit Object(Node& node) : node_(&node) {}
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  Node& node() const { return *node_; }

  // A field of the node was edited. True: taken over in place; false: the part of the scene that holds the node is to
  // be rebuilt, with bodies, velocities and inner state kept.
  virtual bool apply(FieldIndex /*field*/) { return false; }
  // What steps change of the node's own fields, into the tree; not journaled.
  virtual void write_to_tree(World&) {}
  // A saved state of its node is loaded: it forgets what it was told and what it keeps for later. Positions and
  // batteries are set apart from this.
  virtual void reset() {}
  // Everything inside that the step changes and that poses, velocities and joint positions do not show: one list for
  // hashing, saving and loading.
  virtual void visit_state(StateVisitor&) {}

 private:
  Node* node_;
};

}  // namespace lightsout
