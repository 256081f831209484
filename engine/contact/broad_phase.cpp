// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/contact/broad_phase.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "engine/bodies/solid.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/hooks.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

ShapePair in_order(dGeomID geom1, dGeomID geom2, std::uint32_t order1, std::uint32_t order2) {
  if (order2 < order1) return {{geom2, geom1}, {order2, order1}};
  return {{geom1, geom2}, {order1, order2}};
}

}  // namespace

void BroadPhase::set_rules(std::vector<MeetingRule> rules) {
  rules_ = std::move(rules);
  known_.clear();
}

std::span<const ShapePair> BroadPhase::find(dSpaceID space, Hooks* hooks) {
  hooks_ = hooks;
  read_boxes(space);
  boxes_.sort();
  pairs_.clear();
  with_spaces_.clear();
  const auto most = std::size_t(value_of(Limit::Pairs));
  boxes_.for_each_pair([this, most](std::uint32_t i, std::uint32_t j) {
    add(known_[i], known_[j]);
    if (pairs_.size() > most) throw LimitReached(Limit::Pairs, "too many shapes are near each other");
  });
  ask_about_spaces();
  sort_pairs();
  return pairs_;
}

// The rule of a solid's space is that of its shapes.
BroadPhase::Known BroadPhase::known_of(dGeomID geom) const {
  Known known{geom, {}, order_of(geom)};
  const bool is_space = dGeomIsSpace(geom);
  const auto space = reinterpret_cast<dSpaceID>(geom);
  if (is_space && dSpaceGetNumGeoms(space) == 0) return known;
  const Shape* shape = shape_of(is_space ? dSpaceGetGeom(space, 0) : geom);
  if (shape && (!is_space || shape->solid->space() == space)) known.rule = rules_[shape->order];
  return known;
}

void BroadPhase::read_boxes(dSpaceID space) {
  const int count = dSpaceGetNumGeoms(space);
  boxes_.clear(std::size_t(count));
  known_.resize(std::size_t(count));
  foreign_spaces_.clear();
  for (int i = 0; i < count; ++i) {
    const dGeomID geom = dSpaceGetGeom(space, i);
    Known& known = known_[std::size_t(i)];
    if (known.geom != geom) known = known_of(geom);
    if (!dGeomIsEnabled(geom)) {
      boxes_.add(FloatBox());
      continue;
    }
    if (hooks_ && dGeomIsSpace(geom) && order_of_space(geom) == rules_.size())
      foreign_spaces_.push_back(reinterpret_cast<dSpaceID>(geom));
    dReal bounds[6];
    dGeomGetAABB(geom, bounds);
    boxes_.add(
        FloatBox::around(std::array{bounds[0], bounds[2], bounds[4]}, std::array{bounds[1], bounds[3], bounds[5]}));
  }
}

void BroadPhase::add(const Known& one, const Known& other) {
  if (!hooks_ && one.rule.leaves_out(other.rule)) return;
  const dBodyID body = dGeomGetBody(one.geom);
  if (body && body == dGeomGetBody(other.geom)) return;
  if (!(dGeomGetCategoryBits(one.geom) & dGeomGetCollideBits(other.geom)) &&
      !(dGeomGetCategoryBits(other.geom) & dGeomGetCollideBits(one.geom)))
    return;
  if (!dGeomIsSpace(one.geom) && !dGeomIsSpace(other.geom))
    pairs_.push_back(in_order(one.geom, other.geom, one.order, other.order));
  else if (hooks_)
    with_spaces_.push_back(in_order(one.geom, other.geom, order_of_space(one.geom), order_of_space(other.geom)));
  else
    add_geoms(one.geom, other.geom);
}

// Two geoms, or all that are in them.
void BroadPhase::add_geoms(dGeomID geom1, dGeomID geom2) {
  if (!dGeomIsSpace(geom1) && !dGeomIsSpace(geom2)) {
    pairs_.push_back(in_order(geom1, geom2, order_of(geom1), order_of(geom2)));
    return;
  }
  if (hooks_ && hooks_->collide(geom1, geom2) != 0) return;
  dSpaceCollide2(geom1, geom2, this,
                 [](void* self, dGeomID a, dGeomID b) { static_cast<BroadPhase*>(self)->add_geoms(a, b); });
}

// In the order in which Contacts meets geoms: from the end.
void BroadPhase::ask_about_spaces() {
  std::ranges::sort(with_spaces_, {}, &ShapePair::order);
  for (const ShapePair& pair : std::views::reverse(with_spaces_)) add_geoms(pair.geoms[0], pair.geoms[1]);
  for (const dSpaceID space : foreign_spaces_)
    dSpaceCollide(space, this,
                  [](void* self, dGeomID a, dGeomID b) { static_cast<BroadPhase*>(self)->add_geoms(a, b); });
}

std::uint32_t BroadPhase::order_of(dGeomID geom) const {
  const Shape* shape = shape_of(geom);
  return shape ? shape->order : std::uint32_t(rules_.size());
}

// That of the first shape in it; of a geom its own.
std::uint32_t BroadPhase::order_of_space(dGeomID geom) const {
  if (!dGeomIsSpace(geom)) return order_of(geom);
  const auto space = reinterpret_cast<dSpaceID>(geom);
  auto order = std::uint32_t(rules_.size());
  for (int i = 0; i < dSpaceGetNumGeoms(space); ++i) order = std::min(order, order_of_space(dSpaceGetGeom(space, i)));
  return order;
}

// A counting sort by the second shapes, then by the first; both keep the order of equals.
void BroadPhase::sort_pairs() {
  sorted_pairs_.resize(pairs_.size());
  for (const std::size_t key : {1, 0}) {
    starts_.assign(rules_.size() + 2, 0);
    for (const ShapePair& pair : pairs_) ++starts_[pair.order[key] + std::size_t(1)];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    for (const ShapePair& pair : pairs_) sorted_pairs_[starts_[pair.order[key]]++] = pair;
    pairs_.swap(sorted_pairs_);
  }
}

}  // namespace lightsout
