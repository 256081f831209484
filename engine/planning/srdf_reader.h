// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// SRDF: which pairs of a robot's links are not tested, how its root moves in the world, named configurations.
#pragma once

#include "engine/planning/urdf_reader.h"

namespace lightsout {

// The virtual joints, before link_up(). What is wrong is reported into the text.
std::vector<VirtualJoint> read_virtual_joints(XmlText& text, const RobotTree& tree);
// Rules and states, after it.
void read_srdf(XmlText& text, RobotTree& tree);

}  // namespace lightsout
