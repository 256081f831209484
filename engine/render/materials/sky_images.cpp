// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/materials/sky_images.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace lightsout {
namespace {

// Where a side looks, and what is up on its image (manual, Background).
struct SideFrame {
  Eigen::Vector3f forward, up, right;
};

const std::array<SideFrame, 6>& frames() {
  static const auto made = [] {
    const Eigen::Vector3f x = Eigen::Vector3f::UnitX(), y = Eigen::Vector3f::UnitY(), z = Eigen::Vector3f::UnitZ();
    std::array<SideFrame, 6> result = {SideFrame{x, y, {}},   SideFrame{-x, y, {}}, SideFrame{y, z, {}},
                                       SideFrame{-y, -z, {}}, SideFrame{-z, y, {}}, SideFrame{z, y, {}}};
    for (SideFrame& frame : result) frame.right = frame.forward.cross(frame.up);
    return result;
  }();
  return made;
}

// Light that shows as a part of 255, between the levels of bytes on a line.
float light_of(float part) {
  constexpr int between = 16, cells = 255 * between;
  static const auto table = [] {
    std::vector<float> made;
    for (int i = 0; i <= cells; ++i) made.push_back(light_shown_as(double(i) / cells));
    made.push_back(made.back());
    return made;
  }();
  const float at = std::clamp(part, 0.0f, 1.0f) * float(cells);
  const auto cell = std::size_t(at);
  const float rest = at - float(cell);
  return table[cell] + rest * (table[cell + 1] - table[cell]);
}

constexpr float half_pi = std::numbers::pi_v<float> / 2;

}  // namespace

CubePlace place_in_cube(const Eigen::Vector3f& d) {
  const float x = std::abs(d.x()), y = std::abs(d.y()), z = std::abs(d.z());
  const CubeSide side = x >= y && x >= z ? (d.x() > 0 ? CubeSide::Right : CubeSide::Left)
                        : y >= z         ? (d.y() > 0 ? CubeSide::Top : CubeSide::Bottom)
                                         : (d.z() > 0 ? CubeSide::Back : CubeSide::Front);
  const SideFrame& frame = frames()[std::size_t(side)];
  const float ahead = frame.forward.dot(d);
  if (!(ahead > 0)) return {CubeSide::Front, 0.5f, 0.5f};
  return {side, 0.5f + 0.5f * frame.right.dot(d) / ahead, 0.5f + 0.5f * frame.up.dot(d) / ahead};
}

Eigen::Vector3f direction_in_cube(const CubePlace& place) {
  const SideFrame& frame = frames()[std::size_t(place.side)];
  return frame.forward + (2 * place.s - 1) * frame.right + (2 * place.t - 1) * frame.up;
}

// A pixel at the middle of a side is as wide as 4 / pi of the mean one.
Light3 SkyBox::at(const Eigen::Vector3f& direction, float pixel) const {
  const CubePlace place = place_in_cube(direction);
  const Texture& texture = *sides[std::size_t(place.side)];
  const float part = pixel / half_pi;
  const Texel texel = texture.mean(place.s, place.t, {part, 0, 0, part}, 1, {.repeat_s = false, .repeat_t = false});
  return {light_of(texel[0]), light_of(texel[1]), light_of(texel[2])};
}

SkyLight::SkyLight(const std::array<Image, 6>& sides) {
  levels_.push_back(from_images(sides));
  while (levels_.back().size > 1) levels_.push_back(halved(levels_.back()));
  find_harmonics();
}

// Each texel is the mean of the pixels whose middles are in it, or the nearest.
SkyLight::Level SkyLight::from_images(const std::array<Image, 6>& sides) {
  Level level;
  level.size = 1;
  int widest = 1;
  for (const Image& image : sides) widest = std::max(widest, image.width);
  while (level.size < std::min(widest, largest)) level.size *= 2;
  const auto& table = linear_of_byte();
  for (const Image& image : sides) {
    const auto light_at = [&](int x, int y, std::size_t k) {
      const std::size_t pixel = std::size_t(y) * std::size_t(image.width) + std::size_t(x);
      return image.light.empty() ? float(table[image.rgba[4 * pixel + k]]) / 65535.0f : image.light[3 * pixel + k];
    };
    const auto range = [&](int i, int pixels) {
      const int from = int(std::int64_t(i) * pixels / level.size), to = int(std::int64_t(i + 1) * pixels / level.size);
      return std::pair(from, std::max(to, from + 1));
    };
    for (int y = 0; y < level.size; ++y)
      for (int x = 0; x < level.size; ++x) {
        const auto [left, right] = range(x, image.width);
        const auto [top, bottom] = range(y, image.height);
        Light3 mean;
        for (std::size_t k = 0; k < 3; ++k) {
          double sum = 0;
          for (int v = top; v < bottom; ++v)
            for (int u = left; u < right; ++u) sum += double(light_at(u, v, k));
          mean[k] = float(sum / (double(right - left) * (bottom - top)));
        }
        level.texels.push_back(mean);
      }
  }
  return level;
}

SkyLight::Level SkyLight::halved(const Level& level) {
  Level half;
  half.size = level.size / 2;
  for (int side = 0; side < 6; ++side)
    for (int y = 0; y < half.size; ++y)
      for (int x = 0; x < half.size; ++x) {
        const auto at = [&](int u, int v) -> const Light3& {
          return level.texels[std::size_t((side * level.size + 2 * y + v) * level.size + 2 * x + u)];
        };
        Light3 mean;
        for (std::size_t k = 0; k < 3; ++k) mean[k] = (at(0, 0)[k] + at(1, 0)[k] + at(0, 1)[k] + at(1, 1)[k]) / 4;
        half.texels.push_back(mean);
      }
  return half;
}

Light3 SkyLight::linear(const Level& level, const CubePlace& place) {
  const float x = std::clamp(place.s * float(level.size) - 0.5f, 0.0f, float(level.size - 1)),
              y = std::clamp((1 - place.t) * float(level.size) - 0.5f, 0.0f, float(level.size - 1));
  const int x0 = int(x), y0 = int(y), x1 = std::min(x0 + 1, level.size - 1), y1 = std::min(y0 + 1, level.size - 1);
  const float fx = x - float(x0), fy = y - float(y0);
  const auto at = [&](int u, int v) -> const Light3& {
    return level.texels[std::size_t((int(place.side) * level.size + v) * level.size + u)];
  };
  Light3 result;
  for (std::size_t k = 0; k < 3; ++k) {
    const float top = at(x0, y0)[k] * (1 - fx) + at(x1, y0)[k] * fx,
                bottom = at(x0, y1)[k] * (1 - fx) + at(x1, y1)[k] * fx;
    result[k] = top * (1 - fy) + bottom * fy;
  }
  return result;
}

// Factors of the real spherical harmonics: 1, y, z, x, xy, yz, 3z^2-1, xz, x^2-y^2. Times the factors of the cosine's
// lobe, pi, 2 pi / 3 and pi / 4, over pi.
void SkyLight::find_harmonics() {
  constexpr double basis[9] = {0.282095, 0.488603, 0.488603, 0.488603, 1.092548,
                               1.092548, 0.315392, 1.092548, 0.546274};
  constexpr double lobe[9] = {1, 2.0 / 3, 2.0 / 3, 2.0 / 3, 0.25, 0.25, 0.25, 0.25, 0.25};
  // 16 texels along a side are enough for what changes so slowly.
  std::size_t coarse = 0;
  while (levels_[coarse].size > 16) ++coarse;
  const Level& level = levels_[coarse];
  double sums[9][3] = {}, whole = 0;
  std::size_t at = 0;
  for (int side = 0; side < 6; ++side)
    for (int y = 0; y < level.size; ++y)
      for (int x = 0; x < level.size; ++x, ++at) {
        const Eigen::Vector3d way = direction_in_cube({CubeSide(side), (float(x) + 0.5f) / float(level.size),
                                                       1 - (float(y) + 0.5f) / float(level.size)})
                                        .cast<double>();
        const double length2 = way.squaredNorm(), weight = 1 / (length2 * std::sqrt(length2));
        const Eigen::Vector3d d = way / std::sqrt(length2);
        const double terms[9] = {1,
                                 d.y(),
                                 d.z(),
                                 d.x(),
                                 d.x() * d.y(),
                                 d.y() * d.z(),
                                 3 * d.z() * d.z() - 1,
                                 d.x() * d.z(),
                                 d.x() * d.x() - d.y() * d.y()};
        whole += weight;
        for (int i = 0; i < 9; ++i)
          for (std::size_t k = 0; k < 3; ++k) sums[i][k] += weight * terms[i] * double(level.texels[at][k]);
      }
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      harmonics_[i][k] = float(sums[i][k] * 4 * std::numbers::pi / whole * basis[i] * basis[i] * lobe[i]);
}

Light3 SkyLight::around(const Eigen::Vector3f& n) const {
  const float terms[9] = {1,
                          n.y(),
                          n.z(),
                          n.x(),
                          n.x() * n.y(),
                          n.y() * n.z(),
                          3 * n.z() * n.z() - 1,
                          n.x() * n.z(),
                          n.x() * n.x() - n.y() * n.y()};
  Light3 sum = {0, 0, 0};
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t k = 0; k < 3; ++k) sum[k] += harmonics_[i][k] * terms[i];
  for (float& part : sum) part = std::max(part, 0.0f);
  return sum;
}

// The lobe of a rough surface is about as wide as its alpha: of the levels that whose texels are.
Light3 SkyLight::mirrored(const Eigen::Vector3f& direction, float alpha) const {
  const float wanted = alpha * float(levels_[0].size) / half_pi;
  std::size_t below = 0;
  float size = 1;
  while (below + 1 < levels_.size() && 2 * size <= wanted) {
    size *= 2;
    ++below;
  }
  const CubePlace place = place_in_cube(direction);
  const Light3 sharp = linear(levels_[below], place);
  if (below + 1 >= levels_.size() || !(wanted > size)) return sharp;
  const Light3 soft = linear(levels_[below + 1], place);
  const float part = std::min(wanted / size - 1, 1.0f);
  Light3 mixed;
  for (std::size_t k = 0; k < 3; ++k) mixed[k] = sharp[k] + part * (soft[k] - sharp[k]);
  return mixed;
}

}  // namespace lightsout
