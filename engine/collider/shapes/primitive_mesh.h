// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Primitives as closed meshes, facing outward: for contacts with meshes, and to be drawn.
#pragma once

#include "engine/collider/shapes/collision_model.h"

namespace lightsout {

// The corners of the facets lie on the primitive; curved ones are at most 0.2 % of their radius inside it. A half-space
// has no mesh: it is empty.
TriangleMesh primitive_mesh(ModelKind kind, const Eigen::Vector3d& size);

}  // namespace lightsout
