// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ports.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {
namespace {

// Locked: the port is ours.
FileDescriptor lock_of(int port) {
  FileDescriptor file(
      ::open(("/tmp/lightsout_test_port_" + std::to_string(port)).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return {};
  const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
  return file;
}

}  // namespace

int own_ports(int count) {
  static std::vector<FileDescriptor> held;
  constexpr int first = 10000, end = 32000;  // ip_local_port_range begins at 32768
  const int begin = first + ::getpid() * 37 % (end - first);
  for (int tries = 0, port = begin; tries < end - first; ++tries, ++port) {
    if (port + count > end) port = first;
    std::vector<FileDescriptor> locks;
    while (int(locks.size()) < count) {
      FileDescriptor lock = lock_of(port + int(locks.size()));
      if (!lock) break;
      locks.push_back(std::move(lock));
    }
    if (int(locks.size()) < count) continue;
    for (FileDescriptor& lock : locks) held.push_back(std::move(lock));
    return port;
  }
  throw std::runtime_error("no port is free");
}

}  // namespace lightsout
