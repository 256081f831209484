// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a controller of a run ended.
#pragma once

#include <string>

#include "engine/robots/exchange/turn_end.h"

namespace lightsout {

struct ControllerEnd {
  std::string robot;       // path
  std::string controller;  // as the field says
  TurnEnd end;
  double time;  // s
};

}  // namespace lightsout
