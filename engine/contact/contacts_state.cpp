// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The contacts of the next step as state: a snapshot holds them, and loading makes ODE's joints of them anew.
#include <algorithm>
#include <cstring>

#include "engine/contact/contacts.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {

void Contacts::visit_state(StateVisitor& state) {
  std::vector<std::uint32_t> pairs;
  std::vector<std::byte> contacts;
  std::vector<int> edges;
  std::vector<std::uint32_t> sleeping;
  if (!state.is_loading()) {
    for (const ContactPoint& point : points_) pairs.insert(pairs.end(), {point.first->order, point.second->order});
    const auto bytes = std::as_bytes(std::span(made_));
    contacts.assign(bytes.begin(), bytes.end());
    for (const IslandEdge& edge : edges_) edges.insert(edges.end(), {edge.body1, edge.body2, edge.rows});
    for (const ShapePair& pair : sleeping_) sleeping.insert(sleeping.end(), pair.order.begin(), pair.order.end());
  }
  state.node("contacts");
  state.list("shapes", pairs);
  state.list("contacts", contacts);
  state.list("edges", edges);
  state.list("pairs that sleep", sleeping);
  state.field("points of what sleeps", slept_);
  if (!state.is_loading() || state.failed()) return;
  dJointGroupEmpty(group());
  points_.clear();
  made_.clear();
  edges_.clear();
  for (std::size_t i = 0; 2 * i + 1 < pairs.size() && (i + 1) * sizeof(dContact) <= contacts.size(); ++i) {
    dContact contact;
    std::memcpy(&contact, contacts.data() + i * sizeof contact, sizeof contact);
    if (pairs[2 * i] >= shapes_.size() || pairs[2 * i + 1] >= shapes_.size()) continue;
    const Shape &shape1 = *shapes_[pairs[2 * i]], &shape2 = *shapes_[pairs[2 * i + 1]];
    contact.geom.g1 = shape1.geom;
    contact.geom.g2 = shape2.geom;
    const dBodyID body1 = dGeomGetBody(shape1.geom), body2 = dGeomGetBody(shape2.geom);
    if (i >= slept_ && (body1 || body2))
      dJointAttach(dJointCreateContact(stage_.ode_world(), group(), &contact), body1, body2);
    note(shape1, shape2, contact);
  }
  stage_.bring_welds_before_contacts();
  for (std::size_t i = 0; i + 2 < edges.size(); i += 3) edges_.push_back({edges[i], edges[i + 1], edges[i + 2]});
  sleeping_.clear();
  for (std::size_t i = 0; i + 1 < sleeping.size(); i += 2) {
    const std::array<std::uint32_t, 2> order{sleeping[i], sleeping[i + 1]};
    if (std::ranges::any_of(order, [this](std::uint32_t o) { return o >= shapes_.size(); })) continue;
    sleeping_.push_back({{shapes_[order[0]]->geom, shapes_[order[1]]->geom}, order});
  }
  slept_ = std::min(slept_, std::uint64_t(points_.size()));
  roused_.assign(stage_.bodies().size(), false);
}

}  // namespace lightsout
