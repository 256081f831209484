// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/followers.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/shape.h"
#include "engine/state/cache_lines.h"
#include "engine/state/read_only.h"

namespace lightsout {
namespace {

constexpr std::size_t geom_memory = 192;  // bytes from the start of a geom that ODE looks at for its box
constexpr std::size_t pose_of_a_geom = 16 * sizeof(dReal);  // a position and a rotation

std::uint32_t order_of(const Followers::Follower& follower) { return follower.solid->order(); }

}  // namespace

void Followers::add(const Solid& solid) {
  for (const Shape* shape : solid.shapes()) {
    const bool is_plane = shape->kind == ShapeKind::Plane;
    all_.push_back(
        {&solid, shape, shape->geom, geom_in_solid(*shape), is_plane ? nullptr : dGeomGetPosition(shape->geom), 0});
  }
}

void Followers::sort() { std::ranges::stable_sort(all_, {}, order_of); }

void Followers::place(std::uint32_t number) {
  Follower& follower = all_[number];
  if (std::exchange(follower.placed_at, motion_) == motion_) return;
  place_geom(follower.geom, follower.solid->pose() * follower.solid_from_geom);
}

void Followers::place(const Solid& top) {
  const auto first = std::ranges::lower_bound(all_, top.order(), {}, order_of);
  for (auto i = first; i != all_.end() && i->solid->is_part_of(top); ++i) place(std::uint32_t(i - all_.begin()));
}

void Followers::place() {
  const Solid* solid = nullptr;
  Pose pose;
  constexpr std::size_t ahead = 4;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (i + 2 * ahead < all_.size()) {
      CacheLines::prefetch(all_[i + 2 * ahead].solid, Solid::pose_memory);
      CacheLines::prefetch(all_[i + 2 * ahead].geom, geom_memory);
    }
    if (i + ahead < all_.size()) CacheLines::prefetch(all_[i + ahead].pose, pose_of_a_geom);
    Follower& follower = all_[i];
    if (std::exchange(follower.placed_at, motion_) == motion_) continue;
    if (follower.solid != solid) pose = (solid = follower.solid)->pose();
    place_geom(follower.geom, pose * follower.solid_from_geom);
  }
}

}  // namespace lightsout
