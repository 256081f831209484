// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What light comes from the surfaces that pixels see: textures, lights with their shadows, the sky's light, fog.
//   Phong  color (emissive + ambient + sum over lights of attenuation shadow (diffuse cos(incidence)
//          + specular cos(half)^exponent)), `color` an image or white
//   PBR    Cook-Torrance: D of Trowbridge and Reitz, G of Smith, F of Schlick with f0 = 0.04 for what is no metal;
//          diffuse (1 - F) base 0.96 (1 - metalness) / pi; the sky's light by an approximation of its integral
//          (B. Karis, "Physically based shading on mobile", 2014)
// Everything in single precision, in the frame of the camera.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "engine/render/shading/shadow.h"
#include "engine/render/visibility/visibility.h"

namespace lightsout {

// Pixels that are shaded together: those of one triangle one after the other.
struct Batch {
  static constexpr int most = LitPoints::most;
  using Numbers = std::array<float, most>;
  int count = 0;
  std::array<std::uint32_t, most> pixels;
  std::array<std::uint32_t, most> triangles;  // Visibility::none: the sky
  Numbers x, y, z;                            // directions
  // The next pixel looks there.
  void look(const Eigen::Vector3f& direction) {
    x[std::size_t(count)] = direction.x();
    y[std::size_t(count)] = direction.y();
    z[std::size_t(count)] = direction.z();
  }
  // Results: light, and how much of what is behind is covered.
  std::array<Numbers, 3> light;
  Numbers opacity;
};

class Shader {
 public:
  // What it writes down while it shades: one that is kept for the next image spares making it.
  struct Memory;
  struct FreeMemory {
    void operator()(Memory* memory) const;
  };
  using MemoryPtr = std::unique_ptr<Memory, FreeMemory>;
  static MemoryPtr make_memory();

  // `memory` is of no other shader meanwhile.
  Shader(const RenderScene& scene, const View& view, const Directions& directions, const Visibility& visibility,
         Memory& memory);
  void shade(Batch& batch);

 private:
  struct Lanes;
  struct Surface;
  struct Surfaces;
  struct Run;
  struct Lamp {
    RenderLight light;
    Eigen::Vector3f place;      // of what is no directional light
    Eigen::Vector3f direction;  // where it goes
  };
  const Surface& surface(std::uint32_t triangle);
  void read_triangle(Surface& surface) const;
  void find_points(const Batch& batch, const Run& run);
  void find_images(const Batch& batch, const Run& run);
  void start_light(const Run& run);
  void find_mark(const Batch& batch, const Run& run);
  void show_sky(const Batch& batch, const Run& run);
  void read_images(const Run& run);
  void bend_normals(const Run& run);
  void paint(const Run& run);
  // Of consecutive runs that are lit in the same way.
  struct Stretch {
    std::size_t begin, end;
    Material::Kind kind;
  };
  void add_light();
  void add_lamp(const Lamp& lamp);
  bool reach(const Stretch& stretch, const Lamp& lamp);
  void fade(const Stretch& stretch, const Lamp& lamp);
  void cast_shadows(const Lamp& lamp);
  void add_phong(const Run& run, const Lamp& lamp);
  void add_pbr(const Stretch& stretch, const Lamp& lamp);
  void add_sky_light(const Stretch& stretch);
  void add_image_light(const Stretch& stretch);
  Eigen::Vector3f in_sky(const Eigen::Vector3f& direction) const;
  void add_fog(Batch& batch);

  const RenderScene& scene_;
  const Directions& directions_;
  const Visibility& visibility_;
  Eigen::Matrix3f world_from_camera_;
  float pixel_ = 0;  // rad, about, from one to the next
  Pose pose_;
  ShadowCaster shadows_;
  std::vector<Lamp> lamps_;
  Lanes* const lanes_;
  Surfaces* const surfaces_;
  std::vector<Run>& runs_;
  std::vector<Stretch>& stretches_;
  std::uint64_t& batches_;  // ever shaded with this memory
  const std::uint64_t first_batch_;
  std::size_t aside_ = 0;
};

}  // namespace lightsout
