// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/plans/file_digest.h"

#include <span>

#include "engine/files/whole_file.h"
#include "engine/state/state_hash.h"

namespace lightsout {

std::uint64_t digest_of_file(const std::filesystem::path& path) {
  const auto bytes = read_whole_file(path);
  return !bytes || bytes->empty() ? 0 : hash_of(std::as_bytes(std::span(*bytes)));
}

}  // namespace lightsout
