// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Geometry nodes as triangles with normals and texture coordinates, in the node's own frame. Images lie on primitives
// as texture_coordinates() of engine/shapes/surface.h says.
#pragma once

#include "engine/mesh/model_file.h"
#include "engine/render/materials/color.h"
#include "engine/render/scene/surface_mesh.h"
#include "world_format/nodes/node.h"

namespace lightsout {

// Box, Sphere, Cylinder, Cone, Capsule, Plane, ElevationGrid, IndexedFaceSet; empty for all others, and for sizes that
// are none.
SurfaceMesh tessellate(const Node& geometry);

// A mesh without normals: at each corner the mean of the faces there whose normals differ by less than `crease_angle`,
// rad, from that of its own. `coordinates`: of each corner of each triangle in turn, or empty.
SurfaceMesh with_normals(const std::vector<Eigen::Vector3f>& positions,
                         const std::vector<std::array<std::uint32_t, 3>>& triangles,
                         const std::vector<Eigen::Vector2f>& coordinates, double crease_angle);

// An IndexedFaceSet: faces of any number of corners.
SurfaceMesh tessellate_faces(const Node& indexed_face_set);

// A PointSet or an IndexedLineSet: pairs of points, of a point with itself.
struct Marks {
  std::vector<Eigen::Vector3d> points;
  std::vector<std::array<std::uint32_t, 2>> ends;
  std::vector<Light3> colors;  // of each point, or none
};
Marks read_marks(const Node& geometry);

// A part of a mesh file: as the file has it; without normals, each triangle is flat.
SurfaceMesh surface_of(const ModelPart& part);

}  // namespace lightsout
