// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/state/state_hash.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace lightsout;

// A labelled hash keeps all bytes, and hash_of() takes them at once.
TEST_CASE("a state that is hashed piece by piece has the hash of the whole") {
  StateHash pieces, whole(true);
  for (const std::size_t size : {0u, 1u, 7u, 240u, 65535u, 65536u, 65537u, 200000u, 1000003u}) {
    CAPTURE(size);
    pieces.clear();
    whole.clear();
    // Pieces of many sizes, some larger than what is held before it is taken in.
    std::size_t left = size, piece = 1;
    std::uint64_t number = size;
    while (left > 0) {
      piece = std::min(left, piece * 3 % 90001 + 1);
      std::vector<std::byte> bytes(piece);
      for (std::byte& byte : bytes) byte = std::byte((number = number * 6364136223846793005u + 1) >> 56);
      pieces.add_bytes(bytes.data(), piece);
      whole.add_bytes(bytes.data(), piece);
      left -= piece;
    }
    CHECK(whole.bytes().size() == size);
    CHECK(pieces.value() == hash_of(whole.bytes()));
    CHECK(pieces.value() == whole.value());
    // Asked in between, it goes on.
    const double more = 0.5;
    pieces.add(more);
    whole.add(more);
    CHECK(pieces.value() == hash_of(whole.bytes()));
  }
}
