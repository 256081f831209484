// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which geoms of a space may touch, where a plugin may have changed what is in it: those whose boxes overlap, in an
// order that depends on nothing else that is there. (NearPairs finds the same of the scene's own shapes.) Takes the
// place of dSpaceCollide, which reports pairs as its lists happen to stand and allocates in each call.
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/contact/shape_pair.h"
#include "engine/shapes/box_strips.h"

namespace lightsout {

class Hooks;

class BroadPhase {
 public:
  // `rules`: by Shape::order, for the calls of find() that follow.
  void set_rules(std::vector<MeetingRule> rules);

  // All pairs of geoms in `space` and in the spaces in it (but not two of the same inner space) whose axis-aligned
  // boxes overlap, that are enabled, belong to different bodies, and whose category bits let them collide. They are
  // sorted by Shape::order of their first geom, then of their second; geoms without a Shape come after all shapes, in
  // the order in which they are found. Valid until the next call.
  // Without hooks (nullptr) pairs that the rules leave out are no pairs. Hooks are asked about an inner space as a
  // whole first, with whatever its box overlaps: where they handle that, none of its geoms is in a pair with it. For
  // them two geoms of a space that is not the scene's are a pair, too.
  std::span<const ShapePair> find(dSpaceID space, Hooks* hooks);

 private:
  struct Known {
    dGeomID geom;
    MeetingRule rule;
    std::uint32_t order;  // of its shape; of a space: none
  };
  Known known_of(dGeomID geom) const;
  void read_boxes(dSpaceID space);
  void add(const Known& one, const Known& other);
  void add_geoms(dGeomID geom1, dGeomID geom2);
  void ask_about_spaces();
  std::uint32_t order_of(dGeomID geom) const;
  std::uint32_t order_of_space(dGeomID geom) const;
  void sort_pairs();

  Hooks* hooks_ = nullptr;
  std::vector<dSpaceID> foreign_spaces_;
  std::vector<ShapePair> with_spaces_;  // to ask about
  std::vector<MeetingRule> rules_;
  std::vector<Known> known_;  // the space's geoms, as they stood at the last call
  BoxStrips boxes_;           // of known_
  std::vector<ShapePair> pairs_, sorted_pairs_;
  std::vector<std::uint32_t> starts_;  // of the pairs of each shape, while they are sorted
};

}  // namespace lightsout
