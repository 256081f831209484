// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A robot as URDF, for wb_robot_get_urdf: its solids are links, base_link the first; joints stand at position 0 in it
// wherever they are now. Limits are those of motors, inertia and shapes those that the simulation uses.
#pragma once

#include <string>

namespace lightsout {

class Robot;

// `prefix` stands before every name of a link and a joint.
std::string write_urdf(const Robot& robot, const std::string& prefix);

}  // namespace lightsout
