// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One request of a supervisor, as read from its message, and the answer under construction. Internal to
// supervisor*.cpp.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "engine/supervision/supervisor.h"

namespace lightsout {

struct Supervisor::Request : lo_supervisor_request {
  Robot* robot;
  std::string_view body;  // the text behind the struct
};

// What the controller gets: a struct of wire/supervisor.h and bytes behind it.
struct Supervisor::Answer {
  std::vector<std::byte> bytes;

  template <class Struct>
  void put(Struct value, std::string_view behind = {}) {
    value.status.ok = 1;
    bytes.resize(sizeof value + behind.size());
    std::memcpy(bytes.data(), &value, sizeof value);
    if (!behind.empty()) std::memcpy(bytes.data() + sizeof value, behind.data(), behind.size());
  }
  // An ordinary "no" without a reason, or a mistake with one.
  void no(std::string_view reason = {}) {
    const lo_supervisor_status status{0, std::uint32_t(reason.size())};
    bytes.resize(sizeof status + reason.size());
    std::memcpy(bytes.data(), &status, sizeof status);
    if (!reason.empty()) std::memcpy(bytes.data() + sizeof status, reason.data(), reason.size());
  }
  void yes() { put(lo_supervisor_value{}); }
  bool empty() const { return bytes.empty(); }
};

}  // namespace lightsout
