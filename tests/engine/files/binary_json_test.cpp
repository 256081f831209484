// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/binary_json.h"

#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <new>
#include <string>

using namespace lightsout;

namespace {

int left = 0;  // allocations that succeed; below 0: all

template <class T>
struct Scarce : std::allocator<T> {
  Scarce() = default;
  template <class U>
  Scarce(const Scarce<U>&) {}
  template <class U>
  struct rebind {
    using other = Scarce<U>;
  };
  T* allocate(std::size_t count) {
    if (left == 0) throw std::bad_alloc();
    if (left > 0) --left;
    return std::allocator<T>::allocate(count);
  }
};

using ScarceJson =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, double, Scarce>;

}  // namespace

// Json::binary() dies of SIGSEGV at the first of these.
TEST_CASE("Bytes as a value of JSON are there as a whole, or not at all where memory lacks") {
  const std::vector<std::uint8_t> bytes = {1, 2, 3};
  int failed = 0;
  for (bool made = false; !made; ++failed) {
    REQUIRE(failed < 10);
    left = failed;
    try {
      const auto json = binary_json<ScarceJson>(bytes);
      made = true;
      left = -1;
      REQUIRE(json.is_binary());
      CHECK(json.get_binary() == ScarceJson::binary_t(bytes));
    } catch (const std::bad_alloc&) {
      left = -1;
    }
  }
  CHECK(failed > 1);
}
