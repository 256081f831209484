// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/launch/listen_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <unistd.h>

#include <charconv>
#include <climits>
#include <cstring>
#include <memory>

#include "controllers/wire/extern.h"

namespace lightsout {

std::expected<ListenAddress, std::string> ListenAddress::parse(const std::string& text) {
  ListenAddress result;
  const std::size_t colon = text.rfind(':');
  const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
  result.host_ = colon == std::string::npos ? "127.0.0.1" : text.substr(0, colon);
  int number = -1;
  const auto read = std::from_chars(port.data(), port.data() + port.size(), number);
  if (read.ec != std::errc() || read.ptr != port.data() + port.size() || number < 0 || number > 65535)
    return std::unexpected(fmt::format("'{}' is no [HOST:]PORT: a port is a whole number up to 65535", text));
  const bool is_v6 = result.host_.starts_with('[') && result.host_.ends_with(']');
  const std::string host = is_v6 ? result.host_.substr(1, result.host_.size() - 2) : result.host_;
  if (host.empty()) return std::unexpected(fmt::format("'{}' is no [HOST:]PORT: 0.0.0.0 is every address", text));
  if (!is_v6 && host.find(':') != std::string::npos)
    return std::unexpected(fmt::format("'{}' is no [HOST:]PORT: an address with colons stands in brackets", text));
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  if (const int error = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found); error != 0)
    return std::unexpected(fmt::format("there is no address of '{}': {}", host, ::gai_strerror(error)));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  std::memcpy(&result.address_, found->ai_addr, found->ai_addrlen);
  result.size_ = found->ai_addrlen;
  return result;
}

bool ListenAddress::is_loopback() const {
  if (family() == AF_INET)
    return (ntohl(reinterpret_cast<const sockaddr_in&>(address_).sin_addr.s_addr) >> 24) == IN_LOOPBACKNET;
  return family() == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(address_).sin6_addr);
}

std::string ListenAddress::host_in_url() const {
  const bool is_any = family() == AF_INET
                          ? reinterpret_cast<const sockaddr_in&>(address_).sin_addr.s_addr == htonl(INADDR_ANY)
                          : IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6&>(address_).sin6_addr) != 0;
  char name[HOST_NAME_MAX + 1] = {};
  return is_any && ::gethostname(name, sizeof name - 1) == 0 ? name : host_;
}

std::string wrong_token(const ListenAddress& address, const std::string& token) {
  constexpr std::size_t longest = sizeof(lo_extern_hello::token) - 1;
  if (token.size() > longest) return fmt::format("LIGHTSOUT_TOKEN is longer than {} characters", longest);
  if (address.is_loopback() || token.size() >= shortest_token) return {};
  return fmt::format(
      "the address lets other machines connect, which needs a secret: set LIGHTSOUT_TOKEN to one of at least {} "
      "characters here "
      "and where the controllers are started",
      shortest_token);
}

}  // namespace lightsout
