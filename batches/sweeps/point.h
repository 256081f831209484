// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A point of a sweep: what is set otherwise than in the runs at other points. A name with a dot is a field
// ("ROBOT.gain"), one without is an option of a run ("duration").
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lightsout {

struct Assignment {
  std::string name, value;  // the value as it stands on a command line
  bool operator==(const Assignment&) const = default;
  auto operator<=>(const Assignment&) const = default;
};
using Point = std::vector<Assignment>;

// A parameter of a grid with its values.
struct Parameter {
  std::string name;
  std::vector<std::string> values;
};

// All combinations; the last parameter changes fastest. One point without assignments if there are no parameters.
std::vector<Point> grid(const std::vector<Parameter>& parameters);

// Names a field of the world, not an option of the run.
bool names_field(const std::string& name);

}  // namespace lightsout
