// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which robots their wheels move without bodies: at the world's top and without Physics; a DifferentialWheels, or
// exactly two hinges with motors, right below the robot, whose axes are parallel and whose wheels are cylinders of one
// radius.
#pragma once

#include <memory>
#include <span>

#include "engine/joints/kinematic_wheels.h"

namespace lightsout {

// nullptr: not this one. `joints`: of the robot; `up`: of the world, unit.
std::unique_ptr<KinematicWheels> find_kinematic_wheels(Solid& robot, std::span<const Joint* const> joints,
                                                       const Vector3d& up);

}  // namespace lightsout
