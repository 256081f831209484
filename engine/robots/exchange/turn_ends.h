// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Ends of turns that are the same whoever notes them.
#pragma once

#include <string>

#include "engine/programs/outside.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

// A controller that was not started. What the machine could not do (memory, descriptors, a disk) is not its own doing.
inline TurnEnd not_started(const std::string& reason) {
  return {.kind = TurnEnd::Kind::Absent, .reason = reason, .by_environment = tells_of_machine(reason)};
}

// The run was ended while the controller had its turn.
inline TurnEnd interrupted_turn() { return {.kind = TurnEnd::Kind::Failed, .reason = "was interrupted"}; }
inline bool is_interrupted_turn(const TurnEnd& end) {
  return end.kind == TurnEnd::Kind::Failed && end.reason == interrupted_turn().reason;
}

}  // namespace lightsout
