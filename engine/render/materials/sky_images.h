// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The images of a Background: as they are seen, and as the light that PBR surfaces get from all around. Directions are
// those of VRML97, 6.5: right +x, top +y, back +z; in_cube() gives them.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/image/image_file.h"
#include "engine/render/materials/color.h"
#include "engine/render/materials/texture.h"

namespace lightsout {

enum class CubeSide : std::uint8_t { Right, Left, Top, Bottom, Front, Back };

// A direction of the world. Where z is up, the cube stands so that its back looks along +x and its right along +y.
inline Eigen::Vector3f in_cube(const Eigen::Vector3f& direction, bool z_is_up) {
  return z_is_up ? Eigen::Vector3f(direction.y(), direction.z(), direction.x()) : direction;
}

// Where a direction of the cube meets it: s to the right, t up, from 0 to 1, as seen from inside.
struct CubePlace {
  CubeSide side;
  float s, t;
};
CubePlace place_in_cube(const Eigen::Vector3f& direction);
// The direction of a place; not of length 1.
Eigen::Vector3f direction_in_cube(const CubePlace& place);

// As seen: an image shows its own bytes where a camera's exposure is that of the Viewpoint.
struct SkyBox {
  std::array<const Texture*, 6> sides = {};  // by CubeSide, plain numbers
  explicit operator bool() const { return sides[0] != nullptr; }
  // As light, at exposure 1. `pixel`: rad from one pixel to the next.
  Light3 at(const Eigen::Vector3f& direction, float pixel) const;
};

// As light: what a dull and what a mirroring surface gets of it.
class SkyLight {
 public:
  // By CubeSide; sRGB, or linear where it has `light`.
  explicit SkyLight(const std::array<Image, 6>& sides);
  // Around a normal of length 1, weighted by the cosine: 1 where the light is 1 all around. By spherical harmonics up
  // to the second order (R. Ramamoorthi, P. Hanrahan, "An efficient representation for irradiance environment maps",
  // 2001, eq. 13).
  Light3 around(const Eigen::Vector3f& normal) const;
  // From the direction that a surface of this roughness (alpha, its square) mirrors.
  Light3 mirrored(const Eigen::Vector3f& direction, float alpha) const;

 private:
  static constexpr int largest = 128;  // pixels along a side
  struct Level {
    int size = 0;
    std::vector<Light3> texels;  // side by side, rows from the top
  };
  static Level from_images(const std::array<Image, 6>& sides);
  static Level halved(const Level& level);
  static Light3 linear(const Level& level, const CubePlace& place);
  void find_harmonics();
  std::vector<Level> levels_;
  std::array<Light3, 9> harmonics_ = {};  // times the factors of eq. 13, over pi
};

}  // namespace lightsout
