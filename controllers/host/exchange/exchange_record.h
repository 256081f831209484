// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the records of an exchange between the engine and a controller are made of: numbers and bytes one behind the
// other, images of the block up to its boxes, and the differences between two of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/wire/difference.h"

namespace lightsout {

class RecordWriter {
 public:
  explicit RecordWriter(std::vector<std::byte>& out) : out_(out) {}
  template <class T>
  void number(T value) {
    bytes({reinterpret_cast<const std::byte*>(&value), sizeof value});
  }
  void bytes(std::span<const std::byte> bytes);
  // With its length before it.
  void text(std::string_view text);

 private:
  std::vector<std::byte>& out_;
};

// At the end of the record all that follows is 0 or empty, and failed().
class RecordReader {
 public:
  explicit RecordReader(std::span<const std::byte> in) : in_(in) {}
  bool at_end() const { return in_.empty() || failed_; }
  bool failed() const { return failed_; }
  template <class T>
  T number() {
    T value{};
    const auto read = bytes(sizeof value);
    if (read.size() == sizeof value) std::memcpy(&value, read.data(), sizeof value);
    return value;
  }
  std::span<const std::byte> bytes(std::size_t count);
  std::string text();

 private:
  std::span<const std::byte> in_;
  bool failed_ = false;
};

// The block up to its boxes, without the words that belong to the two processes and not to what they say.
// `boxes`: where those begin, by the engine's own knowledge.
std::vector<std::byte> image_of(const lo_block& block, std::size_t boxes);
// An image starts with the block's own head: where its boxes are.
bool is_image_of_block(std::span<const std::byte> image, std::size_t block_size);
// Into the block, the two processes' own words left alone: the controller may be setting its own.
void write_to_block(lo_block& block, std::size_t offset, std::span<const std::byte> bytes);

// The runs of words of `now` that are others than in `before`, of which both have as many
// (controllers/wire/difference.h; of any bytes, which need not be whole words).
void write_differences(RecordWriter& record, std::span<const std::byte> now, std::span<const std::byte> before);
// Takes them out of a record again: each run is given to `take(offset, bytes)`, which says whether it fits. False if
// the record is damaged.
template <class Take>
bool read_differences(RecordReader& record, Take take) {
  for (auto at = record.number<std::uint32_t>(); at != LO_NO_MORE_RUNS; at = record.number<std::uint32_t>()) {
    const auto bytes = record.bytes(record.number<std::uint32_t>());
    if (record.failed() || !take(at, bytes)) return false;
  }
  return !record.failed();
}
// The same into an image.
bool apply_differences(RecordReader& record, std::span<std::byte> image);

}  // namespace lightsout
