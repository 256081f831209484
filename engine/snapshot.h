// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a snapshot says of itself, without the world that it was made of; Simulation makes and restores them.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>

namespace lightsout {

// What a snapshot says of itself.
struct SnapshotDescription {
  std::string world;  // path
  std::uint64_t seed;
  std::uint64_t load_seed;  // with which the world was loaded: LoadOptions::seed
  std::int64_t step;        // after which it was made
};
// The error says that it is none, or of another release.
std::expected<SnapshotDescription, std::string> describe_snapshot(std::span<const std::uint8_t> snapshot);

}  // namespace lightsout
