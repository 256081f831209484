#include "engine/broad_phase.h"

#include <algorithm>
#include <numeric>

#include "engine/geometry.h"
#include "engine/solid.h"

namespace lightsout {
namespace {

bool leaves_out(const BroadPhase::Rule& a, const BroadPhase::Rule& b) {
  return (a.company != 0 && a.company == b.company) || (a.passive && b.passive);
}

}  // namespace

void BroadPhase::set_rules(std::vector<Rule> rules) {
  rules_ = std::move(rules);
  known_rules_.clear();
}

std::span<const BroadPhase::Pair> BroadPhase::find(dSpaceID space, bool with_all) {
  read_boxes(space, with_all);
  sort_boxes();
  pairs_.clear();
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Box& a = boxes_[sorted_boxes_[i]];
    for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
      const Box& b = boxes_[sorted_boxes_[j]];
      if (b.low[0] > a.high[0]) break;
      // Without branches: one cannot be foretold for each axis.
      const int overlap = int(b.low[1] <= a.high[1]) & int(b.high[1] >= a.low[1]) & int(b.low[2] <= a.high[2]) &
                          int(b.high[2] >= a.low[2]);
      if (overlap && !leaves_out(a.rule, b.rule)) add(a.geom, b.geom);
    }
  }
  sort_pairs();
  return pairs_;
}

// Of a solid's space it is that of its shapes.
BroadPhase::Rule BroadPhase::rule_of(dGeomID geom) const {
  const bool is_space = dGeomIsSpace(geom);
  const auto space = reinterpret_cast<dSpaceID>(geom);
  if (is_space && dSpaceGetNumGeoms(space) == 0) return {};
  const Shape* shape = shape_of(is_space ? dSpaceGetGeom(space, 0) : geom);
  if (!shape || (is_space && shape->solid->space() != space)) return {};
  return rules_[shape->order];
}

void BroadPhase::read_boxes(dSpaceID space, bool with_all) {
  const int count = dSpaceGetNumGeoms(space);
  boxes_.clear();
  boxes_.reserve(std::size_t(count));
  known_rules_.resize(std::size_t(count));
  for (int i = 0; i < count; ++i) {
    const dGeomID geom = dSpaceGetGeom(space, i);
    KnownRule& known = known_rules_[std::size_t(i)];
    if (known.geom != geom) known = {geom, rule_of(geom)};
    if (!dGeomIsEnabled(geom)) continue;
    dReal bounds[6];
    dGeomGetAABB(geom, bounds);
    // What is nowhere touches nothing: its body diverged.
    if (!(bounds[0] <= bounds[1] && bounds[2] <= bounds[3] && bounds[4] <= bounds[5])) continue;
    boxes_.push_back(
        {{bounds[0], bounds[2], bounds[4]}, {bounds[1], bounds[3], bounds[5]}, geom, with_all ? Rule{} : known.rule});
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

void BroadPhase::add(dGeomID geom1, dGeomID geom2) {
  const dBodyID body1 = dGeomGetBody(geom1);
  if (body1 && body1 == dGeomGetBody(geom2)) return;
  if (!(dGeomGetCategoryBits(geom1) & dGeomGetCollideBits(geom2)) &&
      !(dGeomGetCategoryBits(geom2) & dGeomGetCollideBits(geom1)))
    return;
  if (dGeomIsSpace(geom1) || dGeomIsSpace(geom2)) {
    dSpaceCollide2(geom1, geom2, this,
                   [](void* self, dGeomID a, dGeomID b) { static_cast<BroadPhase*>(self)->add(a, b); });
    return;
  }
  const Shape *shape1 = shape_of(geom1), *shape2 = shape_of(geom2);
  const auto last = std::uint32_t(rules_.size());
  const std::uint32_t order1 = shape1 ? shape1->order : last, order2 = shape2 ? shape2->order : last;
  if (order2 < order1)
    pairs_.push_back({{geom2, geom1}, {order2, order1}});
  else
    pairs_.push_back({{geom1, geom2}, {order1, order2}});
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
