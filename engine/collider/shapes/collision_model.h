// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a link is made of: a mesh prepared for queries, or a primitive. Immutable; links, colliders and threads share
// it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/collider/triangles/triangle_tree.h"
#include "engine/mesh/triangle_mesh.h"

namespace lightsout {

class FclShape;

enum class ModelKind : std::uint8_t { Mesh, Box, Sphere, Cylinder, Capsule, Cone, HalfSpace };

class CollisionModel {
 public:
  // `spec`: a mesh file, or a primitive centred at its origin with its axis along z, in metres:
  //   box:X,Y,Z   sphere:RADIUS   cylinder:RADIUS,HEIGHT   capsule:RADIUS,HEIGHT (of its cylinder)   cone:RADIUS,HEIGHT
  //   halfspace: (all that is below z = 0)
  // and `*FACTOR` behind either scales it. The error names what is wrong.
  static std::expected<std::shared_ptr<const CollisionModel>, std::string> load(const std::string& spec, double scale);
  // The file that a spec names, "" for a primitive.
  static std::string file_of(const std::string& spec);
  // From memory; degenerate and double triangles are left out and told in notes().
  static std::shared_ptr<const CollisionModel> from_mesh(std::string name, TriangleMesh mesh);
  // Sizes as in the spec: box x, y, z; else radius, height.
  static std::shared_ptr<const CollisionModel> primitive(std::string name, ModelKind kind, const Eigen::Vector3d& size);

  // The model larger by a factor about its centre(): primitives by their sizes, meshes by their vertices.
  std::shared_ptr<const CollisionModel> scaled(double factor) const;

  const std::string& name() const { return name_; }
  ModelKind kind() const { return kind_; }
  bool is_mesh() const { return kind_ == ModelKind::Mesh; }
  // as_mesh() is no approximation of it, but for corners rounded to floats.
  bool has_flat_faces() const { return is_mesh() || kind_ == ModelKind::Box; }
  const Eigen::Vector3d& size() const { return size_; }

  // Of meshes:
  const TriangleMesh& mesh() const { return mesh_; }
  const TriangleTree& tree() const { return tree_; }
  // Every edge has an even number of triangles: the surface has an inside.
  bool closed() const { return closed_; }
  // Every edge is passed as often in one direction as in the other; such a closed mesh faces outward.
  bool oriented() const { return oriented_; }
  // A vertex of each connected part of the surface: the one farthest from the middle of the model.
  const std::vector<Eigen::Vector3d>& part_points() const { return part_points_; }
  // For each vertex its neighbours along edges; built when first asked for, from any thread.
  struct Neighbours {
    std::vector<std::int32_t> begin, vertices;  // those of v are vertices[begin[v]] to vertices[begin[v + 1]]
  };
  const Neighbours& neighbours() const;

  // The model itself if it is a mesh, else a mesh of it (primitive_mesh.h), made when first asked for, from any thread.
  const CollisionModel& as_mesh() const;

  // The model as FCL wants it, made when first asked for, from any thread.
  std::shared_ptr<const FclShape> fcl_shape(const std::function<std::shared_ptr<const FclShape>()>& make) const;

  // A sphere around all of it; the radius is infinite for a half-space.
  const Eigen::Vector3d& centre() const { return centre_; }
  double radius() const { return radius_; }

  // The point of the model that is farthest in a direction (not zero). Not of half-spaces.
  Eigen::Vector3d support(const Eigen::Vector3d& direction) const;

  // What a user should know: open, degenerate, empty, turned over, and what was done about it. One line each.
  const std::vector<std::string>& notes() const { return notes_; }
  std::size_t bytes() const;

 private:
  void prepare_mesh();

  std::string name_;
  ModelKind kind_ = ModelKind::Mesh;
  Eigen::Vector3d size_ = Eigen::Vector3d::Zero();
  TriangleMesh mesh_;
  TriangleTree tree_;
  bool closed_ = false;
  bool oriented_ = false;
  std::vector<Eigen::Vector3d> part_points_;
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double radius_ = 0;
  std::vector<std::string> notes_;
  mutable std::once_flag neighbours_once_;
  mutable Neighbours neighbours_;
  mutable std::once_flag as_mesh_once_;
  mutable std::shared_ptr<const CollisionModel> as_mesh_;
  mutable std::once_flag fcl_once_;
  mutable std::shared_ptr<const FclShape> fcl_;
};

}  // namespace lightsout
