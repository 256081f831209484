// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a step's state, by XXH3 (stable across machines and releases of the library).
#include "engine/state/state_hash.h"

#include <xxhash.h>

#include <new>
#include <utility>

namespace lightsout {

std::uint64_t hash_of(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

void StateHash::label(std::string_view node, std::string_view field, Element element, std::size_t element_size) {
  if (labelled_) labels_.push_back({bytes_.size(), node, field, element, element_size});
}

struct StateHash::Stream {
  Stream() : state(XXH3_createState()) {
    if (!state) throw std::bad_alloc();
  }
  ~Stream() { XXH3_freeState(state); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  XXH3_state_t* state;
};

StateHash::StateHash(bool labelled) : labelled_(labelled) {}
StateHash::~StateHash() = default;
StateHash::StateHash(StateHash&&) noexcept = default;
StateHash& StateHash::operator=(StateHash&&) noexcept = default;

void StateHash::take_in() {
  if (!stream_) stream_ = std::make_unique<Stream>();
  if (!std::exchange(is_begun_, true)) XXH3_64bits_reset(stream_->state);
  XXH3_64bits_update(stream_->state, bytes_.data(), bytes_.size());
  bytes_.clear();
}

// The same whether it came in pieces or not.
std::uint64_t StateHash::value() {
  if (!is_begun_) return hash_of(bytes_);
  take_in();
  return XXH3_64bits_digest(stream_->state);
}

void StateHash::clear() {
  is_begun_ = false;
  bytes_.clear();
  labels_.clear();
}

}  // namespace lightsout
