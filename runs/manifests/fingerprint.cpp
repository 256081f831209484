// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/manifests/fingerprint.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/descriptors/waiting.h"

namespace lightsout {

std::expected<Fingerprint, std::string> fingerprint_of(const std::filesystem::path& path,
                                                       const std::function<void(std::string_view)>& also) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(open_stream(path.c_str(), "rbe"), &std::fclose);
  if (!file) return std::unexpected(std::strerror(errno));
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), &XXH3_freeState);
  XXH3_128bits_reset(state.get());
  Fingerprint result;
  std::vector<char> buffer(1 << 18);
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    XXH3_128bits_update(state.get(), buffer.data(), size);
    result.bytes += size;
    if (also) also({buffer.data(), size});
  }
  if (std::ferror(file.get())) return std::unexpected(std::strerror(errno));
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  result.text = fmt::format("xxh128:{:016x}{:016x}", hash.high64, hash.low64);
  return result;
}

}  // namespace lightsout
