// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A condition over a running simulation in Lua: a script that defines holds(), or an expression. It has the libraries
// of lua_libraries.h and can look at the simulation, and change nothing:
//   time()            simulated s
//   position(SOLID)   x, y, z in world axes, m
//   velocity(SOLID)   x, y, z in world axes, m/s
//   speed(SOLID)      m/s
//   turn_rate(SOLID)  rad/s
//   tilt(SOLID)       rad from upright
//   distance(A, B)    m
//   touches(A, B)     true or false
//   joint(NAME, AXIS) position and velocity, rad or m and their likes per s; AXIS is 1 unless it is given
// A solid is named by its DEF or path, a joint by those or by those of its endPoint.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plugins/host/guard/callback_guard.h"

namespace lightsout {

class Log;
class Simulation;

struct LuaCheckSetup {
  std::filesystem::path script;  // or
  std::string expression;
  std::vector<std::pair<std::string, double>> parameters;  // globals
  double timeout_s;                                        // wall clock that a call may take, 0: for ever
};

class LuaCheck {
 public:
  LuaCheck(LuaCheckSetup setup, Log& log);
  ~LuaCheck();
  LuaCheck(const LuaCheck&) = delete;
  LuaCheck& operator=(const LuaCheck&) = delete;

  struct Answer {
    bool holds = false;
    double number = 0;  // what it returned behind that; 1 or 0 where it returned nothing
  };
  // Runs the script once, unless that was done: error() says what is wrong with it.
  void read(const Simulation& simulation);
  // Reads the script if that was not done. After an error the answer is no; error() says what happened, and nothing
  // more is called.
  Answer ask(const Simulation& simulation);
  const std::string& error() const { return error_; }

 private:
  struct Interpreter;
  bool load(const Simulation& simulation);
  Answer call();

  const LuaCheckSetup setup_;
  Log& log_;
  CallbackGuard guard_;
  std::unique_ptr<Interpreter> lua_;
  std::string error_;
};

}  // namespace lightsout
