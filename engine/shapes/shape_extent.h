// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How far a shape reaches along given axes.
#pragma once

#include <Eigen/Geometry>

#include "engine/shapes/shape.h"
#include "engine/state/pose.h"

namespace lightsout {

// The smallest box around it, exact for every kind; empty for a Plane, which has no ends.
Eigen::AlignedBox3d extent_of(const Shape& shape, const Pose& axes_from_shape);

}  // namespace lightsout
