// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Polygons as triangles.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace lightsout {

// Triangles of a plane polygon without holes, by cutting ears, behind those that are there. `corners`: the places of
// the polygon's points in order around it.
void cut_ears(const std::vector<Eigen::Vector3d>& points, std::vector<int> corners,
              std::vector<Eigen::Vector3i>& triangles);

}  // namespace lightsout
