// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The light that falls on a surface and comes from it: lights, the sky, fog between.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/render/shading/shading_lanes.h"

namespace lightsout {
namespace {

constexpr float pi_f = std::numbers::pi_v<float>;

// 2^x for -126 < x <= 0, to about 1e-4 of it: the power of two by the exponent, the rest by a cubic.
[[gnu::always_inline]] inline float rough_exp2(float x) {
  const int cut = int(x), whole = cut - (float(cut) > x ? 1 : 0);
  const float part = x - float(whole);
  const float power = __builtin_bit_cast(float, std::uint32_t(whole + 127) << 23);
  return power * (1 + part * (0.695556856f + part * (0.226173572f + part * 0.0781455737f)));
}

// What a surface mirrors of light that is alike all around: f0 scale + bias.
struct SkySurface {
  float scale, bias;
};

[[gnu::always_inline]] inline SkySurface sky_surface(float nv, float rough) {
  const float rx = 1 - rough, ry = 0.0425f - 0.0275f * rough, rz = 1.04f - 0.572f * rough, rw = 0.022f * rough - 0.04f;
  const float a = std::min(rx * rx, rough_exp2(-9.28f * nv)) * rx + ry;
  return {-1.04f * a + rz, 1.04f * a + rw};
}

}  // namespace

void Shader::add_light() {
  Lanes& lanes = *lanes_;
  stretches_.clear();
  for (const Run& run : runs_) {
    if (!run.surface) continue;
    const Material& material = *run.surface->material;
    const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
    if (!stretches_.empty() && stretches_.back().end == begin && stretches_.back().kind == material.kind)
      stretches_.back().end = end;
    else
      stretches_.push_back({begin, end, material.kind});
    if (material.kind != Material::Kind::Phong) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      const float ambient = scene_.ambient()[c] * material.ambient[c];
      for (std::size_t k = begin; k < end; ++k) lanes.out[c][k] += ambient;
    }
  }
  for (const Stretch& stretch : stretches_) {
    if (stretch.kind == Material::Kind::Pbr) {
      for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
        lanes.roughness[k] = std::min(std::max(lanes.roughness[k], 0.04f), 1.0f);
        lanes.metalness[k] = clamped(lanes.metalness[k]);
      }
      scene_.sky().light ? add_image_light(stretch) : add_sky_light(stretch);
    } else if (stretch.kind == Material::Kind::Unlit) {
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t k = stretch.begin; k < stretch.end; ++k) lanes.out[c][k] = lanes.base[c][k];
    }
  }
  for (const Lamp& lamp : lamps_) add_lamp(lamp);
  // An image on a Phong surface colours all of its light.
  for (const Run& run : runs_) {
    if (!run.surface || run.surface->material->kind != Material::Kind::Phong || !run.surface->material->color) continue;
    for (std::size_t c = 0; c < 3; ++c)
      for (auto k = std::size_t(run.begin); k < std::size_t(run.end); ++k) lanes.out[c][k] *= lanes.base[c][k];
  }
}

void Shader::add_lamp(const Lamp& lamp) {
  bool any = false;
  for (const Stretch& stretch : stretches_)
    if (stretch.kind != Material::Kind::Unlit) any |= reach(stretch, lamp);
  if (!any) return;
  if (lamp.light.casts_shadows) cast_shadows(lamp);
  for (const Stretch& stretch : stretches_)
    if (stretch.kind == Material::Kind::Pbr) add_pbr(stretch, lamp);
  for (const Run& run : runs_)
    if (run.surface && run.surface->material->kind == Material::Kind::Phong) add_phong(run, lamp);
}

void Shader::cast_shadows(const Lamp& lamp) {
  Lanes& lanes = *lanes_;
  LitPoints& points = lanes.points;
  points.count = runs_.back().end;
  for (int i = 0; i < points.count; ++i) points.is_dark[std::size_t(i)] = -1;
  for (const Run& run : runs_)
    if (run.surface && run.surface->is_lit && run.surface->takes_shadows)
      for (auto k = std::size_t(run.begin); k < std::size_t(run.end); ++k)
        points.is_dark[k] = lanes.strength[k] > 0 ? 0 : -1;
  const Eigen::Matrix3f& r = world_from_camera_;
  for (std::size_t k = 0; k < std::size_t(points.count); ++k) {
    const bool counts = !points.is_dark[k];
    const float x = counts ? lanes.x[k] : 0, y = counts ? lanes.y[k] : 0, z = counts ? lanes.z[k] : 0;
    points.x[k] = r(0, 0) * x + r(0, 1) * y + r(0, 2) * z;
    points.y[k] = r(1, 0) * x + r(1, 1) * y + r(1, 2) * z;
    points.z[k] = r(2, 0) * x + r(2, 1) * y + r(2, 2) * z;
  }
  shadows_.cast(lamp.light, points);
  for (const Run& run : runs_)
    if (run.surface && run.surface->is_lit && run.surface->takes_shadows)
      for (auto k = std::size_t(run.begin); k < std::size_t(run.end); ++k)
        lanes.strength[k] = points.is_dark[k] ? 0 : lanes.strength[k];
}

// Direction to the light and its attenuation; 0 where it does not reach, and behind the surface. False: it reaches
// none.
bool Shader::reach(const Stretch& stretch, const Lamp& lamp) {
  Lanes& __restrict lanes = *lanes_;
  const std::size_t begin = stretch.begin, end = stretch.end;
  if (lamp.light.kind == RenderLight::Kind::Directional) {
    const float x = -lamp.direction.x(), y = -lamp.direction.y(), z = -lamp.direction.z();
    for (std::size_t k = begin; k < end; ++k) {
      lanes.lx[k] = x;
      lanes.ly[k] = y;
      lanes.lz[k] = z;
      const float facing = lanes.nx[k] * x + lanes.ny[k] * y + lanes.nz[k] * z;
      lanes.strength[k] = facing > 0 ? 1.0f : 0.0f;
    }
  } else {
    fade(stretch, lamp);
  }
  int reached = 0;
  for (std::size_t k = begin; k < end; ++k) reached |= lanes.strength[k] > 0;
  return reached;
}

void Shader::fade(const Stretch& stretch, const Lamp& lamp) {
  Lanes& lanes = *lanes_;
  const RenderLight& light = lamp.light;
  const std::size_t begin = stretch.begin, end = stretch.end;
  for (std::size_t k = begin; k < end; ++k) {
    const float x = lamp.place.x() - lanes.x[k], y = lamp.place.y() - lanes.y[k], z = lamp.place.z() - lanes.z[k];
    const float distance = std::sqrt(x * x + y * y + z * z);
    const float inverse = distance > 0 ? 1 / distance : 0;
    lanes.lx[k] = x * inverse;
    lanes.ly[k] = y * inverse;
    lanes.lz[k] = z * inverse;
    const float facing = lanes.nx[k] * lanes.lx[k] + lanes.ny[k] * lanes.ly[k] + lanes.nz[k] * lanes.lz[k];
    const float fades = light.attenuation[0] + distance * (light.attenuation[1] + light.attenuation[2] * distance);
    lanes.strength[k] = facing > 0 && distance <= light.radius && fades > 0 ? 1 / fades : 0.0f;
  }
  if (light.kind != RenderLight::Kind::Spot) return;
  for (std::size_t k = begin; k < end; ++k) {
    if (!(lanes.strength[k] > 0)) continue;
    const float cosine =
        -(lamp.direction.x() * lanes.lx[k] + lamp.direction.y() * lanes.ly[k] + lamp.direction.z() * lanes.lz[k]);
    const auto angle = float(std::acos(double(std::clamp(cosine, -1.0f, 1.0f))));
    if (angle >= light.cut_off)
      lanes.strength[k] = 0;
    else if (angle > light.beam_width)
      lanes.strength[k] *= (light.cut_off - angle) / (light.cut_off - light.beam_width);
  }
}

void Shader::add_phong(const Run& run, const Lamp& lamp) {
  Lanes& lanes = *lanes_;
  const Material& material = *run.surface->material;
  const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
  const Light3& color = lamp.light.color;
  // The image colours all of it afterwards.
  const bool is_image = bool(material.color);
  for (std::size_t k = begin; k < end; ++k) {
    const float facing = lanes.nx[k] * lanes.lx[k] + lanes.ny[k] * lanes.ly[k] + lanes.nz[k] * lanes.lz[k];
    const float lit = lanes.strength[k] * facing;
    for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] += lit * color[c] * (is_image ? 1.0f : lanes.base[c][k]);
  }
  if (is_image || (material.specular[0] == 0 && material.specular[1] == 0 && material.specular[2] == 0)) return;
  for (std::size_t k = begin; k < end; ++k) {
    if (!(lanes.strength[k] > 0)) continue;
    const float hx = lanes.lx[k] + lanes.vx[k], hy = lanes.ly[k] + lanes.vy[k], hz = lanes.lz[k] + lanes.vz[k];
    const float length = std::sqrt(hx * hx + hy * hy + hz * hz);
    if (!(length > 0)) continue;
    const float cosine = (lanes.nx[k] * hx + lanes.ny[k] * hy + lanes.nz[k] * hz) / length;
    if (!(cosine > 0)) continue;
    const float shine = lanes.strength[k] * float(std::pow(double(std::min(cosine, 1.0f)), double(material.exponent)));
    for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] += shine * color[c] * material.specular[c];
  }
}

void Shader::add_pbr(const Stretch& stretch, const Lamp& lamp) {
  Lanes& __restrict lanes = *lanes_;
  const Light3 color = lamp.light.color;
  const std::size_t end = stretch.end;
  for (std::size_t k = stretch.begin; k < end; ++k) {
    const float nl = lanes.nx[k] * lanes.lx[k] + lanes.ny[k] * lanes.ly[k] + lanes.nz[k] * lanes.lz[k];
    const float nv =
        std::abs(lanes.nx[k] * lanes.vx[k] + lanes.ny[k] * lanes.vy[k] + lanes.nz[k] * lanes.vz[k]) + 1e-4f;
    const float hx = lanes.lx[k] + lanes.vx[k], hy = lanes.ly[k] + lanes.vy[k], hz = lanes.lz[k] + lanes.vz[k];
    const float length = std::sqrt(hx * hx + hy * hy + hz * hz), inverse = length > 0 ? 1 / length : 0;
    const float nh = clamped((lanes.nx[k] * hx + lanes.ny[k] * hy + lanes.nz[k] * hz) * inverse);
    const float vh = clamped((lanes.vx[k] * hx + lanes.vy[k] * hy + lanes.vz[k] * hz) * inverse);
    const float alpha = lanes.roughness[k] * lanes.roughness[k], alpha2 = alpha * alpha;
    const float nl_safe = std::max(nl, 1e-4f);
    const float gl = 2 * nl_safe / (nl_safe + std::sqrt(alpha2 + (1 - alpha2) * nl_safe * nl_safe));
    const float gv = 2 * nv / (nv + std::sqrt(alpha2 + (1 - alpha2) * nv * nv));
    const float f = (nh * alpha2 - nh) * nh + 1;
    const float d = alpha2 / (pi_f * f * f);
    const float away = 1 - vh, away5 = away * away * away * away * away;
    const float metal = lanes.metalness[k];
    float f0[3], most = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      f0[c] = 0.04f + (lanes.base[c][k] - 0.04f) * metal;
      most = std::max(most, f0[c]);
    }
    const float f90 = std::min(25 * most, 1.0f);
    const float specular = gl * gv * d / (4 * nl_safe * nv);
    const float lit = lanes.strength[k] * nl_safe;
    for (std::size_t c = 0; c < 3; ++c) {
      const float fresnel = f0[c] + (f90 - f0[c]) * away5;
      const float diffuse = (1 - fresnel) * lanes.base[c][k] * 0.96f * (1 - metal) * (1 / pi_f);
      lanes.out[c][k] += lit * color[c] * (diffuse + fresnel * specular);
    }
  }
}

void Shader::add_sky_light(const Stretch& stretch) {
  Lanes& __restrict lanes = *lanes_;
  const Light3 sky = scene_.sky().ambient;
  const std::size_t end = stretch.end;
  for (std::size_t k = stretch.begin; k < end; ++k) {
    const float nv =
        clamped(lanes.nx[k] * lanes.vx[k] + lanes.ny[k] * lanes.vy[k] + lanes.nz[k] * lanes.vz[k] - 0.001f);
    const auto [scale, bias] = sky_surface(nv, lanes.roughness[k]);
    const float metal = lanes.metalness[k];
    const float strength = lanes.sky_strength[k] * lanes.occlusion[k];
    for (std::size_t c = 0; c < 3; ++c) {
      const float base = lanes.base[c][k];
      const float f0 = 0.04f + (base - 0.04f) * metal;
      lanes.out[c][k] += strength * sky[c] * (base * 0.96f * (1 - metal) + f0 * scale + bias);
    }
  }
}

// The same with light that is not alike all around: the dull part gets that around the normal, the mirroring one that
// from where it mirrors.
void Shader::add_image_light(const Stretch& stretch) {
  Lanes& lanes = *lanes_;
  const RenderSky& sky = scene_.sky();
  for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
    const Eigen::Vector3f n(lanes.nx[k], lanes.ny[k], lanes.nz[k]), v(lanes.vx[k], lanes.vy[k], lanes.vz[k]);
    const float facing = n.dot(v);
    const SkySurface surface = sky_surface(clamped(facing - 0.001f), lanes.roughness[k]);
    const Light3 dull = sky.light->around(in_sky(n).normalized()),
                 mirrored = sky.light->mirrored(in_sky(2 * facing * n - v), lanes.roughness[k] * lanes.roughness[k]);
    const float metal = lanes.metalness[k];
    const float strength = lanes.sky_strength[k] * lanes.occlusion[k] * sky.light_factor;
    for (std::size_t c = 0; c < 3; ++c) {
      const float base = lanes.base[c][k], f0 = 0.04f + (base - 0.04f) * metal;
      lanes.out[c][k] +=
          strength * (dull[c] * base * 0.96f * (1 - metal) + mirrored[c] * (f0 * surface.scale + surface.bias));
    }
  }
}

// Mixed by (1 - f)^2.2, f being what is left of the sight at that distance.
// The background is not in it (VRML97, 6.19).
void Shader::add_fog(Batch& batch) {
  Lanes& lanes = *lanes_;
  const RenderFog& fog = scene_.fog();
  for (std::size_t k = 0; k < std::size_t(batch.count); ++k) {
    if (batch.triangles[k] == Visibility::none) continue;
    const float part = lanes.distance[k] / fog.range;
    double left = 0;
    if (fog.kind == RenderFog::Kind::Linear) left = 1 - double(part);
    if (fog.kind == RenderFog::Kind::Exponential) left = std::exp(-double(part));
    if (fog.kind == RenderFog::Kind::Exponential2) left = std::exp(-double(part) * double(part));
    const auto mixed = float(std::pow(1 - std::clamp(left, 0.0, 1.0), 2.2));
    for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] += mixed * (fog.color[c] - lanes.out[c][k]);
  }
}

}  // namespace lightsout
