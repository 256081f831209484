// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/bulk.h"

#include <fmt/format.h>

#include "engine/robots/device.h"
#include "engine/robots/exchange/bulk_space.h"
#include "engine/robots/surroundings.h"
#include "engine/state/state.h"
#include "engine/state/state_hash.h"
#include "limits/limits.h"

namespace lightsout {

std::span<std::byte> Bulk::open(lo_bulk& wire, std::size_t size) {
  room_ = {};
  BulkSpace* space = surroundings_.bulk_space();
  if (!space) return {};
  // The controller may look at it by a pointer that it has kept.
  if (const auto left = space->leave(device_.tag(), part_, size); !left.empty()) {
    surroundings_.note_bulk(left);
    generation_ = 0;
    hash_ = 0;
  }
  room_ = space->room(device_.tag(), part_, size);
  if (room_.empty() && size > 0)
    throw LimitReached(Limit::BulkBytes, fmt::format("the images of {} take {} bytes, and those of its robot are "
                                                     "together more than there may be",
                                                     device_.path(), size));
  wire.offset = room_.empty() ? 0 : space->offset_of(room_);
  wire.size = std::uint32_t(room_.size());
  wire.generation = generation_;
  return room_;
}

void Bulk::publish(lo_bulk& wire) {
  if (room_.empty()) return;
  wire.generation = ++generation_;
  hash_ = hash_of(room_);
  surroundings_.note_bulk(room_);
}

void Bulk::visit_state(StateVisitor& state) {
  state.field("generation", generation_);
  state.field("image", hash_);
}

}  // namespace lightsout
