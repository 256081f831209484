// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/bulk_space.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/state/state.h"

namespace lightsout {
namespace {

constexpr std::uintptr_t page = 4096;
constexpr std::uint32_t line_size = 64;  // rooms do not share cache lines

}  // namespace

void BulkSpace::open(std::byte* block, std::uint32_t begin, std::uint32_t end) {
  block_ = block;
  begin_ = (begin + line_size - 1) / line_size * line_size;
  end_ = std::max(begin_, end);
  // Of a snapshot, which may say anything.
  std::uint32_t next = begin_;
  const bool fit = std::ranges::all_of(rooms_, [&](const Room& room) {
    const bool fits = room.offset >= next && room.offset % line_size == 0 && room.offset <= end_ &&
                      room.size <= end_ - room.offset && room.size > 0;
    next = room.end();
    return fits;
  });
  if (!fit) rooms_.clear();
}

void BulkSpace::close() {
  block_ = nullptr;
  begin_ = end_ = 0;
  rooms_.clear();
}

std::vector<BulkSpace::Room>::iterator BulkSpace::find(std::uint32_t tag, std::uint32_t part) {
  return std::ranges::find_if(rooms_, [&](const Room& room) { return room.tag == tag && room.part == part; });
}

std::span<std::byte> BulkSpace::leave(std::uint32_t tag, std::uint32_t part, std::size_t size) {
  const auto known = find(tag, part);
  if (known == rooms_.end() || known->size == size) return {};
  clear(*known);
  const std::span<std::byte> left(block_ + known->offset, known->size);
  rooms_.erase(known);
  return left;
}

std::span<std::byte> BulkSpace::room(std::uint32_t tag, std::uint32_t part, std::size_t size) {
  leave(tag, part, size);
  if (const auto known = find(tag, part); known != rooms_.end()) return {block_ + known->offset, size};
  if (!block_ || size == 0 || size > this->size()) return {};
  // The first gap that is large enough.
  std::uint64_t begin = begin_;
  auto next = rooms_.begin();
  for (; next != rooms_.end() && begin + size > next->offset; ++next)
    begin = (std::uint64_t(next->end()) + line_size - 1) / line_size * line_size;
  if (begin + size > end_) return {};
  rooms_.insert(next, {tag, part, std::uint32_t(begin), std::uint32_t(size)});
  return {block_ + begin, size};
}

namespace {

// Shared memory is taken out of what it is of; what is of nothing is forgotten, and zero when it is looked at again.
bool give_back(void* pages, std::size_t size) {
  if (::madvise(pages, size, MADV_REMOVE) == 0) return true;
  return errno == EINVAL && ::madvise(pages, size, MADV_DONTNEED) == 0;
}

}  // namespace

// Whole pages go back to the system, as zeros; a pointer that the controller has kept leads to them.
void BulkSpace::clear(const Room& room) const {
  const auto first = reinterpret_cast<std::uintptr_t>(block_ + room.offset), last = first + room.size;
  const std::uintptr_t first_page = (first + page - 1) / page * page, last_page = last / page * page;
  if (first_page < last_page && give_back(reinterpret_cast<void*>(first_page), last_page - first_page)) {
    std::memset(block_ + room.offset, 0, first_page - first);
    std::memset(reinterpret_cast<void*>(last_page), 0, last - last_page);
  } else {
    std::memset(block_ + room.offset, 0, room.size);
  }
}

void BulkSpace::visit_state(StateVisitor& state) {
  std::vector<std::uint32_t> numbers;
  for (const Room& room : rooms_) numbers.insert(numbers.end(), {room.tag, room.part, room.offset, room.size});
  state.list("rooms of images", numbers);
  if (!state.is_loading()) return;
  rooms_.clear();
  for (std::size_t i = 0; i + 4 <= numbers.size(); i += 4)
    rooms_.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
}

}  // namespace lightsout
