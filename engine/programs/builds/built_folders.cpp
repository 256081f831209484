// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/builds/built_folders.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <new>

namespace lightsout {
namespace {

struct BuiltFolder {
  static constexpr std::size_t most_text = 4000;

  alignas(std::atomic_ref<std::uint64_t>::required_alignment) std::uint64_t key;  // 0 until the rest stands
  std::array<char, most_text> failure;
  std::size_t size;
};

// In memory that forked processes share, in whose pages nobody writes before they are needed. Those beyond the last are
// built each time.
struct BuiltFolders {
  std::size_t taken;
  std::array<BuiltFolder, 1024> entries;
};

BuiltFolders* built = nullptr;

}  // namespace

void remember_builds() {
  if (built) return;
  // It comes as zeros, as an empty table is, and stays so: nothing here has a constructor.
  void* memory =
      ::mmap(nullptr, sizeof(BuiltFolders), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) built = new (memory) BuiltFolders;
}

std::optional<std::expected<void, std::string>> remembered_build(std::uint64_t key) {
  if (!built) return {};
  const std::size_t count = std::min(std::atomic_ref(built->taken).load(), built->entries.size());
  for (std::size_t i = 0; i < count; ++i) {
    BuiltFolder& entry = built->entries[i];
    if (std::atomic_ref(entry.key).load(std::memory_order_acquire) != key) continue;
    if (entry.size == 0) return std::expected<void, std::string>();
    return std::unexpected(std::string(entry.failure.data(), entry.size));
  }
  return {};
}

void remember_build(std::uint64_t key, const std::string& failure) {
  if (!built || remembered_build(key)) return;
  const std::size_t place = std::atomic_ref(built->taken).fetch_add(1);
  if (place >= built->entries.size()) return;
  BuiltFolder& entry = built->entries[place];
  entry.size = std::min(failure.size(), BuiltFolder::most_text);
  std::copy_n(failure.begin(), entry.size, entry.failure.begin());
  std::atomic_ref(entry.key).store(key, std::memory_order_release);
}

}  // namespace lightsout
