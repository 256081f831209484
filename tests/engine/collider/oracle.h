// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the collider is judged by: touching in rational arithmetic, triangle by triangle, written to be evidently right
// and not to be fast. Shares nothing with the collider but the Triangle struct.
#pragma once

#include <Eigen/Core>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>

#include "engine/collider/triangles/triangle_pair.h"

namespace lightsout::oracle {

using Exact = boost::multiprecision::cpp_rational;
using Exact3 = std::array<Exact, 3>;

// Whether its corners are on a line.
bool degenerate(const Triangle& triangle);
int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c, const Eigen::Vector3d& d);
int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c);
// Closed triangles of nonzero area.
bool triangles_touch(const Triangle& first, const Triangle& second);

}  // namespace lightsout::oracle
