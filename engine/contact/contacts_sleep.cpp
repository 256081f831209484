// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Contacts of bodies that sleep: their pairs are kept aside, and met again when one of them wakes.
#include <algorithm>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/shapes/shape.h"
#include "engine/stage/stage.h"

namespace lightsout {

bool Contacts::wakes(int body) const {
  return body >= 0 && (roused_[std::size_t(body)] || dBodyIsEnabled(stage_.bodies()[std::size_t(body)]->body()));
}

bool Contacts::is_roused(const ShapePair& pair) const {
  return wakes(parties_[pair.order[0]].body_index) || wakes(parties_[pair.order[1]].body_index);
}

void Contacts::rouse(std::span<const IslandEdge> joints) {
  bool any = false;
  for (bool found = !sleeping_.empty(); found;) {
    found = false;
    for (const IslandEdge& edge : joints) {
      if (edge.body1 < 0 || edge.body2 < 0 || wakes(edge.body1) == wakes(edge.body2)) continue;
      roused_[std::size_t(wakes(edge.body1) ? edge.body2 : edge.body1)] = found = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sleeping_.size(); ++i) {
      const ShapePair pair = sleeping_[i];
      if (!is_roused(pair)) {
        sleeping_[kept++] = pair;
        continue;
      }
      found = any = true;
      meet(pair, {});
    }
    sleeping_.resize(kept);
  }
  if (any) forget_slept_points();
}

// Of those that were kept because nobody was awake: whoever is now has met all that it touches again.
void Contacts::forget_slept_points() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto wakes_now = [this](const Shape* shape) { return wakes(parties_[shape->order].body_index); };
    if (i < slept_ && (wakes_now(points_[i].first) || wakes_now(points_[i].second))) continue;
    points_[kept] = points_[i];
    if (!made_.empty()) made_[kept] = made_[i];
    ++kept;
  }
  slept_ -= points_.size() - kept;
  points_.erase(points_.begin() + std::ptrdiff_t(kept), points_.end());
  if (!made_.empty()) made_.erase(made_.begin() + std::ptrdiff_t(kept), made_.end());
}

// Bodies that sleep are not looked at again: what they touched when they fell asleep they still touch.
void Contacts::forget_points() {
  std::size_t kept = 0;
  const auto sleeps = [](const Solid* solid) { return !dBodyIsEnabled(solid->body()); };
  const std::size_t looked_at = std::ranges::any_of(stage_.bodies(), sleeps) ? points_.size() : 0;
  for (std::size_t i = 0; i < looked_at; ++i) {
    const dBodyID body1 = dGeomGetBody(points_[i].first->geom), body2 = dGeomGetBody(points_[i].second->geom);
    if ((!body1 && !body2) || is_awake(body1) || is_awake(body2)) continue;
    points_[kept] = points_[i];
    if (!made_.empty()) made_[kept] = made_[i];
    ++kept;
  }
  points_.erase(points_.begin() + std::ptrdiff_t(kept), points_.end());
  if (!made_.empty()) made_.erase(made_.begin() + std::ptrdiff_t(kept), made_.end());
  slept_ = kept;
}

}  // namespace lightsout
