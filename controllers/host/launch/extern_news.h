// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What happens to robots with extern controllers, for programs that start these.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lightsout {

enum class ExternNews : std::uint8_t {
  Waits,      // can be connected to from now on
  Connected,  // has its controller
  Gone,       // has lost it, or it has said that it ends
};

// `url`: what WEBOTS_CONTROLLER_URL is to be; there may be several for one robot that waits. Called by several threads.
using ExternListener = std::function<void(std::string_view robot, ExternNews news, std::string_view url)>;

}  // namespace lightsout
