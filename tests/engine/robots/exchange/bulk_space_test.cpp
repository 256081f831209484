// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Rooms for images in the far end of a controller's block.
#include "engine/robots/exchange/bulk_space.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "engine/robots/exchange/reserved_memory.h"
#include "engine/state/state.h"

using namespace lightsout;

namespace {

constexpr std::uint32_t begin = 100, block_size = 1 << 20;  // rooms begin at a line of 64 bytes

struct Fixture {
  ReservedMemory memory{block_size};
  BulkSpace space;
  Fixture() { space.open(block(), begin, block_size); }
  std::byte* block() { return static_cast<std::byte*>(memory.get()); }
};

bool is_zero(std::span<const std::byte> room) {
  return std::ranges::all_of(room, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

TEST_CASE("a room stays where it is as long as its size is the same") {
  Fixture f;
  const auto image = f.space.room(1, 0, 1000);
  REQUIRE(image.size() == 1000);
  CHECK(f.space.offset_of(image) == 128);
  const auto other = f.space.room(2, 0, 5000);
  CHECK(f.space.offset_of(other) == 1152);  // 128 + 1000, up to the next line
  std::memset(image.data(), 7, image.size());
  CHECK(f.space.room(1, 0, 1000).data() == image.data());
  CHECK(image[999] == std::byte{7});
  // Another part of the device is another room.
  CHECK(f.space.room(1, 1, 1000).data() != image.data());
}

namespace {

// Where a process is held to a limit, however high, blocks are shared memory, else private (reserved_memory.h).
class DataLimit {
 public:
  explicit DataLimit(bool on) {
    ::getrlimit(RLIMIT_DATA, &before_);
    if (!on || before_.rlim_cur != RLIM_INFINITY) return;
    rlimit limit = before_;
    limit.rlim_cur = rlim_t(1) << 50;
    ::setrlimit(RLIMIT_DATA, &limit);
  }
  ~DataLimit() { ::setrlimit(RLIMIT_DATA, &before_); }
  DataLimit(const DataLimit&) = delete;
  DataLimit& operator=(const DataLimit&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("a room of another size is elsewhere or zeroed, and what it left is zeros") {
  const DataLimit limit(GENERATE(false, true));
  Fixture f;
  const auto image = f.space.room(1, 0, 100000);
  f.space.room(2, 0, 64);
  std::memset(image.data(), 7, image.size());
  const auto larger = f.space.room(1, 0, 200000);
  CHECK(larger.data() > image.data());
  CHECK(is_zero(larger));
  CHECK(is_zero(image));  // for a controller that has kept a pointer to it
  std::memset(larger.data(), 7, larger.size());
  // What is free is used again, the first that is large enough.
  const auto smaller = f.space.room(1, 0, 99000);
  CHECK(smaller.data() == image.data());
  CHECK(is_zero(smaller));
}

TEST_CASE("there is no room beyond the block, and sizes do not overflow") {
  Fixture f;
  CHECK(f.space.room(1, 0, block_size).empty());
  CHECK(f.space.room(1, 0, std::size_t(1) << 40).empty());
  CHECK(f.space.room(1, 0, ~std::size_t(0)).empty());
  CHECK(f.space.room(1, 0, 0).empty());
  CHECK(f.space.room(1, 0, f.space.size()).size() == block_size - 128);
  CHECK(f.space.room(2, 0, 1).empty());
}

TEST_CASE("rooms come back from a snapshot where they were; what a damaged one says is not believed") {
  Fixture f;
  f.space.room(1, 0, 1000);
  const std::uint32_t second = f.space.offset_of(f.space.room(2, 0, 2000));
  f.space.room(1, 0, 0);
  std::vector<std::byte> saved;
  StateVisitor saving = StateVisitor::saving(saved);
  f.space.visit_state(saving);

  Fixture restored;
  StateVisitor loading = StateVisitor::loading(saved);
  restored.space.visit_state(loading);
  restored.space.open(restored.block(), begin, block_size);
  CHECK(restored.space.offset_of(restored.space.room(2, 0, 2000)) == second);

  // One number after the other: tag, part, offset, size.
  for (const std::uint32_t offset : {0u, block_size - 64, 0xffffffc0u}) {
    std::memcpy(saved.data() + sizeof(std::uint64_t) + 2 * sizeof offset, &offset, sizeof offset);
    Fixture damaged;
    StateVisitor again = StateVisitor::loading(saved);
    damaged.space.visit_state(again);
    damaged.space.open(damaged.block(), begin, block_size);
    CHECK(damaged.space.offset_of(damaged.space.room(2, 0, 2000)) == 128);
  }
}
