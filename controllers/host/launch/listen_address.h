// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a run listens for controllers of other machines: --listen [HOST:]PORT.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <expected>
#include <string>

namespace lightsout {

class ListenAddress {
 public:
  // "2000", "0.0.0.0:2000", "robots.lan:2000", "[::1]:2000"; without a host the loopback interface, port 0: any that is
  // free. The error says what is wrong with it.
  static std::expected<ListenAddress, std::string> parse(const std::string& text);

  // Only programs of this machine can connect.
  bool is_loopback() const;
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&address_); }
  socklen_t size() const { return size_; }
  int family() const { return address_.ss_family; }
  // What callers name: the host as it was given, and this machine's name where that was all of its addresses.
  std::string host_in_url() const;

 private:
  std::string host_;
  sockaddr_storage address_{};
  socklen_t size_ = 0;
};

// Where other machines may connect, and what they must know.
struct ListenSettings {
  ListenAddress address;
  std::string token;  // "": nothing
};

// Shortest secret (LIGHTSOUT_TOKEN) with which a run listens for other machines, in characters.
inline constexpr std::size_t shortest_token = 16;
// What is wrong with listening there with this secret ("": there is none), "" if nothing is.
std::string wrong_token(const ListenAddress& address, const std::string& token);

}  // namespace lightsout
