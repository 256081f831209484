// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a controller's turn ended.
#pragma once

#include <string>

namespace lightsout {

struct TurnEnd {
  enum class Kind {
    Step,       // it asks for block.step_ms
    Immediate,  // it waits for answers to the messages in block.to_engine
    Exited,     // normally, with code 0
    Failed,     // it exited with a code, crashed, hung, or its block is damaged; `reason` says it all
    Absent,     // it could not be found, built or started
  };
  Kind kind = Kind::Step;
  int exit_code = 0;
  // "exited with code 3", "was killed by SIGSEGV (segmentation fault)"; empty for Step and Immediate
  std::string reason;
  bool may_return = false;  // it has ended, and another one may take its place: the robot is to be opened again
  // Not its own doing, as far as anybody can know: a signal from outside, a full disk (engine/programs/outside.h).
  bool by_environment = false;
};

}  // namespace lightsout
