// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which shapes of the scene may touch: those whose boxes overlap, in the order of the tree. What lies near each other
// is listed with room to move (Verlet 1967), and the list holds until something has left its room: from step to step
// only what is listed is looked at. What is found does not depend on when the list was made.
//
// A shape on a body has the box that ODE finds. Shapes without bodies go with their carrier, the solid that a step
// moves: a robot without Physics and the wheels that turn on it. Around all of them, however joints below the carrier
// turn, is a ball; they are placed and have boxes of their own only where something else comes into the ball's box.
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/contact/shape_pair.h"
#include "engine/shapes/box_strips.h"
#include "engine/state/pose.h"

namespace lightsout {

class Followers;
class KinematicWheels;
class Solid;
struct Shape;

class NearPairs {
 public:
  explicit NearPairs(Followers& followers) : followers_(followers) {}

  // What is known of a shape for good.
  struct Party {
    const Shape* shape;
    MeetingRule rule;
    // Nothing comes of a meeting with a plane that does not push them along; nullptr: something may.
    const KinematicWheels* wheels;
  };
  // By Shape::order, for the calls of find() that follow.
  void set_parties(std::vector<Party> parties);

  // All pairs of shapes whose axis-aligned boxes overlap, that belong to different solids and bodies and that the rules
  // do not leave out, sorted by their orders. They and all that their boxes depend on are placed (Followers). Valid
  // until the next call. `arrangement`: Stage::arrangement().
  std::span<const ShapePair> find(std::uint32_t arrangement);

 private:
  // A shape.
  struct Leaf {
    enum class Kind : std::uint8_t { Still, OnBody, Carried };
    dGeomID geom;
    dBodyID body;
    Kind kind;
    bool is_in_space;                // of its solid's own: ODE compares the boxes of these in double precision
    std::optional<Vector3d> normal;  // of a plane that stands still
    std::uint32_t item;
    // Carried
    std::uint32_t follower;  // in Followers::all()
    const Solid* carrier;
    Vector3d ball_in_carrier;  // its centre
    double ball_radius;
    std::int64_t looked_at;  // in this find(), since the shapes are known: its box is there
  };
  struct Bounds {
    Vector3d low, high;
  };
  // What moves as one: a leaf, or a bundle, the leaves of a carrier.
  struct Item {
    std::uint32_t first, count;  // in members_
    double room = 0;             // m that it may move until the list is made again
    // Of a bundle; nullptr: it is a leaf
    const Solid* carrier = nullptr;
    const KinematicWheels* wheels = nullptr;
    Vector3d ball_in_carrier = Vector3d::Zero();
    double ball_radius = 0, reach = 0;                                 // `reach`: with room for rounding
    Vector3d listed_at = Vector3d::Zero(), now_at = Vector3d::Zero();  // the ball's centre, world axes
  };
  // Of a bundle with something else.
  struct ItemPair {
    std::uint32_t one, other;
  };
  std::span<const std::uint32_t> members_of(const Item& item) const {
    return std::span(members_).subspan(item.first, item.count);
  }
  std::span<Item> bundles() { return std::span(items_).first(bundles_); }

  void know_shapes();
  void know_leaf(std::uint32_t order);
  void know_carrier(const Shape& shape, Leaf& leaf) const;
  void make_bundles();
  const KinematicWheels* wheels_of(const Item& item) const;
  bool follow();
  void follow_leaf(std::uint32_t order);
  void look_at(std::uint32_t order);
  void make_list();
  void find_ways();
  double room_for(double way, double mean) const;
  void list_all();
  FloatBox room_of(Item& item);
  void list(std::uint32_t item1, std::uint32_t item2);
  bool may_meet(std::uint32_t one, std::uint32_t other) const;
  void find_in(const ItemPair& pair);
  void add_if_near(std::uint32_t first, std::uint32_t second, std::vector<ShapePair>& pairs) const;

  Followers& followers_;
  std::uint32_t arrangement_ = 0;  // of the stage, to which what follows belongs; 0: to none
  std::vector<Party> parties_;     // by Shape::order, as the next three
  std::vector<Leaf> leaves_;
  std::vector<Bounds> bounds_;
  std::vector<FloatBox> boxes_;           // the same, rounded outward
  std::vector<std::uint32_t> on_bodies_;  // orders of the leaves that are
  std::vector<std::uint32_t> carried_;    // the same, by their carriers
  std::vector<Item> items_;               // bundles first
  std::uint32_t bundles_ = 0;
  std::vector<std::uint32_t> members_;  // orders
  double size_ = 1;                     // m, of leaves in the mean

  bool is_listed_ = false;
  std::int64_t steps_ = 0;             // since the list was made
  std::int64_t finds_ = 0;             // since the shapes are known
  std::vector<double> ways_;           // by item: m in a step, when the list was made
  std::vector<FloatBox> rooms_;        // by item
  BoxStrips strips_;                   // of these
  std::vector<std::uint64_t> listed_;  // pairs of leaves, the lesser order in the upper half, sorted
  std::vector<ItemPair> listed_bundles_;
  std::vector<ShapePair> pairs_, found_in_bundles_, merged_;
};

}  // namespace lightsout
