// What light comes from the surfaces that pixels see: textures, lights with their shadows, the sky's light, fog.
//   Phong  color (emissive + ambient + sum over lights of attenuation shadow (diffuse cos(incidence)
//          + specular cos(half)^exponent)), `color` an image or white
//   PBR    Cook-Torrance: D of Trowbridge and Reitz, G of Smith, F of Schlick with f0 = 0.04 for what is no metal;
//          diffuse (1 - F) base 0.96 (1 - metalness) / pi; the sky's light by an approximation of its integral
//          (B. Karis, "Physically based shading on mobile", 2014)
// Everything in single precision, in the frame of the camera.
#pragma once

#include <array>
#include <vector>

#include "engine/render/shadow.h"
#include "engine/render/visibility.h"

namespace lightsout {

// Pixels that are shaded together: those of one triangle one after the other.
struct Batch {
  static constexpr int most = LitPoints::most;
  using Numbers = std::array<float, most>;
  int count = 0;
  std::array<std::uint32_t, most> pixels;
  std::array<std::uint32_t, most> triangles;  // Visibility::none: the sky
  std::array<Eigen::Vector3f, most> directions;
  // Results: light, and how much of what is behind is covered.
  std::array<Numbers, 3> light;
  Numbers opacity;
};

class Shader {
 public:
  Shader(const RenderScene& scene, const View& view, const Directions& directions, const Visibility& visibility);
  ~Shader();
  void shade(Batch& batch);

 private:
  struct Lanes;
  struct Run;
  struct Lamp {
    RenderLight light;
    Eigen::Vector3f place;      // of what is no directional light
    Eigen::Vector3f direction;  // where it goes
  };
  void find_surface(const Batch& batch, Run& run);
  void read_images(const Batch& batch, const Run& run);
  void bend_normals(const Batch& batch, const Run& run);
  void paint(const Run& run);
  void add_lights(const Batch& batch);
  void light_run(const Run& run, const Lamp& lamp);
  void add_phong(const Run& run, const Lamp& lamp);
  void add_pbr(const Run& run, const Lamp& lamp);
  void add_sky_light(const Run& run);
  void add_fog(Batch& batch);

  const RenderScene& scene_;
  const Directions& directions_;
  const Visibility& visibility_;
  Eigen::Matrix3f world_from_camera_;
  Pose pose_;
  ShadowCaster shadows_;
  std::vector<Lamp> lamps_;
  std::unique_ptr<Lanes> lanes_;
  std::vector<Run> runs_;
};

}  // namespace lightsout
