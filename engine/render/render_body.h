// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a solid shows: the triangles of all its shapes, in its own frame.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/render/beam.h"
#include "engine/render/color.h"
#include "engine/render/surface_mesh.h"
#include "engine/state/pose.h"
#include "world_format/node.h"

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
  void resize(std::size_t count) {
    x.resize(count);
    y.resize(count);
    z.resize(count);
  }
  Eigen::Vector3f operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
};

// A tree that the first of several threads makes which asks for it.
class LazyBallTree {
 public:
  LazyBallTree() = default;
  LazyBallTree(LazyBallTree&& other) noexcept : tree_(other.tree_.exchange(nullptr)) {}
  LazyBallTree& operator=(LazyBallTree&& other) noexcept {
    delete tree_.exchange(other.tree_.exchange(nullptr));
    return *this;
  }
  ~LazyBallTree() { delete tree_.load(); }
  void reset() { delete tree_.exchange(nullptr); }
  template <class Make>
  const BallTree& get(std::mutex& mutex, Make make) {
    const BallTree* known = tree_.load(std::memory_order_acquire);
    if (known) return *known;
    const std::lock_guard lock(mutex);
    if (!tree_.load(std::memory_order_relaxed)) tree_.store(make().release(), std::memory_order_release);
    return *tree_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<const BallTree*> tree_ = nullptr;
};

// Some triangles of one shape that follow each other: what is looked at, or left aside, together.
struct Patch {
  static constexpr std::uint32_t most = 64;
  std::uint32_t first = 0, count = 0;                // triangles
  std::uint32_t first_corner = 0, end_corner = 0;    // all their corners are from the one to before the other
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();  // of a ball around them
  float radius = 0;
  // All outsides look at most `spread` (sine of the angle) away from `facing`; 2: they look anywhere.
  Eigen::Vector3f facing = Eigen::Vector3f::UnitX();
  float spread = 2;

  // Its triangles show their inside to an eye there, all of them and not just about.
  bool is_turned_away(const Eigen::Vector3f& eye) const {
    const Eigen::Vector3f way = centre - eye;
    return spread < 1 && way.dot(facing) > (spread + 1e-3f) * way.norm() + 1.01f * radius;
  }
};

struct RenderBody {
  const Solid* solid = nullptr;  // nullptr: the environment
  Pose in_solid;                 // solid_from_body
  Pose pose;                     // world_from_body
  // Of a Billboard: it stands before the Viewpoint, wherever that looks, and no device sees it.
  bool is_billboard = false;
  std::vector<Eigen::Vector3f> positions, normals;
  Points3 places;  // the positions once more, side by side; bound() makes them
  std::vector<Eigen::Vector2f> coordinates;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> shapes;  // of each triangle, of the scene
  std::vector<Patch> patches;         // of all triangles; bound() makes them
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();
  float radius = 0;
  std::uint32_t first_triangle = 0;  // in the scene

  // Of all triangles, and of those that throw shadows; made when first asked for.
  mutable LazyBallTree tree, shadow_tree;
  bool has_see_through = false, throws_shadows = false, has_marks = false;

  // Appends a mesh; `place`: body_from_mesh. A mirrored one is turned outside in again.
  void add(const SurfaceMesh& mesh, const Eigen::Affine3d& place, std::uint32_t shape);
  // Appends lines or points: pairs of them, or each alone. `colors`: of each point, or none.
  void add_marks(const std::vector<Eigen::Vector3d>& points, const std::vector<std::array<std::uint32_t, 2>>& ends,
                 const std::vector<Light3>& colors, const Eigen::Affine3d& place, std::uint32_t shape);
  void bound();

 private:
  void make_patches();
};

}  // namespace lightsout
