// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a solid shows: the triangles of all its shapes, in its own frame.
#pragma once

#include <memory>
#include <vector>

#include "engine/render/materials/color.h"
#include "engine/render/scene/beam.h"
#include "engine/render/scene/lazy.h"
#include "engine/render/scene/light_grid.h"
#include "engine/render/scene/surface_mesh.h"
#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Solid;

// A Shape node, or a part of a file that is one.
struct RenderShape {
  // Lines and points are marks: as wide as a pixel or a few, however far away, and not lit. A "triangle" of a line has
  // its ends as corners (a, b, b), one of a point the point.
  enum class Form : std::uint8_t { Surface, Lines, Points };
  const Node* node = nullptr;
  std::uint32_t material = 0;  // of the scene
  bool casts_shadows = true;
  Pose in_body;  // of the node's frame, without scales
  Form form = Form::Surface;
  bool has_colors = false;  // the corners of marks: linear light, in the place of their normals
};

// Points as three lists of numbers, on which vectors of the processor work.
struct Points3 {
  std::vector<float> x, y, z;
  std::size_t size() const { return x.size(); }
  void add(const Eigen::Vector3f& point) {
    x.push_back(point.x());
    y.push_back(point.y());
    z.push_back(point.z());
  }
};

// Some triangles of one shape, close together, whose outsides look about the same way: what is looked at, or left
// aside, together.
struct Patch {
  static constexpr std::uint32_t most = 64;
  static constexpr std::uint32_t most_places = 3 * most;
  std::uint32_t first = 0, count = 0;                // triangles, in RenderBody::by_patch
  std::uint32_t first_place = 0, place_count = 0;    // where their corners are, of RenderBody::places
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();  // of a ball and of a box around them
  float radius = 0;
  Eigen::Vector3f half = Eigen::Vector3f::Zero();  // of the edges of the box
  // All outsides look at most `spread` (sine of the angle) away from `facing`; 2: they look anywhere.
  Eigen::Vector3f facing = Eigen::Vector3f::UnitX();
  float spread = 2;

  // Its triangles show their inside to an eye there, all of them and not just about.
  bool is_turned_away(const Eigen::Vector3f& eye) const {
    const Eigen::Vector3f way = centre - eye;
    return spread < 1 && way.dot(facing) > (spread + 1e-3f) * way.norm() + 1.01f * radius;
  }
};

// All patches of one shape.
struct Piece {
  std::uint32_t first = 0, count = 0;                // patches
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();  // of a ball and of a box around them
  float radius = 0;
  Eigen::Vector3f half = Eigen::Vector3f::Zero();  // of the edges of the box
};

struct RenderBody {
  const Solid* solid = nullptr;  // nullptr: the environment
  Pose in_solid;                 // solid_from_body
  Pose pose;                     // world_from_body
  // Of a Billboard: it stands before the Viewpoint, wherever that looks, and no device sees it.
  bool is_billboard = false;
  std::vector<Eigen::Vector3f> positions, normals;
  // The triangles' numbers, those of a patch one after the other. bound() makes it, and what follows.
  std::vector<std::uint32_t> by_patch;
  // The positions once more, as patches have them: each of a patch once, behind them its last one up to a multiple of
  // four; and of each triangle, as in by_patch, the places of its corners in its patch.
  Points3 places;
  std::vector<std::array<std::uint8_t, 4>> places_of;
  std::vector<Eigen::Vector2f> coordinates;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> shapes;  // of each triangle, of the scene
  std::vector<Patch> patches;         // of all triangles
  std::vector<Piece> pieces;          // of all patches
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();
  float radius = 0;
  std::uint32_t first_triangle = 0;  // in the scene

  // Of all triangles, and of those that throw shadows; made when first asked for.
  mutable Lazy<BallTree> tree, shadow_tree;
  // For lights whose rays are parallel, by RenderLight::side.
  std::vector<std::unique_ptr<LitSide>> lit_sides;
  // The triangles that throw shadows, or that pixels see, are others now.
  void forget_shadows() {
    shadow_tree.reset();
    for (const auto& side : lit_sides) side->forget();
  }
  bool has_see_through = false, throws_shadows = false, has_marks = false;

  // Appends a mesh; `place`: body_from_mesh. A mirrored one is turned outside in again.
  void add(const SurfaceMesh& mesh, const Eigen::Affine3d& place, std::uint32_t shape);
  // Appends lines or points: pairs of them, or each alone. `colors`: of each point, or none.
  void add_marks(const std::vector<Eigen::Vector3d>& points, const std::vector<std::array<std::uint32_t, 2>>& ends,
                 const std::vector<Light3>& colors, const Eigen::Affine3d& place, std::uint32_t shape);
  void bound();

 private:
  void sort_by_patch();
  void make_patches();
};

}  // namespace lightsout
