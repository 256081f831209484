// What a solid shows: the triangles of all its shapes, in its own frame.
#pragma once

#include <memory>
#include <vector>

#include "engine/render/beam.h"
#include "engine/render/surface_mesh.h"
#include "engine/state/pose.h"
#include "world_format/node.h"

namespace lightsout {

class Solid;

// A Shape node, or a part of a file that is one.
struct RenderShape {
  const Node* node = nullptr;
  std::uint32_t material = 0;  // of the scene
  bool casts_shadows = true;
  Pose in_body;  // of the node's frame, without scales
};

struct RenderBody {
  const Solid* solid = nullptr;  // nullptr: the environment
  Pose pose;                     // world_from_body
  std::vector<Eigen::Vector3f> positions, normals;
  std::vector<Eigen::Vector2f> coordinates;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> shapes;  // of each triangle, of the scene
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();
  float radius = 0;
  std::uint32_t first_triangle = 0;  // in the scene

  // Of all triangles, and of those that throw shadows; made when first asked for.
  mutable std::unique_ptr<BallTree> tree, shadow_tree;
  bool has_see_through = false, throws_shadows = false;

  // Appends a mesh; `place`: body_from_mesh. A mirrored one is turned outside in again.
  void add(const SurfaceMesh& mesh, const Eigen::Affine3d& place, std::uint32_t shape);
  void bound();
};

}  // namespace lightsout
