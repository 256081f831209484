// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From geometry nodes to shapes, and from shapes to ODE geoms.
#pragma once

#include <ode/ode.h>

#include <memory>
#include <vector>

#include "engine/shapes/mesh_geometry.h"
#include "engine/shapes/shape.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;

// Where geometries stand in a solid: Poses and Transforms on the way, those with their scales.
struct Frame {
  Frame(const Pose& p = {}) : pose(p), linear(p.rotation) {}  // NOLINT: a pose is a frame
  Pose pose;                                                  // solid_from_here
  Vector3d scale = Vector3d::Ones();                          // along the axes here, before the pose
  Vector3d mirror = Vector3d::Ones();  // 1 or -1 along the axes here: a negative scale turns things over
  bool sheared = false;  // a scale that is not the same along axes that are turned: its shear is left out of both
  Matrix3d linear;       // of directions, from here to the solid, with scale and shear
  // Of points here, before the pose: the scale and the shear.
  Matrix3d deformation() const { return pose.rotation.transpose() * linear; }
  // The frame of the children of a Pose, Transform or plain Group.
  Frame inside(const Node& group) const;
};

// The shapes below a boundingObject: a geometry, a Shape, or Groups and Poses around them, in `frame`. Sizes that
// ODE would refuse are reported and left out.
void read_bounding_object(Node& node, const Frame& frame, MeshReader& meshes, Diagnostics& diagnostics,
                          std::vector<std::unique_ptr<Shape>>& shapes);

// The shape of one geometry node; nullptr if it has none (reported). `collides` or is only seen.
std::unique_ptr<Shape> read_geometry(Node& geometry, const Frame& frame, bool collides, MeshReader& meshes,
                                     Diagnostics& diagnostics);

// translation and rotation of a Pose, Transform or Solid.
Pose local_pose(const Node& node);

// ODE's geom of a shape. Shapes come and go with their scene; it may stay and serve one after the other.
class OdeGeom {
 public:
  // In no space and on no body.
  explicit OdeGeom(const Shape& shape);
  OdeGeom(OdeGeom&& other) noexcept;
  OdeGeom& operator=(OdeGeom&& other) noexcept;
  ~OdeGeom();
  dGeomID id() const { return id_; }
  // The id of the geometry node.
  std::uint32_t node_id() const { return node_id_; }
  // True if it can serve the shape: a geom stays of its class.
  bool suits(const Shape& shape) const;
  // Serves this shape from now on. What the shape has as the last one had it is not touched.
  void serve(const Shape& shape);

 private:
  dGeomID id_ = nullptr;
  std::uint32_t node_id_;
  ShapeKind kind_;
  Vector3d size_;
  std::shared_ptr<const TriangleMesh> mesh_;
  std::shared_ptr<void> data_;  // what ODE keeps of the mesh or grid
};
// solid_from_geom of the shape's geom.
Pose geom_in_solid(const Shape& shape);
// Moves a geom that has no body.
void place_geom(dGeomID geom, const Pose& world_from_geom);
// Where the shape is by its geom.
Pose world_from_shape(const Shape& shape);
// Attaches the geom to the solid's body at its offset.
void attach_geom(const Shape& shape, dBodyID body, const Pose& body_from_solid);

}  // namespace lightsout
