// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which law drives which joint, as a run file says it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugins/host/laws/joint_parameter.h"

namespace lightsout {

// Where the target position comes from.
struct JointTarget {
  enum class Source : std::uint8_t { Motor, Constant, Table };
  Source source = Source::Motor;  // the motor's, as its controller set it; the joint's initial position if it has none
  double position = 0;            // Constant
  // Table: (time in s, position), times ascending; linear in between, constant before and after.
  std::vector<std::pair<double, double>> table;
};

struct JointBinding {
  std::string joint;          // DEF or path of the joint, or of its endPoint
  int axis = 1;               // of several
  std::filesystem::path lua;  // one of these two, absolute
  std::filesystem::path library;
  std::string function = "joint_callback";
  std::vector<JointParameter> parameters;
  std::optional<std::pair<double, double>> limits;  // low, high
  std::optional<bool> cyclic;
  std::optional<double> max_force;
  std::optional<double> velocity_limit;
  std::optional<double> target_velocity;
  JointTarget target;
  std::string place;  // "run.yaml:12", for messages
};

}  // namespace lightsout
