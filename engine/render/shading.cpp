#include "engine/render/shading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/shapes/paint.h"

namespace lightsout {
namespace {

constexpr float pi_f = std::numbers::pi_v<float>;

float clamped(float value) { return std::min(std::max(value, 0.0f), 1.0f); }

// 2^x for x <= 0, to about 1e-4 of it: the power of two by the exponent, the rest by a cubic.
float rough_exp2(float x) {
  if (!(x > -126)) return 0;
  const auto whole = int(std::floor(x));
  const float part = x - float(whole);
  const float power = __builtin_bit_cast(float, std::uint32_t(whole + 127) << 23);
  return power * (1 + part * (0.695556856f + part * (0.226173572f + part * 0.0781455737f)));
}

}  // namespace

struct Shader::Run {
  int begin, end;
  const RenderShape* shape;
  const Material* material;
  std::uint32_t triangle;
  bool is_lit;
  bool takes_shadows;
  // Of the triangle: change of the place with s and of t, for normal maps.
  Eigen::Vector3f edges[2];
  float edge_s[2], edge_t[2];
};

// What is known of each pixel of a batch, side by side.
struct Shader::Lanes {
  using Numbers = Batch::Numbers;
  Numbers x, y, z;     // the point
  Numbers vx, vy, vz;  // towards the camera, unit
  Numbers nx, ny, nz;  // normal, unit
  Numbers s, t;        // in the image
  std::array<std::array<float, 4>, Batch::most> footprints;
  std::array<Numbers, 3> base, out;
  Numbers roughness, metalness, occlusion, opacity, distance;
  // Of one light.
  Numbers lx, ly, lz, strength;
  LitPoints points;
};

Shader::Shader(const RenderScene& scene, const View& view, const Directions& directions, const Visibility& visibility)
    : scene_(scene),
      directions_(directions),
      visibility_(visibility),
      world_from_camera_(view.pose.rotation.cast<float>()),
      pose_(view.pose),
      shadows_(scene, view.pose.position),
      lanes_(std::make_unique<Lanes>()) {
  const Pose camera_from_world = view.pose.inverse();
  for (const RenderLight& light : scene.lights())
    lamps_.push_back({light, (camera_from_world * light.position).cast<float>(),
                      (camera_from_world.rotation * light.direction).cast<float>()});
}

Shader::~Shader() = default;

void Shader::shade(Batch& batch) {
  runs_.clear();
  Lanes& lanes = *lanes_;
  for (int i = 0; i < batch.count; ++i) {
    const auto k = std::size_t(i);
    if (!runs_.empty() && runs_.back().triangle == batch.triangles[k]) {
      runs_.back().end = i + 1;
    } else {
      Run run{};
      run.begin = i;
      run.end = i + 1;
      run.triangle = batch.triangles[k];
      runs_.push_back(run);
    }
  }
  bool any_surface = false;
  for (Run& run : runs_) {
    if (run.triangle == Visibility::none) {
      for (int i = run.begin; i < run.end; ++i)
        for (std::size_t c = 0; c < 3; ++c) lanes.out[c][std::size_t(i)] = scene_.sky().shown[c];
      for (int i = run.begin; i < run.end; ++i) lanes.opacity[std::size_t(i)] = 1;
      for (int i = run.begin; i < run.end; ++i) lanes.distance[std::size_t(i)] = INFINITY;
      continue;
    }
    any_surface = true;
    find_surface(batch, run);
    const Material& material = *run.material;
    for (int i = run.begin; i < run.end; ++i) {
      const auto k = std::size_t(i);
      for (std::size_t c = 0; c < 3; ++c) lanes.base[c][k] = material.diffuse[c];
      lanes.roughness[k] = material.roughness;
      lanes.metalness[k] = material.metalness;
      lanes.occlusion[k] = 1;
      lanes.opacity[k] = material.opacity;
      for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] = material.emissive[c];
    }
    if (material.has_images()) read_images(batch, run);
    if (scene_.paint()) paint(run);
    for (int i = run.begin; i < run.end; ++i) {
      const auto k = std::size_t(i);
      lanes.roughness[k] = std::min(std::max(lanes.roughness[k], 0.04f), 1.0f);
      lanes.metalness[k] = clamped(lanes.metalness[k]);
    }
    if (material.kind == Material::Kind::Phong) {
      for (int i = run.begin; i < run.end; ++i)
        for (std::size_t c = 0; c < 3; ++c) lanes.out[c][std::size_t(i)] += scene_.ambient()[c] * material.ambient[c];
    } else if (material.kind == Material::Kind::Pbr) {
      add_sky_light(run);
    } else {
      for (int i = run.begin; i < run.end; ++i)
        for (std::size_t c = 0; c < 3; ++c) lanes.out[c][std::size_t(i)] = lanes.base[c][std::size_t(i)];
    }
  }
  if (any_surface) add_lights(batch);
  // An image on a Phong surface colours all of its light.
  for (const Run& run : runs_) {
    if (!run.material || run.material->kind != Material::Kind::Phong || !run.material->color) continue;
    for (std::size_t k = std::size_t(run.begin); k < std::size_t(run.end); ++k)
      for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] *= lanes.base[c][k];
  }
  if (scene_.fog().kind != RenderFog::Kind::None) add_fog(batch);
  const auto count = std::size_t(batch.count);
  for (std::size_t c = 0; c < 3; ++c) std::copy_n(lanes.out[c].begin(), count, batch.light[c].begin());
  std::copy_n(lanes.opacity.begin(), count, batch.opacity.begin());
}

// Of a point t d on the triangle's plane: t = det / (n d), its barycentric coordinates (v2 x v0) d / (n d) and so on.
void Shader::find_surface(const Batch& batch, Run& run) {
  Lanes& lanes = *lanes_;
  const Visibility::Seen seen = visibility_.seen(run.triangle);
  const RenderBody& body = *seen.body;
  run.shape = &scene_.shape(body.shapes[seen.number]);
  run.material = &scene_.material(run.shape->material);
  run.is_lit = run.material->kind != Material::Kind::Unlit;
  run.takes_shadows = !run.material->is_see_through();
  const Eigen::Vector3d v0 = seen.corners[0].cast<double>(), v1 = seen.corners[1].cast<double>(),
                        v2 = seen.corners[2].cast<double>();
  const Eigen::Vector3d normal_d = (v1 - v0).cross(v2 - v0);
  const double det = normal_d.dot(v0);
  const double scale = 1 / det;
  const Eigen::Vector3f n = (normal_d * scale).cast<float>(), m1 = (v2.cross(v0) * scale).cast<float>(),
                        m2 = (v0.cross(v1) * scale).cast<float>();
  const auto& corners = body.triangles[seen.number];
  const Eigen::Matrix3f& turn = visibility_.turn(body);
  const Eigen::Vector3f n0 = turn * body.normals[corners[0]], n1 = turn * body.normals[corners[1]] - n0,
                        n2 = turn * body.normals[corners[2]] - n0;
  const Eigen::Vector2f c0 = body.coordinates[corners[0]], c1 = body.coordinates[corners[1]] - c0,
                        c2 = body.coordinates[corners[2]] - c0;
  const bool has_images = run.material->has_images();
  const auto& place = run.material->place;
  const auto in_image = [&](float b1, float b2) {
    const float s = c0.x() + b1 * c1.x() + b2 * c2.x(), t = c0.y() + b1 * c1.y() + b2 * c2.y();
    return Eigen::Vector2f(place[0] * s + place[1] * t + place[2], place[3] * s + place[4] * t + place[5]);
  };
  run.edges[0] = seen.corners[1] - seen.corners[0];
  run.edges[1] = seen.corners[2] - seen.corners[0];
  if (has_images)
    for (int e = 0; e < 2; ++e) {
      const Eigen::Vector2f way = in_image(e == 0 ? 1 : 0, e == 1 ? 1 : 0) - in_image(0, 0);
      run.edge_s[e] = way.x();
      run.edge_t[e] = way.y();
    }
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    const Eigen::Vector3f d = batch.directions[k];
    const float t = 1 / n.dot(d);
    const float b1 = m1.dot(d) * t, b2 = m2.dot(d) * t;
    lanes.x[k] = d.x() * t;
    lanes.y[k] = d.y() * t;
    lanes.z[k] = d.z() * t;
    const float length = std::sqrt(d.x() * d.x() + d.y() * d.y() + d.z() * d.z());
    lanes.distance[k] = t * length;
    lanes.vx[k] = -d.x() / length;
    lanes.vy[k] = -d.y() / length;
    lanes.vz[k] = -d.z() / length;
    const float nx = n0.x() + b1 * n1.x() + b2 * n2.x(), ny = n0.y() + b1 * n1.y() + b2 * n2.y(),
                nz = n0.z() + b1 * n1.z() + b2 * n2.z();
    const float norm = std::sqrt(nx * nx + ny * ny + nz * nz), inverse = norm > 0 ? 1 / norm : 0;
    lanes.nx[k] = nx * inverse;
    lanes.ny[k] = ny * inverse;
    lanes.nz[k] = nz * inverse;
    if (!has_images) continue;
    const Eigen::Vector2f at = in_image(b1, b2);
    lanes.s[k] = at.x();
    lanes.t[k] = at.y();
    const auto [right, down] = directions_.change(batch.pixels[k]);
    const auto change = [&](const Eigen::Vector3f& way) -> Eigen::Vector2f {
      const Eigen::Vector3f next = d + way;
      const float u = n.dot(next);
      // Beyond the horizon of the surface the image is as small as can be.
      if (!(u > 0.05f * n.dot(d))) return {1e9f, 1e9f};
      return in_image(m1.dot(next) / u, m2.dot(next) / u) - at;
    };
    const Eigen::Vector2f ds = change(right), dt = change(down);
    lanes.footprints[k] = {ds.x(), ds.y(), dt.x(), dt.y()};
  }
}

void Shader::read_images(const Batch& batch, const Run& run) {
  Lanes& lanes = *lanes_;
  const Material& material = *run.material;
  const auto texel = [&](const TextureUse& use, std::size_t k) {
    if (use.filtering == 0) return use.texture->nearest(lanes.s[k], lanes.t[k], use.wrap);
    return use.texture->mean(lanes.s[k], lanes.t[k], lanes.footprints[k], 1 << std::max(0, use.filtering - 1),
                             use.wrap);
  };
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    if (material.color) {
      const Texel color = texel(material.color, k);
      for (std::size_t c = 0; c < 3; ++c) lanes.base[c][k] *= color[int(c)];
      lanes.opacity[k] *= color[3];
    }
    if (material.roughness_map) lanes.roughness[k] = texel(material.roughness_map, k)[0];
    if (material.metalness_map) lanes.metalness[k] = texel(material.metalness_map, k)[0];
    if (material.occlusion_map)
      lanes.occlusion[k] = 1 + material.occlusion_strength * (texel(material.occlusion_map, k)[0] - 1);
    if (material.emissive_map) {
      const Texel glow = texel(material.emissive_map, k);
      for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] *= glow[int(c)];
    }
  }
  if (material.normal_map) bend_normals(batch, run);
}

// The image's axes on the surface: with edges e, f of the triangle and their ways in the image, the change of the place
// with s is along (f x n) s_e + (n x e) s_f, that with t likewise.
void Shader::bend_normals(const Batch&, const Run& run) {
  Lanes& lanes = *lanes_;
  const TextureUse& map = run.material->normal_map;
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    const Eigen::Vector3f n(lanes.nx[k], lanes.ny[k], lanes.nz[k]);
    const Eigen::Vector3f f = run.edges[1].cross(n), e = n.cross(run.edges[0]);
    Eigen::Vector3f along_s = f * run.edge_s[0] + e * run.edge_s[1], along_t = f * run.edge_t[0] + e * run.edge_t[1];
    const float scale = std::max(along_s.squaredNorm(), along_t.squaredNorm());
    if (!(scale > 0)) continue;
    const float inverse = 1 / std::sqrt(scale);
    const Texel texel = map.filtering == 0 ? map.texture->nearest(lanes.s[k], lanes.t[k], map.wrap)
                                           : map.texture->mean(lanes.s[k], lanes.t[k], lanes.footprints[k],
                                                               1 << std::max(0, map.filtering - 1), map.wrap);
    const float factor = run.material->normal_factor;
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
  const RenderBody& body = scene_.body_of(run.triangle);
  const Pose shape_from_camera = (body.pose * run.shape->in_body).inverse() * pose_;
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    const Paint::Ink ink =
        scene_.paint()->at(run.shape->node->id(), shape_from_camera * Vector3d(lanes.x[k], lanes.y[k], lanes.z[k]));
    if (ink.density <= 0) continue;
    const Light3 color = linear_of_srgb(ink.color);
    const auto density = float(ink.density);
    for (std::size_t c = 0; c < 3; ++c) lanes.base[c][k] += density * (color[c] - lanes.base[c][k]);
  }
}

void Shader::add_lights(const Batch& batch) {
  Lanes& lanes = *lanes_;
  const auto count = std::size_t(batch.count);
  for (const Lamp& lamp : lamps_) {
    bool any = false;
    for (const Run& run : runs_)
      if (run.material && run.is_lit) light_run(run, lamp);
    for (const Run& run : runs_)
      if (!run.material || !run.is_lit)
        for (int i = run.begin; i < run.end; ++i) lanes.strength[std::size_t(i)] = 0;
    for (std::size_t k = 0; k < count; ++k) any |= lanes.strength[k] > 0;
    if (!any) continue;
    if (lamp.light.casts_shadows) {
      LitPoints& points = lanes.points;
      points.count = batch.count;
      for (std::size_t k = 0; k < count; ++k) {
        const bool counts = lanes.strength[k] > 0;
        const float x = counts ? lanes.x[k] : 0, y = counts ? lanes.y[k] : 0, z = counts ? lanes.z[k] : 0;
        const Eigen::Matrix3f& r = world_from_camera_;
        points.x[k] = r(0, 0) * x + r(0, 1) * y + r(0, 2) * z;
        points.y[k] = r(1, 0) * x + r(1, 1) * y + r(1, 2) * z;
        points.z[k] = r(2, 0) * x + r(2, 1) * y + r(2, 2) * z;
        points.is_dark[k] = counts ? 0 : -1;
      }
      for (const Run& run : runs_)
        if (run.material && !run.takes_shadows)
          for (int i = run.begin; i < run.end; ++i) points.is_dark[std::size_t(i)] = -1;
      shadows_.cast(lamp.light, points);
      for (const Run& run : runs_)
        if (run.material && run.takes_shadows)
          for (int i = run.begin; i < run.end; ++i)
            if (points.is_dark[std::size_t(i)]) lanes.strength[std::size_t(i)] = 0;
    }
    for (const Run& run : runs_) {
      if (!run.material || !run.is_lit) continue;
      if (run.material->kind == Material::Kind::Phong)
        add_phong(run, lamp);
      else
        add_pbr(run, lamp);
    }
  }
}

// Direction to the light and its attenuation; 0 where it does not reach, and behind the surface.
void Shader::light_run(const Run& run, const Lamp& lamp) {
  Lanes& lanes = *lanes_;
  const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
  const RenderLight& light = lamp.light;
  if (light.kind == RenderLight::Kind::Directional) {
    for (std::size_t k = begin; k < end; ++k) {
      lanes.lx[k] = -lamp.direction.x();
      lanes.ly[k] = -lamp.direction.y();
      lanes.lz[k] = -lamp.direction.z();
      const float facing = lanes.nx[k] * lanes.lx[k] + lanes.ny[k] * lanes.ly[k] + lanes.nz[k] * lanes.lz[k];
      lanes.strength[k] = facing > 0 ? 1.0f : 0.0f;
    }
    return;
  }
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
  const Material& material = *run.material;
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

void Shader::add_pbr(const Run& run, const Lamp& lamp) {
  Lanes& lanes = *lanes_;
  const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
  const Light3& color = lamp.light.color;
  for (std::size_t k = begin; k < end; ++k) {
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

void Shader::add_sky_light(const Run& run) {
  Lanes& lanes = *lanes_;
  const Light3& sky = scene_.sky().ambient;
  const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
  for (std::size_t k = begin; k < end; ++k) {
    const float nv =
        clamped(lanes.nx[k] * lanes.vx[k] + lanes.ny[k] * lanes.vy[k] + lanes.nz[k] * lanes.vz[k] - 0.001f);
    const float rough = lanes.roughness[k];
    const float rx = 1 - rough, ry = 0.0425f - 0.0275f * rough, rz = 1.04f - 0.572f * rough,
                rw = 0.022f * rough - 0.04f;
    const float a = std::min(rx * rx, rough_exp2(-9.28f * nv)) * rx + ry;
    const float scale = -1.04f * a + rz, bias = 1.04f * a + rw;
    const float metal = lanes.metalness[k];
    const float strength = run.material->sky_strength * lanes.occlusion[k];
    for (std::size_t c = 0; c < 3; ++c) {
      const float base = lanes.base[c][k];
      const float f0 = 0.04f + (base - 0.04f) * metal;
      lanes.out[c][k] += strength * sky[c] * (base * 0.96f * (1 - metal) + f0 * scale + bias);
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
