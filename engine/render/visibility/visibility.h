// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which triangle each pixel of an image sees. Of triangles that are equally near, as far as single precision tells, the
// first in the order of the scene is seen.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/render/scene/render_scene.h"
#include "engine/render/visibility/view.h"

namespace lightsout {

// A triangle that is seen through, before what the pixel sees.
struct Fragment {
  std::uint32_t pixel;
  std::uint32_t triangle;
  float nearness;
};

class Visibility {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  enum class SeeThrough : std::uint8_t { Apart, AsOpaque };
  // `scene` follows the world and outlives this.
  void find(const RenderScene& scene, const View& view, const Directions& directions, SeeThrough see_through);

  // By pixel.
  const std::vector<std::uint32_t>& triangles() const { return triangles_; }
  // 1 / distance along x, or from the camera in views that are not planar, of what the pixel sees.
  float nearness(std::uint32_t pixel) const { return nearness_[pixel]; }
  // 0: nothing.
  void nearness_of_all(std::vector<float>& nearness) const;
  // What is seen through: of a pixel the farthest first.
  const std::vector<Fragment>& fragments() const { return fragments_; }
  // The corners of a seen triangle in the frame of the camera; its normals and texture coordinates are the body's.
  struct Seen {
    const RenderBody* body;
    std::uint32_t number;  // in the body
    std::array<Eigen::Vector3f, 3> corners;
  };
  Seen seen(std::uint32_t triangle) const;
  // Rotation of a body's frame into that of the camera.
  const Eigen::Matrix3f& turn(const RenderBody& body) const { return placed_[index_of(body)].turn; }

  struct Placed {
    bool is_in_view = false;
    std::uint32_t first_corner = 0;  // in corners_
    Eigen::Matrix3f turn;            // camera_from_body
    Eigen::Vector3f shift;
    // Into the frame of the camera; the same bits as everywhere.
    Eigen::Vector3f bring(const Eigen::Vector3f& p) const {
      Eigen::Vector3f to;
      for (int k = 0; k < 3; ++k) to[k] = turn(k, 0) * p.x() + turn(k, 1) * p.y() + turn(k, 2) * p.z() + shift[k];
      return to;
    }
  };

 private:
  friend class Rasterizer;
  friend class RayFinder;
  std::size_t index_of(const RenderBody& body) const { return std::size_t(&body - scene_->bodies().data()); }
  void place(const View& view);
  void sort_fragments();

  // Supervisors have hidden the shape from what sees.
  bool is_hidden(std::uint32_t shape) const { return !hidden_.empty() && hidden_[shape]; }

  const RenderScene* scene_ = nullptr;
  std::vector<bool> hidden_;  // by shape; empty: none
  std::vector<Placed> placed_;
  // Where views are not planar: of all bodies in view, in the frame of the camera.
  std::vector<Eigen::Vector3f> corners_;
  std::vector<float> nearness_;
  std::vector<std::uint32_t> triangles_;
  std::vector<Fragment> fragments_;
};

// Which balls (frame of the camera) may be seen: those that reach to the front of the near plane and are beyond none of
// the four sides.
class BallFilter {
 public:
  explicit BallFilter(const View& view);
  bool may_be_seen(const Eigen::Vector3f& centre, float radius) const {
    if (far_ > 0 && centre.norm() - radius > farthest_) return false;
    if (!is_planar_) return true;
    if (centre.x() + radius < near_) return false;
    if (far_ > 0 && centre.x() - radius > far_) return false;
    return std::abs(centre.y()) <= horizontal_ * centre.x() + radius * across_horizontal_ &&
           std::abs(centre.z()) <= vertical_ * centre.x() + radius * across_vertical_;
  }
  // All of the ball is on the image of a planar view, and not just about.
  bool is_inside(const Eigen::Vector3f& centre, float radius) const {
    constexpr float room = 0.999f;
    return centre.x() - radius > near_ &&
           std::abs(centre.y()) + radius * across_horizontal_ < room * horizontal_ * centre.x() &&
           std::abs(centre.z()) + radius * across_vertical_ < room * vertical_ * centre.x();
  }

 private:
  bool is_planar_;
  double near_, far_, farthest_;         // m; far 0: none
  float horizontal_ = 0, vertical_ = 0;  // tangents of half the angles of view
  float across_horizontal_ = 0, across_vertical_ = 0;
};

// Pixels that a point of a PointSet is wide.
constexpr int point_pixels = 3;

// Nearer by less than this part is equally near: rounding.
constexpr float equally_near = 1.0f / (1 << 17);

}  // namespace lightsout
