// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What images and ink show on a surface.
#include <algorithm>
#include <cmath>

#include "engine/render/shading/shading_lanes.h"
#include "engine/shapes/paint.h"

namespace lightsout {

void Shader::read_images(const Run& run) {
  Lanes& lanes = *lanes_;
  const Material& material = *run.surface->material;
  const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
  // take(k, texel) of each pixel.
  const auto read = [&](const TextureUse& use, auto take) {
    if (!use) return;
    const Texture& texture = *use.texture;
    if (use.filtering == 0) {
      for (std::size_t k = begin; k < end; ++k) take(k, texture.nearest(lanes.s[k], lanes.t[k], use.wrap));
      return;
    }
    std::array<Texel, Batch::most> means;
    texture.means(lanes.on_images(), begin, end, 1 << std::max(0, use.filtering - 1), use.wrap, means.data());
    for (std::size_t k = begin; k < end; ++k) take(k, means[k]);
  };
  read(material.color, [&](std::size_t k, Texel color) {
    for (std::size_t c = 0; c < 3; ++c) lanes.base[c][k] *= color[int(c)];
    lanes.opacity[k] *= color[3];
  });
  read(material.roughness_map, [&](std::size_t k, Texel texel) { lanes.roughness[k] = texel[0]; });
  read(material.metalness_map, [&](std::size_t k, Texel texel) { lanes.metalness[k] = texel[0]; });
  read(material.occlusion_map,
       [&](std::size_t k, Texel texel) { lanes.occlusion[k] = 1 + material.occlusion_strength * (texel[0] - 1); });
  read(material.emissive_map, [&](std::size_t k, Texel glow) {
    for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] *= glow[int(c)];
  });
  if (material.normal_map) bend_normals(run);
}

// The image's axes on the surface: with edges e, f of the triangle and their ways in the image, the change of the place
// with s is along (f x n) s_e + (n x e) s_f, that with t likewise.
void Shader::bend_normals(const Run& run) {
  Lanes& lanes = *lanes_;
  const Surface& surface = *run.surface;
  const TextureUse& map = surface.material->normal_map;
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    const Eigen::Vector3f n(lanes.nx[k], lanes.ny[k], lanes.nz[k]);
    const Eigen::Vector3f f = surface.edges[1].cross(n), e = n.cross(surface.edges[0]);
    Eigen::Vector3f along_s = f * surface.edge_s[0] + e * surface.edge_s[1],
                    along_t = f * surface.edge_t[0] + e * surface.edge_t[1];
    const float scale = std::max(along_s.squaredNorm(), along_t.squaredNorm());
    if (!(scale > 0)) continue;
    const float inverse = 1 / std::sqrt(scale);
    const Texel texel = map.filtering == 0 ? map.texture->nearest(lanes.s[k], lanes.t[k], map.wrap)
                                           : map.texture->mean(lanes.s[k], lanes.t[k], lanes.footprint(k),
                                                               1 << std::max(0, map.filtering - 1), map.wrap);
    const float factor = surface.material->normal_factor;
    const Eigen::Vector3f bent = along_s * (inverse * factor * (2 * texel[0] - 1)) +
                                 along_t * (inverse * factor * (2 * texel[1] - 1)) + n * (2 * texel[2] - 1);
    const float length = bent.norm();
    if (!(length > 0)) continue;
    lanes.nx[k] = bent.x() / length;
    lanes.ny[k] = bent.y() / length;
    lanes.nz[k] = bent.z() / length;
  }
}

// Ink of pens covers what is below it as far as it is dense.
void Shader::paint(const Run& run) {
  Lanes& lanes = *lanes_;
  const RenderBody& body = *run.surface->body;
  const Pose shape_from_camera = (body.pose * run.surface->shape->in_body).inverse() * pose_;
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    const Paint::Ink ink = scene_.paint()->at(run.surface->shape->node->id(),
                                              shape_from_camera * Vector3d(lanes.x[k], lanes.y[k], lanes.z[k]));
    if (ink.density <= 0) continue;
    const Light3 color = linear_of_srgb(ink.color);
    const auto density = float(ink.density);
    for (std::size_t c = 0; c < 3; ++c) lanes.base[c][k] += density * (color[c] - lanes.base[c][k]);
  }
}

}  // namespace lightsout
