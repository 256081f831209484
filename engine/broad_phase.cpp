#include "engine/broad_phase.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "engine/geometry.h"
#include "engine/hooks.h"
#include "engine/solid.h"

namespace lightsout {
namespace {

bool leaves_out(const BroadPhase::Rule& a, const BroadPhase::Rule& b) {
  return (a.company != 0 && a.company == b.company) || (a.passive && b.passive);
}

BroadPhase::Pair in_order(dGeomID geom1, dGeomID geom2, std::uint32_t order1, std::uint32_t order2) {
  if (order2 < order1) return {{geom2, geom1}, {order2, order1}};
  return {{geom1, geom2}, {order1, order2}};
}

}  // namespace

void BroadPhase::set_rules(std::vector<Rule> rules) {
  rules_ = std::move(rules);
  known_.clear();
}

std::span<const BroadPhase::Pair> BroadPhase::find(dSpaceID space, Hooks* hooks) {
  hooks_ = hooks;
  read_boxes(space);
  sort_boxes();
  pairs_.clear();
  with_spaces_.clear();
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Box& a = boxes_[sorted_boxes_[i]];
    for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
      const Box& b = boxes_[sorted_boxes_[j]];
      if (b.low[0] > a.high[0]) break;
      // Without branches: one cannot be foretold for each axis.
      const int overlap = int(b.low[1] <= a.high[1]) & int(b.high[1] >= a.low[1]) & int(b.low[2] <= a.high[2]) &
                          int(b.high[2] >= a.low[2]);
      if (overlap) add(known_[a.geom], known_[b.geom]);
    }
  }
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
  boxes_.clear();
  boxes_.reserve(std::size_t(count));
  known_.resize(std::size_t(count));
  foreign_spaces_.clear();
  for (int i = 0; i < count; ++i) {
    const dGeomID geom = dSpaceGetGeom(space, i);
    Known& known = known_[std::size_t(i)];
    if (known.geom != geom) known = known_of(geom);
    if (!dGeomIsEnabled(geom)) continue;
    if (hooks_ && dGeomIsSpace(geom) && order_of_space(geom) == rules_.size())
      foreign_spaces_.push_back(reinterpret_cast<dSpaceID>(geom));
    dReal bounds[6];
    dGeomGetAABB(geom, bounds);
    // What is nowhere touches nothing: its body diverged.
    if (!(bounds[0] <= bounds[1] && bounds[2] <= bounds[3] && bounds[4] <= bounds[5])) continue;
    boxes_.push_back(
        {{bounds[0], bounds[2], bounds[4]}, {bounds[1], bounds[3], bounds[5]}, static_cast<std::uint32_t>(i)});
  }
}

// Things move little in a step: each goes down to its place among those before it, and few do. Where many must, all are
// sorted anew; the order is the same.
void BroadPhase::sort_boxes() {
  const auto before = [this](std::uint32_t a, std::uint32_t b) {
    return boxes_[a].low[0] != boxes_[b].low[0] ? boxes_[a].low[0] < boxes_[b].low[0] : a < b;
  };
  std::size_t moves_left = 8 * boxes_.size();
  if (sorted_boxes_.size() != boxes_.size()) {
    sorted_boxes_.reserve(boxes_.size());
    sorted_boxes_.resize(boxes_.size());
    std::iota(sorted_boxes_.begin(), sorted_boxes_.end(), 0);
    moves_left = 0;
  }
  for (std::size_t i = 1; i < sorted_boxes_.size(); ++i) {
    const std::uint32_t box = sorted_boxes_[i];
    std::size_t place = i;
    for (; place > 0 && before(box, sorted_boxes_[place - 1]); --place) {
      if (moves_left-- == 0) {
        sorted_boxes_[place] = box;
        std::sort(sorted_boxes_.begin(), sorted_boxes_.end(), before);
        return;
      }
      sorted_boxes_[place] = sorted_boxes_[place - 1];
    }
    sorted_boxes_[place] = box;
  }
}

void BroadPhase::add(const Known& one, const Known& other) {
  if (!hooks_ && leaves_out(one.rule, other.rule)) return;
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
  std::ranges::sort(with_spaces_, {}, &Pair::order);
  for (const Pair& pair : std::views::reverse(with_spaces_)) add_geoms(pair.geoms[0], pair.geoms[1]);
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
    for (const Pair& pair : pairs_) ++starts_[pair.order[key] + std::size_t(1)];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    for (const Pair& pair : pairs_) sorted_pairs_[starts_[pair.order[key]]++] = pair;
    pairs_.swap(sorted_pairs_);
  }
}

}  // namespace lightsout
