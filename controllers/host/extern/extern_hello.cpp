// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/extern/extern_hello.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "controllers/wire/version.h"

namespace lightsout {

ExternHello::State ExternHello::read() {
  constexpr std::size_t head = offsetof(lo_extern_hello, robot);
  while (read_ < sizeof hello_) {
    char* const to = reinterpret_cast<char*>(&hello_) + read_;
    const std::size_t wanted = (read_ < head ? head : sizeof hello_) - read_;
    const ssize_t count = ::recv(connection_.get(), to, wanted, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return Clock::now() < until_ ? State::Incomplete : State::Wrong;
    if (count <= 0) return State::Wrong;
    read_ += std::size_t(count);
    // A machine of the other byte order says it so.
    if (read_ == head && hello_.magic != LO_EXTERN_MAGIC && hello_.magic != __builtin_bswap32(LO_EXTERN_MAGIC))
      return State::Wrong;
    if (read_ == head && !has_our_version()) return State::Whole;
  }
  hello_.robot[sizeof hello_.robot - 1] = 0;
  hello_.token[sizeof hello_.token - 1] = 0;
  return State::Whole;
}

bool ExternHello::has_our_version() const {
  return hello_.magic == LO_EXTERN_MAGIC && hello_.version == LO_BLOCK_VERSION;
}

std::string ExternHello::robot() const { return hello_.robot; }

bool ExternHello::knows(const std::string& token) const {
  char wanted[sizeof hello_.token] = {}, said[sizeof hello_.token] = {};
  std::memcpy(wanted, token.data(), std::min(token.size(), sizeof wanted - 1));
  std::memcpy(said, hello_.token, ::strnlen(hello_.token, sizeof said - 1));
  unsigned char difference = 0;
  for (std::size_t i = 0; i < sizeof wanted; ++i) difference |= static_cast<unsigned char>(wanted[i] ^ said[i]);
  return difference == 0;
}

void ExternHello::answer(unsigned char status) const {
  ::send(connection_.get(), &status, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace lightsout
