// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What supervisors do in a test, turn by turn, and what the model says of it: made from any numbers, so that a
// generator can shrink them. A plan is played through the engine's door (supervisor_bench.h) and by controllers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/support/scene_model.h"

namespace lightsout {

struct SupervisorPlan {
  static constexpr int supervisors = 2;
  static constexpr double dt = 0.008;
  // One supervisor sets what the other removes.
  static constexpr const char* good_warning = "a field of a node that does not exist was set";
  // Of the Solid that stands at two places.
  static constexpr std::string_view twin_warning = "a Solid should not be used twice";
  static bool is_expected(std::string_view warning) {
    return warning.find(good_warning) != warning.npos || warning.find(twin_warning) != warning.npos;
  }

  // Any numbers. kind, which supervisor, what, where to. The kind 0 ends a turn.
  using Raw = std::array<std::uint8_t, 6>;

  struct Action {
    enum class Kind : std::uint8_t {
      Set,          // def, field, numbers
      Get,          // def, field: numbers are expected; `waits`: the same supervisor has set it in this turn
      Position,     // def: numbers are expected
      Orientation,  // def: 9 numbers are expected
      Count,        // def: children; numbers[0] is expected
      Import,       // text into def's children ("": the world's)
      Remove,       // def
      Velocity,     // def, 3 numbers
      Force,        // def, 3 numbers
      Joint,        // def of the joint, 1 number
      Save,         // def, text
      Load,         // def, text
      Stop,         // def
      Export,       // def: whoever looks changes nothing
      Reset,
      Physics,  // text into def's field
    };
    Kind kind;
    std::string def, field, text;
    std::vector<double> numbers;
    bool waits = false;
  };
  struct Turn {
    std::array<std::vector<Action>, supervisors> actions;
    std::vector<std::pair<std::string, Pose>> after;  // world_from_part, after the step
  };

  explicit SupervisorPlan(const std::vector<Raw>& raw);

  std::vector<Turn> turns;
  // The world in which it is played: DEFs BOSS0, BOSS1 are supervisors. `controllers`: the lines of the two robots.
  static std::string world(const std::array<std::string, supervisors>& controllers = {"controller \"door\"",
                                                                                      "controller \"door\""});
  // protos/PlanCart.proto beside the folder of the world.
  static std::string proto();
  std::string text() const;  // a line for each action
};

std::string text_of(const SupervisorPlan::Action& action);

}  // namespace lightsout
