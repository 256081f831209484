// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `.motion` files: positions of motors at moments of time, one key frame a line. Reads and checks; playing is the
// controller library's (controllers/lib/motion.c).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

struct MotionFrame {
  std::int64_t time_ms = 0;
  std::string pose;                              // its name
  std::vector<std::optional<double>> positions;  // per joint, radians or metres; nothing: `*`, the motor is left alone
};

struct MotionFile {
  std::vector<std::string> joints;  // names of motors
  std::vector<MotionFrame> frames;  // by growing time
};

// The lines that can be read; what is wrong is reported at its place.
MotionFile read_motion(const Source& source, Diagnostics& diagnostics);

}  // namespace lightsout
