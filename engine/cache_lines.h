// Memory that a loop over many things touches, asked for before its turn comes. A processor foresees what lies in a
// row, but not what lies behind pointers: where the things of a scene do not fit into its cache, most of a step would
// be waiting. What is asked for too early or in vain costs little; nothing but time depends on it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace lightsout {

class CacheLines {
 public:
  static constexpr std::size_t size = 64;  // of one, in bytes; a processor's other size costs time, no more

  static void prefetch(const void* memory, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(memory);
    for (std::size_t i = 0; i < bytes; i += size) __builtin_prefetch(begin + i);
  }

  void clear() { lines_.clear(); }
  void add(const void* memory, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(memory);
    for (const std::byte* line = begin; line < begin + bytes; line += size) lines_.push_back(line);
  }
  void prefetch() const {
    for (const std::byte* line : lines_) __builtin_prefetch(line);
  }

 private:
  std::vector<const std::byte*> lines_;
};

// A loop has come to its thing number `at`: loads what memory_of(thing), CacheLines, says of the next one.
template <class Things, class MemoryOf>
void prefetch_ahead(const Things& things, std::size_t at, MemoryOf memory_of) {
  if (at + 2 < things.size()) CacheLines::prefetch(&*things[at + 2], sizeof *things[at + 2]);
  if (at + 1 < things.size()) std::invoke(memory_of, *things[at + 1]).prefetch();
}

// Calls act(thing) for each of them in order, looking ahead.
template <class Things, class MemoryOf, class Act>
void for_each_ahead(const Things& things, MemoryOf memory_of, Act act) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    prefetch_ahead(things, i, memory_of);
    act(*things[i]);
  }
}

}  // namespace lightsout
