// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A robot on a floor, and what tests of robots ask of it.
#pragma once

#include <set>
#include <string>

#include "tests/support/simulated.h"

namespace lightsout {

class Motor;

// DEF R on a floor, 16 ms a step; `info`: further fields of WorldInfo.
Simulated world_of(const std::string& robot, const std::string& version = "R2025a", const std::string& info = "");
// Of all bodies, kg.
double mass_of(Simulated& world);
// The names of the first robot's devices.
std::set<std::string> devices_of(Simulated& world);
// Those of a Pioneer: "so0" to "so15".
std::set<std::string> sonars();
// Of the first robot; fails the test if there is none of that name.
Motor& motor(Simulated& world, const std::string& name);
// Lets it turn for ever, rad/s.
void spin(Simulated& world, const std::string& name, double speed);

}  // namespace lightsout
