// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/solid_paths.h"

#include <functional>
#include <utility>

#include "engine/bodies/solid.h"

namespace lightsout {

std::size_t SolidPaths::place_of(std::string_view path, std::size_t hash) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t at = hash & mask;
  while (entries_[at].solid && (entries_[at].hash != hash || entries_[at].solid->path() != path)) at = (at + 1) & mask;
  return at;
}

void SolidPaths::grow() {
  std::vector<Entry> before(entries_.empty() ? 64 : 2 * entries_.size());
  std::swap(before, entries_);
  const std::size_t mask = entries_.size() - 1;
  for (const Entry& entry : before) {
    if (!entry.solid) continue;
    std::size_t at = entry.hash & mask;
    while (entries_[at].solid) at = (at + 1) & mask;
    entries_[at] = entry;
  }
}

bool SolidPaths::take(std::string_view path, Solid& solid) {
  if (2 * taken_ >= entries_.size()) grow();
  const std::size_t hash = std::hash<std::string_view>()(path);
  Entry& entry = entries_[place_of(path, hash)];
  if (entry.solid) return false;
  entry = {hash, &solid};
  ++taken_;
  return true;
}

Solid* SolidPaths::find(std::string_view path) const {
  if (entries_.empty()) return nullptr;
  return entries_[place_of(path, std::hash<std::string_view>()(path))].solid;
}

}  // namespace lightsout
