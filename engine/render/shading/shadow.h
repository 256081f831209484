// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Hard shadows: which of a few neighbouring points a light does not reach.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/render/scene/render_scene.h"

namespace lightsout {

// Points in world axes from the camera's place, and whether something stands between them and the light.
struct LitPoints {
  static constexpr int most = 64;
  int count = 0;
  std::array<float, most> x, y, z;
  std::array<std::int32_t, most> is_dark;  // 0, or -1
};

class ShadowCaster {
 public:
  // `eye`: where points are told from; world.
  ShadowCaster(const RenderScene& scene, const Vector3d& eye);

  // Sets is_dark of the points that are not dark already.
  void cast(const RenderLight& light, LitPoints& points) const;

 private:
  struct Placed {
    const RenderBody* body;
    Eigen::Matrix3f turn;  // eye_from_body
    Eigen::Vector3f shift;
    Eigen::Vector3f centre;
  };
  // Of a light whose rays are parallel: two directions across them, and how far bodies are along the three.
  struct Rays {
    Eigen::Vector3f u, v, towards_light;  // unit
    struct Ball {
      float u, v, along, radius;
    };
    std::vector<Ball> balls;  // as in placed_
  };
  Rays rays_of(const RenderLight& light) const;
  void cast_rays(const RenderLight& light, LitPoints& points) const;
  struct Tube;
  std::optional<Tube> tube_around(const RenderLight& light, const LitPoints& points) const;
  void cast_tree(const Placed& placed, const Tube& tube, LitPoints& points) const;
  const RenderScene& scene_;
  Vector3d eye_;
  std::vector<Placed> placed_;
  std::vector<Rays> rays_;  // by RenderLight::side
};

}  // namespace lightsout
