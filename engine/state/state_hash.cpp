// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a step's state, by XXH3 (stable across machines and releases of the library).
#include "engine/state/state_hash.h"

#include <xxhash.h>

namespace lightsout {

std::uint64_t hash_of(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

void StateHash::label(std::string_view node, std::string_view field, Element element, std::size_t element_size) {
  if (labelled_) labels_.push_back({bytes_.size(), node, field, element, element_size});
}

std::uint64_t StateHash::value() const { return hash_of(bytes_); }

void StateHash::clear() {
  bytes_.clear();
  labels_.clear();
}

}  // namespace lightsout
