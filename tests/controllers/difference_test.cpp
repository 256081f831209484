// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The differences of two images: what is written of them gives the second one again, and nothing that was not written
// by us is believed.
#include "controllers/wire/difference.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "controllers/wire/remote.h"

using Image = std::vector<unsigned char>;

namespace {

Image difference_of(const Image& now, Image& before) {
  Image bytes(lo_most_difference(now.size()));
  bytes.resize(lo_write_difference(now.data(), before.data(), now.size(), bytes.data()));
  return bytes;
}

// What lo_next_run says at the end.
int take_runs(const Image& difference, Image& image) {
  std::uint64_t at = 0;
  lo_run run;
  int next;
  while ((next = lo_next_run(difference.data(), difference.size(), &at, image.size(), &run)) == 1)
    std::memcpy(image.data() + run.offset, run.bytes, run.size);
  if (next == 0) CHECK(at == difference.size());
  return next;
}

// All but the words that belong to the two processes.
void forget_private(Image& image) {
  for (std::size_t i = 0; i + 4 <= image.size(); i += 4)
    if (lo_is_private_word(i)) std::memset(image.data() + i, 0, 4);
}

}  // namespace

TEST_CASE("a random difference makes the one image of the other, for any size and number of changes") {
  std::mt19937 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    Image before(4 * (random() % 300)), now;
    for (auto& byte : before) byte = static_cast<unsigned char>(random());
    now = before;
    for (std::size_t changes = now.empty() ? 0 : random() % 40; changes > 0; --changes)
      now[random() % now.size()] = static_cast<unsigned char>(random());
    Image known = before, copy = before;
    const Image difference = difference_of(now, known);
    REQUIRE(take_runs(difference, copy) == 0);
    CHECK(known == copy);
    for (Image* image : {&now, &copy}) forget_private(*image);
    REQUIRE(copy == now);
  }
}

TEST_CASE("equal images differ by the end mark alone, and every other word is the longest difference") {
  Image image(1024, 7), same = image;
  CHECK(difference_of(image, same).size() == 4);
  Image other = image;
  for (std::size_t i = 256; i < other.size(); i += 8) other[i] = 8;
  const Image difference = difference_of(other, same);
  CHECK(difference.size() == (1024 - 256) / 8 * 12 + 4);
  CHECK(difference.size() <= lo_most_difference(image.size()));
}

TEST_CASE("words of the two processes do not travel") {
  Image now(sizeof(lo_block)), before(sizeof(lo_block));
  auto& block = reinterpret_cast<lo_block&>(*now.data());
  block.turn = 1;
  block.engine_pid = 2;
  block.request = 3;
  const Image difference = difference_of(now, before);
  CHECK(difference.size() == 4 + 8 + 4);
  CHECK(reinterpret_cast<const lo_block&>(*before.data()).request == 3);
  CHECK(reinterpret_cast<const lo_block&>(*before.data()).turn == 0);
}

TEST_CASE("a damaged difference is found before anything is written outside the image") {
  const auto damaged = [](std::initializer_list<std::uint32_t> numbers) {
    Image bytes(4 * numbers.size()), image(64);
    std::copy_n(reinterpret_cast<const unsigned char*>(numbers.begin()), bytes.size(), bytes.begin());
    return take_runs(bytes, image) == -1;
  };
  CHECK(damaged({}));                                      // no end
  CHECK(damaged({0}));                                     // an offset and no size
  CHECK(damaged({0, 8, 1}));                               // fewer bytes than it says
  CHECK(damaged({0, 0, LO_NO_MORE_RUNS}));                 // an empty run
  CHECK(damaged({2, 4, 1, LO_NO_MORE_RUNS}));              // between words
  CHECK(damaged({0, 3, 1, LO_NO_MORE_RUNS}));              // half a word
  CHECK(damaged({64, 4, 1, LO_NO_MORE_RUNS}));             // behind the image
  CHECK(damaged({60, 8, 1, 1, LO_NO_MORE_RUNS}));          // beyond its end
  CHECK(damaged({0xfffffffc, 8, 1, 1, LO_NO_MORE_RUNS}));  // beyond all numbers
  CHECK(damaged({0, 0xfffffffc, 1, LO_NO_MORE_RUNS}));
  CHECK_FALSE(damaged({60, 4, 1, LO_NO_MORE_RUNS}));
}

TEST_CASE("the head of an image is that of a block") {
  lo_block head{};
  head.size = 4096;
  head.devices = sizeof head;
  head.device_count = 1;
  head.touched = sizeof head + sizeof(lo_device);
  const std::uint64_t image = 256;
  head.to_engine = {256, 1024, 0, 0};
  head.to_controller = {1280, 1024, 0, 0};
  CHECK(lo_is_image_head(&head, image, 4096));
  const auto wrong = [&](auto change) {
    lo_block other = head;
    change(other);
    return !lo_is_image_head(&other, image, 4096);
  };
  CHECK_FALSE(lo_is_image_head(&head, image, 1024));
  CHECK_FALSE(lo_is_image_head(&head, sizeof head - 8, 4096));
  CHECK(wrong([](lo_block& b) { b.to_engine.offset = 260; }));
  CHECK(wrong([](lo_block& b) { b.to_engine.capacity = 0xffffffff; }));
  CHECK(wrong([](lo_block& b) { b.to_controller.offset = 0; }));
  CHECK(wrong([](lo_block& b) { b.to_controller.capacity = 4096; }));
  CHECK(wrong([](lo_block& b) { b.device_count = 0xffffffff; }));
  CHECK(wrong([](lo_block& b) { b.devices = 0xfffffff0; }));
  CHECK(wrong([](lo_block& b) { b.touched = 256; }));
  CHECK(wrong([](lo_block& b) { b.size = 4097; }));
}
