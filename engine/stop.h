// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Why a simulation goes no further.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lightsout {

struct Stop {
  enum class Kind : std::uint8_t {
    Done,  // a supervisor has quit, every controller has ended with success, or whoever runs it has enough
    BadWorld,
    DoesNotFit,  // what was asked for beside the world is about something that the world has not
    ControllerFailed,
    PluginFailed,
    Diverged,
    Cut,  // whoever runs it ended it, and knows why
  };
  Kind kind;
  std::string message;             // for a person
  std::optional<int> quit_status;  // of wb_supervisor_simulation_quit
};

}  // namespace lightsout
