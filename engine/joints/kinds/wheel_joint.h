// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// See wheel_joint.cpp.
#pragma once

#include <memory>

#include "engine/joints/joint.h"

namespace lightsout {

// A Solid that the solid above it, a DifferentialWheels, drives.
bool is_driven_wheel(const Node& node, const Node& above);
// `setup.node` is the wheel.
std::unique_ptr<Joint> make_wheel_joint(const JointSetup& setup);

}  // namespace lightsout
