// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is looked at in a running simulation: a number and whether it is as it should be. One file per kind of thing,
// each key known by one line in conditions.def.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runs/reports/verdict.h"

namespace lightsout {

class Heard;
class Log;
class Simulation;

// Of one look.
struct Look {
  double number;  // as it was measured; NaN: there was nothing to measure
  bool holds;
  double excess;  // how far the number is beyond what is allowed, 0 or less if it is not; NaN with the number
};

// What is known when a run has ended.
struct RunEnd {
  const Verdict& verdict;  // as it would be without expectations
  const Heard& heard;
};

// As a run makes it: it may keep what it has found in a scene.
class Condition {
 public:
  virtual ~Condition() = default;
  // The scene is another: pointers into it are to be asked for again. What the world has not got, "" if it has all.
  virtual std::string find(const Simulation& /*simulation*/) { return {}; }
  // After a step. Allocates nothing.
  virtual Look look(const Simulation& /*simulation*/) { return {}; }
  // Of a condition that is known at the run's end alone.
  virtual Look look(const RunEnd& /*end*/) { return {}; }
  // What was seen, in words: "0.31 m from (0 0 0.5)".
  virtual std::string seen(double number) const = 0;
  // Why it cannot be told any more, "" while it can.
  virtual std::string failure() const { return {}; }
};

// What a run gives to its conditions.
struct ConditionSetup {
  Heard& heard;
  Log& log;
  double timeout_s;  // wall clock that users' code may take
};

// A condition as it was read: a value, of which each run makes its own.
struct AskedCondition {
  std::string what;                // "BALL is within 0.01 m of (0 0 0.5)"
  std::string unit;                // of the number: "m", "rad/s"; "" for none
  double low = 0, high = 0;        // allowed, infinite where anything is
  bool is_of_the_end = false;      // known at the run's end alone
  bool is_of_the_outcome = false;  // it says how the run is to end
  bool notes_contacts = false;     // Contacts::points() must be kept
  bool runs_code = false;          // that came with the world
  std::function<std::unique_ptr<Condition>(const ConditionSetup&)> make;
};

}  // namespace lightsout
