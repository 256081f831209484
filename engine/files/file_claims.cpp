// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/file_claims.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "engine/files/claimed_name.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

std::string name_of_claim(const std::string& path) {
  const fs::path place = claimed_place(path);
  return fmt::format("lightsout-file-{:016x}", XXH3_64bits(place.native().data(), place.native().size()));
}

}  // namespace

std::expected<FileClaims, std::string> FileClaims::make(const std::vector<std::string>& paths,
                                                        std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  FileClaims claims;
  for (const std::string& path : paths) {
    if (!is_claimable(path)) continue;
    auto claim = claim_name(name_of_claim(path), until);
    if (!claim && claim.error() == EADDRINUSE) return std::unexpected(path);
    if (claim) claims.held_.push_back(std::move(*claim));
  }
  return claims;
}

}  // namespace lightsout
