// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Exact signs of orientation determinants of doubles: a filter in floating point first, expansion arithmetic where it
// can not decide. (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
// 1997.) Exact as long as no product underflows or overflows: coordinates between 1e-60 and 1e60, or 0.
#pragma once

#include <Eigen/Core>

namespace lightsout {

// The sign of ((b - a) x (c - a)) . (d - a): +1 if d sees a, b, c counter-clockwise, 0 if the four are coplanar.
int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c, const Eigen::Vector3d& d);

// The sign of (b - a) x (c - a): +1 if a, b, c turn left, 0 if they are collinear.
int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c);

// The error that a computed ((b - a) x (c - a)) . (d - a) can have when all differences are at most `extent` in each
// coordinate: (7 + 56 e) e times the permanent, which has six products of at most extent^3; e is 2^-53.
inline double orientation_error(double extent) { return 4.7e-15 * extent * extent * extent; }

}  // namespace lightsout
