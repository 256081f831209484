// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/exchange_record.h"

#include <algorithm>

#include "controllers/wire/difference.h"

namespace lightsout {

void RecordWriter::bytes(std::span<const std::byte> bytes) {
  const std::size_t end = out_.size();
  out_.resize(end + bytes.size());
  if (!bytes.empty()) std::memcpy(out_.data() + end, bytes.data(), bytes.size());
}

void RecordWriter::text(std::string_view text) {
  number(std::uint32_t(text.size()));
  bytes(std::as_bytes(std::span(text)));
}

std::span<const std::byte> RecordReader::bytes(std::size_t count) {
  if (count > in_.size()) {
    failed_ = true;
    return {};
  }
  const auto read = in_.first(count);
  in_ = in_.subspan(count);
  return read;
}

std::string RecordReader::text() {
  const auto read = bytes(number<std::uint32_t>());
  return {reinterpret_cast<const char*>(read.data()), read.size()};
}

std::vector<std::byte> image_of(const lo_block& block, std::size_t boxes) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&block);
  std::vector<std::byte> copy(bytes, bytes + std::max<std::size_t>(boxes, sizeof(lo_block)));
  for (std::size_t word = 0; word < sizeof(lo_block); word += sizeof(std::uint32_t))
    if (lo_is_private_word(word)) std::memset(copy.data() + word, 0, sizeof(std::uint32_t));
  return copy;
}

bool is_image_of_block(std::span<const std::byte> image, std::size_t block_size) {
  lo_block head;
  if (image.size() < sizeof head) return false;
  std::memcpy(&head, image.data(), sizeof head);
  const auto inside = [&](const lo_box& box) {
    return box.offset <= block_size && box.capacity <= block_size - box.offset;
  };
  return head.to_engine.offset == image.size() && inside(head.to_engine) && inside(head.to_controller);
}

void write_to_block(lo_block& block, std::size_t offset, std::span<const std::byte> bytes) {
  auto* to = reinterpret_cast<std::byte*>(&block);
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint32_t))
    if (!lo_is_private_word(offset + i)) std::memcpy(to + offset + i, bytes.data() + i, sizeof(std::uint32_t));
}

void write_differences(RecordWriter& record, std::span<const std::byte> now, std::span<const std::byte> before) {
  std::uint64_t begin = 0, end = 0;
  for (; lo_find_run(now.data(), before.data(), now.size(), &begin, &end); begin = end) {
    record.number(std::uint32_t(begin));
    record.number(std::uint32_t(end - begin));
    record.bytes(now.subspan(begin, end - begin));
  }
  record.number(LO_NO_MORE_RUNS);
}

bool apply_differences(RecordReader& record, std::span<std::byte> image) {
  return read_differences(record, [image](std::size_t at, std::span<const std::byte> bytes) {
    if (at > image.size() || bytes.size() > image.size() - at) return false;
    std::ranges::copy(bytes, image.begin() + std::ptrdiff_t(at));
    return true;
  });
}

}  // namespace lightsout
