// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/contact/near_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/mesh/triangle_mesh.h"
#include "engine/ode/ode_context.h"
#include "engine/shapes/shape.h"
#include "engine/stage/followers.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Ball {
  Vector3d centre;
  double radius;
  void grow_over(const Ball& other) { radius = std::max(radius, (other.centre - centre).norm() + other.radius); }
};

// Around the box that ODE finds for a shape, however that is turned: its frame's box does not reach farther than its
// corners.
Ball ball_of(const Shape& shape) {
  const Vector3d& size = shape.size;
  switch (shape.kind) {
    case ShapeKind::Box:
      return {shape.in_solid.position, size.norm() / 2};
    case ShapeKind::Sphere:
      return {shape.in_solid.position, std::sqrt(3) * size.x()};
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
      return {shape.in_solid.position, std::hypot(size.x(), size.y() / 2)};
    case ShapeKind::Capsule:
      return {shape.in_solid.position, std::sqrt(3) * size.x() + size.y() / 2};
    case ShapeKind::Mesh: {
      Eigen::AlignedBox3d box;
      for (const auto& corner : shape.mesh->vertices) box.extend(corner.cast<double>());
      return {shape.in_solid * box.center(), box.diagonal().norm() / 2};
    }
    case ShapeKind::Plane:
    case ShapeKind::ElevationGrid:
      break;
  }
  return {shape.in_solid.position, infinity};
}

void check(std::size_t pairs) {
  if (pairs > std::size_t(value_of(Limit::Pairs)))
    throw LimitReached(Limit::Pairs, "too many shapes are near each other");
}

// Nowhere is in nothing.
bool is_in(const FloatBox& box, const FloatBox& room) {
  bool is_in = true;
  for (std::size_t axis = 0; axis < 3; ++axis)
    is_in &= bool(int(room.low[axis] <= box.low[axis]) & int(box.high[axis] <= room.high[axis]));
  return is_in;
}

}  // namespace

void NearPairs::set_parties(std::vector<Party> parties) {
  parties_ = std::move(parties);
  arrangement_ = 0;
}

std::span<const ShapePair> NearPairs::find(std::uint32_t arrangement) {
  if (std::exchange(arrangement_, arrangement) != arrangement) know_shapes();
  ++finds_;
  if (!follow()) make_list();
  ++steps_;
  pairs_.clear();
  for (const std::uint64_t pair : listed_) add_if_near(std::uint32_t(pair >> 32), std::uint32_t(pair), pairs_);
  found_in_bundles_.clear();
  for (const ItemPair& pair : listed_bundles_) find_in(pair);
  if (found_in_bundles_.empty()) return pairs_;
  std::ranges::sort(found_in_bundles_, {}, &ShapePair::order);
  merged_.resize(pairs_.size() + found_in_bundles_.size());
  std::ranges::merge(pairs_, found_in_bundles_, merged_.begin(), {}, &ShapePair::order, &ShapePair::order);
  return merged_;
}

// --- What the shapes are.

void NearPairs::know_shapes() {
  is_listed_ = false;
  finds_ = 0;
  leaves_.resize(parties_.size());
  bounds_.resize(parties_.size());
  boxes_.resize(parties_.size());
  on_bodies_.clear();
  carried_.clear();
  for (std::uint32_t order = 0; order < parties_.size(); ++order) know_leaf(order);
  const auto followers = followers_.all();
  for (std::uint32_t i = 0; i < followers.size(); ++i) leaves_[followers[i].shape->order].follower = i;
  items_.clear();
  members_.clear();
  make_bundles();
  for (std::uint32_t order = 0; order < leaves_.size(); ++order) {
    Leaf& leaf = leaves_[order];
    if (leaf.kind == Leaf::Kind::Carried) continue;
    leaf.item = std::uint32_t(items_.size());
    Item& item = items_.emplace_back();
    item.first = std::uint32_t(members_.size());
    item.count = 1;
    members_.push_back(order);
  }
  double sizes = 0, count = 0;
  for (const Bounds& bounds : bounds_) {
    const double size = (bounds.high - bounds.low).maxCoeff();
    if (!(size < 1e6)) continue;
    sizes += size;
    ++count;
  }
  size_ = count > 0 ? sizes / count : 1;
}

void NearPairs::know_leaf(std::uint32_t order) {
  const Shape& shape = *parties_[order].shape;
  Leaf& leaf = leaves_[order];
  leaf.geom = shape.geom;
  leaf.body = dGeomGetBody(shape.geom);
  leaf.is_in_space = shape.solid->space() != nullptr;
  leaf.normal.reset();
  leaf.looked_at = 0;
  if (leaf.body) {
    leaf.kind = Leaf::Kind::OnBody;
    on_bodies_.push_back(order);
  } else if (shape.solid->body() || !shape.solid->can_move()) {
    leaf.kind = Leaf::Kind::Still;
    if (shape.kind == ShapeKind::Plane) {
      dVector4 plane;
      dGeomPlaneGetParams(shape.geom, plane);
      leaf.normal = vector_of(plane);
    }
  } else {
    leaf.kind = Leaf::Kind::Carried;
    carried_.push_back(order);
    know_carrier(shape, leaf);
  }
  follow_leaf(order);
}

// Up to the first solid that does not only turn about a point of the one above.
void NearPairs::know_carrier(const Shape& shape, Leaf& leaf) const {
  Ball ball = ball_of(shape);
  const Solid* carrier = shape.solid;
  for (; carrier->parent() && !carrier->body() && !carrier->drifts(); carrier = carrier->parent()) {
    const Vector3d centre = carrier->in_parent() * ball.centre;
    if (!carrier->moves_in_parent()) {
      ball.centre = centre;
      continue;
    }
    const std::optional<Vector3d> pivot = carrier->joint() ? carrier->joint()->pivot() : std::nullopt;
    if (!pivot) break;
    // Where it is now may not be where the joint would have it.
    Ball turned{*pivot, 0};
    turned.grow_over({centre, ball.radius});
    turned.grow_over({carrier->construction() * ball.centre, ball.radius});
    ball = turned;
  }
  leaf.carrier = carrier;
  leaf.ball_in_carrier = ball.centre;
  leaf.ball_radius = ball.radius;
}

void NearPairs::make_bundles() {
  const auto carrier_of = [this](std::uint32_t order) { return leaves_[order].carrier; };
  std::ranges::sort(carried_, {}, [&](std::uint32_t order) { return std::pair(carrier_of(order)->order(), order); });
  for (std::size_t begin = 0, end; begin < carried_.size(); begin = end) {
    const Solid* carrier = carrier_of(carried_[begin]);
    Item& item = items_.emplace_back();
    item.carrier = carrier;
    item.first = std::uint32_t(members_.size());
    Eigen::AlignedBox3d box;
    for (end = begin; end < carried_.size() && carrier_of(carried_[end]) == carrier; ++end) {
      Leaf& leaf = leaves_[carried_[end]];
      leaf.item = std::uint32_t(items_.size() - 1);
      box.extend(Vector3d(leaf.ball_in_carrier.array() - leaf.ball_radius));
      box.extend(Vector3d(leaf.ball_in_carrier.array() + leaf.ball_radius));
      members_.push_back(carried_[end]);
    }
    item.count = std::uint32_t(end - begin);
    const bool is_endless = !std::isfinite(box.sizes().maxCoeff());
    Ball ball{is_endless ? leaves_[carried_[begin]].ball_in_carrier : Vector3d(box.center()), 0};
    for (std::size_t i = begin; i < end; ++i)
      ball.grow_over({leaves_[carried_[i]].ball_in_carrier, leaves_[carried_[i]].ball_radius});
    item.ball_in_carrier = ball.centre;
    item.ball_radius = ball.radius;
    item.wheels = wheels_of(item);
  }
  bundles_ = std::uint32_t(items_.size());
}

// Of all its leaves that can be pushed; nullptr if there is no such one.
const KinematicWheels* NearPairs::wheels_of(const Item& item) const {
  const KinematicWheels* wheels = nullptr;
  for (const std::uint32_t order : members_of(item)) {
    const Party& party = parties_[order];
    if (party.rule.passive) continue;
    if (!party.wheels || (wheels && party.wheels != wheels)) return nullptr;
    wheels = party.wheels;
  }
  return wheels;
}

// --- Where they are.

// False if the list is not made, or something has left its room.
bool NearPairs::follow() {
  bool holds = is_listed_;
  for (const std::uint32_t order : on_bodies_) {
    follow_leaf(order);
    holds = holds && is_in(boxes_[order], rooms_[leaves_[order].item]);
  }
  for (Item& item : bundles()) {
    item.now_at = item.carrier->place_of(item.ball_in_carrier);
    holds = holds && (item.now_at - item.listed_at).squaredNorm() <= item.room * item.room;
  }
  return holds;
}

void NearPairs::follow_leaf(std::uint32_t order) {
  dReal box[6];
  dGeomGetAABB(leaves_[order].geom, box);
  Bounds& bounds = bounds_[order];
  bounds = {{box[0], box[2], box[4]}, {box[1], box[3], box[5]}};
  boxes_[order] = FloatBox::around(bounds.low, bounds.high);
}

// A shape without a body is placed when it comes to that.
void NearPairs::look_at(std::uint32_t order) {
  Leaf& leaf = leaves_[order];
  if (leaf.kind != Leaf::Kind::Carried || std::exchange(leaf.looked_at, finds_) == finds_) return;
  followers_.place(leaf.follower);
  follow_leaf(order);
}

// --- The list.

void NearPairs::make_list() {
  if (is_listed_) find_ways();
  ways_.resize(items_.size(), 0);
  double mean = 0;
  for (const double way : ways_) mean += way;
  mean /= double(std::max<std::size_t>(1, bundles_ + on_bodies_.size()));
  for (std::size_t i = 0; i < items_.size(); ++i) items_[i].room = room_for(ways_[i], mean);
  try {
    list_all();
  } catch (const LimitReached&) {
    // What is listed may be too much where what is found is not.
    for (Item& item : items_) item.room = 0;
    list_all();
  }
  is_listed_ = true;
  steps_ = 0;
}

// How far each has moved in a step since the list was made, in the mean.
void NearPairs::find_ways() {
  const auto way_in_a_step = [this](double way) {
    return std::isfinite(way) ? way / double(std::max<std::int64_t>(1, steps_)) : 0;
  };
  for (std::size_t i = 0; i < bundles_; ++i) ways_[i] = way_in_a_step((items_[i].now_at - items_[i].listed_at).norm());
  for (const std::uint32_t order : on_bodies_) {
    const std::uint32_t item = leaves_[order].item;
    const FloatBox &box = boxes_[order], &room = rooms_[item];
    float way = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      way = std::max(way, std::abs(box.low[axis] - room.low[axis] - float(items_[item].room)));
    ways_[item] = way_in_a_step(double(way));
  }
}

// For some steps: more of them make more pairs that are listed in vain. What has begun to move soon goes as the others
// do.
double NearPairs::room_for(double way, double mean) const {
  constexpr double steps = 16, least_steps = 4, least = 0.02, most = 2;  // the last two in sizes
  return std::max(std::clamp(steps * std::max(way, mean), least * size_, most * size_), least_steps * way);
}

void NearPairs::list_all() {
  listed_.clear();
  listed_bundles_.clear();
  rooms_.clear();
  strips_.clear(items_.size());
  for (Item& item : items_) {
    rooms_.push_back(room_of(item));
    strips_.add(rooms_.back());
  }
  strips_.sort();
  strips_.for_each_pair([this](std::uint32_t item1, std::uint32_t item2) {
    list(item1, item2);
    check(listed_.size() + listed_bundles_.size());
  });
  std::ranges::sort(listed_);
}

// Where it may be as long as the list holds.
FloatBox NearPairs::room_of(Item& item) {
  if (!item.carrier) {
    const std::uint32_t order = members_[item.first];
    FloatBox room = boxes_[order];
    if (leaves_[order].kind == Leaf::Kind::Still) return room;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      room.low[axis] -= float(item.room);
      room.high[axis] += float(item.room);
    }
    return room;
  }
  item.listed_at = item.now_at;
  // What boxes are rounded by, many times.
  const double rounding = 2e-6 * (item.now_at.cwiseAbs().maxCoeff() + item.room + item.ball_radius);
  item.reach = item.ball_radius + rounding;
  const double half = item.reach + item.room;
  return FloatBox::around(Vector3d(item.now_at.array() - half), Vector3d(item.now_at.array() + half));
}

void NearPairs::list(std::uint32_t item1, std::uint32_t item2) {
  if (!items_[item1].carrier && !items_[item2].carrier) {
    const auto [low, high] = std::minmax(members_[items_[item1].first], members_[items_[item2].first]);
    if (may_meet(low, high)) listed_.push_back(std::uint64_t(low) << 32 | high);
    return;
  }
  if (!items_[item1].carrier) std::swap(item1, item2);
  for (const std::uint32_t one : members_of(items_[item1]))
    for (const std::uint32_t other : members_of(items_[item2]))
      if (may_meet(one, other)) return listed_bundles_.push_back({item1, item2});
}

bool NearPairs::may_meet(std::uint32_t one, std::uint32_t other) const {
  return !parties_[one].rule.leaves_out(parties_[other].rule) &&
         parties_[one].shape->solid != parties_[other].shape->solid &&
         (!leaves_[one].body || leaves_[one].body != leaves_[other].body);
}

// --- What is found.

void NearPairs::find_in(const ItemPair& pair) {
  Item &one = items_[pair.one], &other = items_[pair.other];
  if (other.carrier) {
    if (((one.now_at - other.now_at).array().abs() > one.reach + other.reach).any()) return;
  } else {
    const std::uint32_t order = members_[other.first];
    const Leaf& leaf = leaves_[order];
    if (leaf.normal && one.wheels && !one.wheels->is_pushed_along(*leaf.normal)) return;
    const Bounds& bounds = bounds_[order];
    if ((one.now_at.array() - one.reach > bounds.high.array() || one.now_at.array() + one.reach < bounds.low.array())
            .any())
      return;
  }
  for (const std::uint32_t first : members_of(one))
    for (const std::uint32_t second : members_of(other)) {
      if (!may_meet(first, second)) continue;
      look_at(first);
      look_at(second);
      add_if_near(std::min(first, second), std::max(first, second), found_in_bundles_);
    }
}

void NearPairs::add_if_near(std::uint32_t first, std::uint32_t second, std::vector<ShapePair>& pairs) const {
  if (!boxes_[first].overlaps(boxes_[second])) return;
  const Leaf &one = leaves_[first], &other = leaves_[second];
  const auto are_apart = [](const Bounds& a, const Bounds& b) {
    return (a.low.array() > b.high.array() || b.low.array() > a.high.array()).any();
  };
  if ((one.is_in_space || other.is_in_space) && are_apart(bounds_[first], bounds_[second])) return;
  pairs.push_back({{one.geom, other.geom}, {first, second}});
  check(pairs_.size() + found_in_bundles_.size());
}

}  // namespace lightsout
