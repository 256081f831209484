// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The world's Viewpoint: what pictures and movies of a run show, and how it goes after the solid that it follows. Its
// place stands in its node alone.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "engine/render/visibility/view.h"
#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class RenderScene;
class Solid;
class StateVisitor;
class Supervised;

class Viewpoint {
 public:
  explicit Viewpoint(Supervised& simulation) : simulation_(simulation) {}

  // At the start, and after each step: things have moved.
  void follow();
  // Before its next turn everything is another: a reset, another world.
  void clear() { known_ = {}; }
  // What it sees. Without a Viewpoint node, what one without fields would.
  View view(int width, int height) const;
  double exposure() const;
  // So far back, in the direction in which it looks, that all that is seen of the node is on an image of this form. The
  // error says why not.
  std::expected<void, std::string> move_to(const Node& node, const RenderScene& scene, int width, int height);

  void visit_state(StateVisitor& state);

 private:
  // nullptr: the world has none.
  Node* node() const;
  // The solid of that name, nullptr if there is none.
  const Solid* find_followed(const std::string& name);
  void track(Node& node, const Pose& from, const Pose& to);
  void ride(Node& node, const Pose& from, const Pose& to) const;
  void look_at(Node& node, const Vector3d& place) const;

  Supervised& simulation_;
  struct Known {
    std::int64_t generation = -1;  // of the scene in which it looked
    std::uint32_t node = 0;        // id of the Viewpoint; 0: there is none
    std::string name;              // field `follow` then
    const Solid* solid = nullptr;  // of that name
    std::uint32_t followed = 0;    // id of the node whose pose `last` was; 0: none
    Pose last;
    Vector3d behind = Vector3d::Zero();  // m, world axes: how far it has yet to go
  };
  Known known_;
};

}  // namespace lightsout
