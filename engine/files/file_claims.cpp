// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/file_claims.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <xxhash.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <thread>

#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// However it is named.
std::string name_of_claim(const std::string& path) {
  std::error_code error;
  const fs::path place = fs::absolute(place_of(path), error);
  fs::path whole = fs::weakly_canonical(place, error);
  if (error) whole = place.lexically_normal();
  return fmt::format("lightsout-file-{:016x}", XXH3_64bits(whole.native().data(), whole.native().size()));
}

// A socket of that name, which is no file: others can neither remove it nor find it left behind. 0, or why it is not.
int bind_to(const FileDescriptor& socket, const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());  // behind a zero
  const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0 ? 0 : errno;
}

}  // namespace

std::expected<FileClaims, std::string> FileClaims::make(const std::vector<std::string>& paths,
                                                        std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  FileClaims claims;
  for (const std::string& path : paths) {
    std::error_code error;
    if (const fs::path place = place_of(path); fs::exists(place, error) && !is_plain(place)) continue;
    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!socket) continue;
    const std::string name = name_of_claim(path);
    int failure = bind_to(socket, name);
    while (failure == EADDRINUSE && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      failure = bind_to(socket, name);
    }
    if (failure == EADDRINUSE) return std::unexpected(path);
    if (failure == 0) claims.held_.push_back(std::move(socket));
  }
  return claims;
}

}  // namespace lightsout
