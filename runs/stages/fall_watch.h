// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Says, once a run, that a body falls and falls: nothing that the world holds is below it any more. What it should
// stand on may be what was left out of the world.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/recorders/recorder.h"

namespace lightsout {

class Log;

// `left_out`: names of what the world asked for and did not get.
std::unique_ptr<Recorder> make_fall_watch(std::vector<std::string> left_out, Log& log);

}  // namespace lightsout
