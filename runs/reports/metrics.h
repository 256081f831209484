// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What controllers have measured, from the files that LIGHTSOUT_METRICS names: a JSON object, or lines of which each is
// one and the last whole one counts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

struct Metric {
  std::string name;   // "rover.distance": the robot's path and the entry
  std::string value;  // as JSON
};

// Adds those of one robot. What is no JSON object is reported at its place; an empty text says nothing.
void read_metrics(const Source& source, const std::string& robot, std::vector<Metric>& metrics,
                  Diagnostics& diagnostics);

}  // namespace lightsout
