// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/reserved_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <vector>

using namespace lightsout;

namespace {

constexpr std::size_t pages = 16;

// Of the pages from `begin` on, which are memory.
std::vector<bool> resident(void* begin, std::size_t count) {
  std::vector<unsigned char> state(count);
  REQUIRE(::mincore(begin, count * memory_page, state.data()) == 0);
  std::vector<bool> is_there;
  for (const unsigned char page : state) is_there.push_back(page & 1);
  return is_there;
}

// What the system says of writing a byte there, which this program would end of.
bool may_be_written(void* place) {
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  REQUIRE(::write(ends[1], "x", 1) == 1);
  const bool is_good = ::read(ends[0], place, 1) == 1;
  if (!is_good) CHECK(errno == EFAULT);
  ::close(ends[0]);
  ::close(ends[1]);
  return is_good;
}

}  // namespace

TEST_CASE("Reserved memory is zero, and becomes memory where it is populated or touched") {
  ReservedMemory memory(pages * memory_page);
  CHECK(memory.size() == pages * memory_page);
  auto* const bytes = static_cast<unsigned char*>(memory.get());
  CHECK(resident(bytes, pages) == std::vector<bool>(pages, false));
  // From the middle of the third page to the begin of the sixth.
  populate(bytes + 2 * memory_page + 100, 3 * memory_page);
  std::vector<bool> expected(pages, false);
  std::fill(expected.begin() + 2, expected.begin() + 6, true);
  CHECK(resident(bytes, pages) == expected);
  CHECK(std::all_of(bytes, bytes + memory.size(), [](unsigned char byte) { return byte == 0; }));
}

TEST_CASE("Pages of reserved memory that are barred may not be touched") {
  ReservedMemory memory(pages * memory_page);
  auto* const bytes = static_cast<unsigned char*>(memory.get());
  CHECK(may_be_written(bytes));
  REQUIRE(memory.bar(2 * memory_page));
  CHECK_FALSE(may_be_written(bytes));
  CHECK_FALSE(may_be_written(bytes + 2 * memory_page - 1));
  CHECK(may_be_written(bytes + 2 * memory_page));
}

TEST_CASE("Reserved memory goes with its owner, unless it is left") {
  void *gone, *left;
  {
    ReservedMemory memory(pages * memory_page), other(pages * memory_page);
    gone = memory.get();
    left = other.get();
    other.leave();
  }
  unsigned char state[pages];
  CHECK(::mincore(gone, pages * memory_page, state) == -1);
  CHECK(errno == ENOMEM);
  CHECK(may_be_written(left));
  ::munmap(left, pages * memory_page);
}
