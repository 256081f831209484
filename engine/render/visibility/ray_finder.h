// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Visibility in views that are not planar: for tiles of 8 x 8 pixels, all triangles in the tube around their rays.
// Edges are compared by triple products (Pluecker), which two triangles that share an edge see with opposite signs, to
// the bit.
#pragma once

#include "engine/render/visibility/visibility.h"

namespace lightsout {

class RayFinder {
 public:
  RayFinder(Visibility& to, const View& view, const Directions& directions);
  void run(Visibility::SeeThrough see_through);

  static constexpr int tile = 8;

 private:
  enum class Pass : std::uint8_t { All, Opaque, SeeThrough };
  struct Tile {
    int count = 0;
    std::uint32_t pixels[tile * tile];
    Eigen::Vector3f directions[tile * tile];
    Beam beam;
  };
  void look(Tile& tile, Pass pass);
  void look_at(const RenderBody& body, const Visibility::Placed& placed, const Tile& tile, Pass pass);
  void look_at_mark(std::uint32_t triangle, const RenderShape& shape, const Eigen::Vector3f& from,
                    const Eigen::Vector3f& to, const Tile& tile);
  void see(std::uint32_t pixel, std::uint32_t triangle, float near);
  // rad, of the image.
  float pixel_angle() const { return float(view_.field_of_view / view_.width) * float(view_.samples); }

  Visibility& to_;
  const View& view_;
  const Directions& directions_;
};

}  // namespace lightsout
