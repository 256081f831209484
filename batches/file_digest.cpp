// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/file_digest.h"

#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "engine/state/state_hash.h"

namespace lightsout {

std::uint64_t digest_of_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return in.bad() || bytes.empty() ? 0 : hash_of(std::as_bytes(std::span(bytes)));
}

}  // namespace lightsout
