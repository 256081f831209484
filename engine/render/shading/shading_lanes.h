// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a Shader knows of the pixels that it shades together. For its own files.
#pragma once

#include <algorithm>
#include <array>

#include "engine/render/materials/texture.h"
#include "engine/render/shading/shading.h"

namespace lightsout {

inline float clamped(float value) { return std::min(std::max(value, 0.0f), 1.0f); }

// All that does not change on a triangle in a view. Of a point t d on its plane, d being the pixel's direction:
// t = 1 / (plane d), and its barycentric coordinates are b1 = (first d) t, b2 = (second d) t.
struct Shader::Surface {
  std::uint64_t batch = 0;  // that looked it up
  std::uint32_t triangle = Visibility::none;
  const RenderBody* body;
  const RenderShape* shape;
  const Material* material;
  bool is_lit, takes_shadows, has_images;
  Eigen::Vector3f plane, first, second;
  Eigen::Vector3f normal, normal1, normal2;  // at the first corner, and from it to the others
  Eigen::Vector2f image, image1, image2;     // likewise: where it is on the images
  // Edges to the other corners, and their ways in the images.
  Eigen::Vector3f edges[2];
  float edge_s[2], edge_t[2];
};

static_assert(std::size_t(Batch::most) <= Texture::Pixels::most);

// Pixels of a batch that see the same triangle.
struct Shader::Run {
  int begin, end;
  std::uint32_t triangle;
  const Surface* surface;  // nullptr: the sky
};

// Surfaces that were seen last, by their numbers.
struct Shader::Surfaces {
  static constexpr std::uint32_t size = 512;
  std::array<Surface, size> surfaces;
  std::array<Surface, Batch::most> aside;  // of one batch, whose places others have
};

// What is known of each pixel of a batch, side by side.
struct Shader::Lanes {
  using Numbers = Batch::Numbers;
  Numbers x, y, z;                           // the point
  Numbers vx, vy, vz;                        // towards the camera, unit
  Numbers nx, ny, nz;                        // normal, unit
  Numbers b1, b2;                            // barycentric coordinates of the point
  Numbers s, t;                              // in the image
  Numbers right_s, right_t, down_s, down_t;  // to the next pixel
  Texture::Pixels on_images() const {
    return {s.data(), t.data(), right_s.data(), right_t.data(), down_s.data(), down_t.data()};
  }
  std::array<float, 4> footprint(std::size_t k) const { return {right_s[k], right_t[k], down_s[k], down_t[k]}; }
  std::array<Numbers, 3> base, out;
  Numbers roughness, metalness, occlusion, opacity, distance, sky_strength;
  // Of one light.
  Numbers lx, ly, lz, strength;
  LitPoints points;
};

struct Shader::Memory {
  Lanes lanes;
  Surfaces surfaces;
  std::vector<Run> runs;
  std::vector<Stretch> stretches;
  std::uint64_t batches = 0;
};

}  // namespace lightsout
