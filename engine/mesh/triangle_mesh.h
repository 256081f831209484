// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Triangles in the memory, as mesh files hold them: single precision, shared vertices.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace lightsout {

struct TriangleMesh {
  std::vector<Eigen::Vector3f> vertices;
  std::vector<Eigen::Vector3i> triangles;  // counter-clockwise seen from outside
};

// Gives equal positions one vertex (-0 and 0 are equal; nothing is rounded) and drops vertices that no triangle uses.
// Vertices keep the order of their first use.
void weld(TriangleMesh& mesh);

}  // namespace lightsout
