// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What somebody says who knocks at the port of extern controllers. The first byte says in which pieces it comes; where
// it is even, the version is ours.
#include <sys/socket.h>

#include <cstddef>

#include "controllers/host/extern/extern_hello.h"
#include "controllers/wire/version.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_hello(std::string_view bytes) {
  int ends[2];
  require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0, "two sockets can be had");
  const FileDescriptor far(ends[1]);
  ExternHello hello{FileDescriptor(ends[0])};
  Input input(bytes);
  const std::size_t piece = 1 + input.take<std::uint8_t>();
  std::string said(input.rest());
  const std::uint32_t version = LO_BLOCK_VERSION;
  constexpr std::size_t at = offsetof(lo_extern_hello, version);
  if (piece % 2 == 1 && said.size() >= at + sizeof version) std::memcpy(&said[at], &version, sizeof version);
  auto state = ExternHello::State::Incomplete;
  for (std::string_view left = said; !left.empty() && state == ExternHello::State::Incomplete;) {
    const std::string_view now = left.substr(0, piece);
    left.remove_prefix(now.size());
    require(::send(far.get(), now.data(), now.size(), MSG_DONTWAIT) == ssize_t(now.size()), "the socket takes it");
    state = hello.read();
  }
  if (state != ExternHello::State::Whole) return;
  if (hello.has_our_version()) {
    require(hello.robot().size() < sizeof(lo_extern_hello::robot), "a name ends where its place ends");
    require(!hello.knows("a token that nobody has"), "nobody knows what nobody has");
    char name[64];
    lo_extern_name(hello.robot().c_str(), name);
    require(std::string_view(name).find('/') == std::string_view::npos, "a name is one part of a path");
  }
  hello.answer(LO_EXTERN_UNKNOWN);
}

}  // namespace lightsout::fuzz
