// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/claimed_name.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <thread>

#include "engine/descriptors/whole_names.h"
#include "engine/files/whole_file.h"

namespace lightsout {

namespace fs = std::filesystem;

fs::path claimed_place(const fs::path& path) {
  const fs::path place = absolute_path(place_of(path));
  fs::path whole = canonical_path(place);
  if (whole.empty()) whole = place.lexically_normal();
  // "out/" and "out" are one.
  return whole.has_filename() ? whole : whole.parent_path();
}

bool is_claimable(const fs::path& path) {
  std::error_code error;
  const fs::path place = place_of(path);
  return is_plain(place) || !fs::exists(place, error);
}

std::expected<FileDescriptor, int> claim_name(const std::string& name, std::chrono::steady_clock::time_point until) {
  FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket) return std::unexpected(errno);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.sun_path) return std::unexpected(ENAMETOOLONG);
  std::memcpy(address.sun_path + 1, name.data(), name.size());  // behind a zero
  const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  while (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) {
    if (errno != EADDRINUSE || std::chrono::steady_clock::now() >= until) return std::unexpected(errno);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return socket;
}

}  // namespace lightsout
