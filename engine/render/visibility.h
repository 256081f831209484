// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which triangle each pixel of an image sees. Of triangles that are equally near, as far as single precision tells, the
// first in the order of the scene is seen.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/render/render_scene.h"
#include "engine/render/view.h"

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
    std::uint32_t first_corner = 0;  // in corners_; the first of a block
    Eigen::Matrix3f turn;            // camera_from_body
    Eigen::Vector3f shift;
  };

 private:
  friend class Rasterizer;
  friend class RayFinder;
  std::size_t index_of(const RenderBody& body) const { return std::size_t(&body - scene_->bodies().data()); }
  void place(const View& view);
  // Corners come into the frame of the camera block by block, in planar views those of a body that may be seen.
  static constexpr std::uint32_t block = 64;
  void bring_block(const RenderBody& body, const Placed& placed, std::uint32_t first);
  void sort_fragments();

  // Supervisors have hidden the shape from what sees.
  bool is_hidden(std::uint32_t shape) const { return !hidden_.empty() && hidden_[shape]; }

  const RenderScene* scene_ = nullptr;
  std::vector<bool> hidden_;  // by shape; empty: none
  std::vector<Placed> placed_;
  Points3 corners_;
  std::vector<std::uint8_t> is_brought_;  // by block of corners_
  std::vector<float> nearness_;
  std::vector<std::uint32_t> triangles_;
  std::vector<Fragment> fragments_;
};

// A ball there (frame of the camera) may be seen: it reaches to the front of the near plane and over none of the four
// sides.
bool may_be_seen(const View& view, const Eigen::Vector3f& centre, float radius);

// Pixels that a point of a PointSet is wide.
constexpr int point_pixels = 3;

// Nearer by less than this part is equally near: rounding.
constexpr float equally_near = 1.0f / (1 << 17);

}  // namespace lightsout
