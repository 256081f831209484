// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/shading/shading.h"

#include <algorithm>
#include <cmath>

#include "engine/render/shading/shading_lanes.h"

namespace lightsout {

Shader::MemoryPtr Shader::make_memory() { return MemoryPtr(new Memory); }
void Shader::FreeMemory::operator()(Memory* memory) const { delete memory; }

Shader::Shader(const RenderScene& scene, const View& view, const Directions& directions, const Visibility& visibility,
               Memory& memory)
    : scene_(scene),
      directions_(directions),
      visibility_(visibility),
      world_from_camera_(view.pose.rotation.cast<float>()),
      pixel_(float(view.field_of_view / view.width)),
      pose_(view.pose),
      shadows_(scene, view.pose.position),
      lanes_(&memory.lanes),
      surfaces_(&memory.surfaces),
      runs_(memory.runs),
      stretches_(memory.stretches),
      batches_(memory.batches),
      first_batch_(memory.batches + 1) {
  const Pose camera_from_world = view.pose.inverse();
  for (const RenderLight& light : scene.lights())
    lamps_.push_back({light, (camera_from_world * light.position).cast<float>(),
                      (camera_from_world.rotation * light.direction).cast<float>()});
}

void Shader::shade(Batch& batch) {
  runs_.clear();
  ++batches_;
  aside_ = 0;
  Lanes& lanes = *lanes_;
  for (int i = 0; i < batch.count; ++i) {
    const std::uint32_t triangle = batch.triangles[std::size_t(i)];
    if (!runs_.empty() && runs_.back().triangle == triangle)
      runs_.back().end = i + 1;
    else
      runs_.push_back({i, i + 1, triangle, triangle == Visibility::none ? nullptr : &surface(triangle)});
  }
  bool any_surface = false;
  for (const Run& run : runs_) {
    if (!run.surface) {
      show_sky(batch, run);
      continue;
    }
    any_surface = true;
    if (run.surface->shape->form == RenderShape::Form::Surface)
      find_points(batch, run);
    else
      find_mark(batch, run);
    start_light(run);
    if (run.surface->has_images) {
      find_images(batch, run);
      read_images(run);
    }
    if (scene_.paint() && run.surface->shape->form == RenderShape::Form::Surface) paint(run);
  }
  if (any_surface) add_light();
  if (scene_.fog().kind != RenderFog::Kind::None) add_fog(batch);
  const auto count = std::size_t(batch.count);
  for (std::size_t c = 0; c < 3; ++c) std::copy_n(lanes.out[c].begin(), count, batch.light[c].begin());
  std::copy_n(lanes.opacity.begin(), count, batch.opacity.begin());
}

// Of two triangles of a batch with the same place one stands aside: runs point at both until the batch is done.
const Shader::Surface& Shader::surface(std::uint32_t triangle) {
  Surface* found = &surfaces_->surfaces[triangle % Surfaces::size];
  // What was read for another image says nothing of this one.
  if (found->triangle != triangle || found->batch < first_batch_) {
    if (found->batch == batches_) found = &surfaces_->aside[aside_++];
    found->triangle = triangle;
    read_triangle(*found);
  }
  found->batch = batches_;
  return *found;
}

void Shader::show_sky(const Batch& batch, const Run& run) {
  Lanes& lanes = *lanes_;
  const RenderSky& sky = scene_.sky();
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    Light3 light = sky.shown;
    if (sky.box) {
      light = sky.box.at(in_sky({batch.x[k], batch.y[k], batch.z[k]}), pixel_);
      for (float& part : light) part *= sky.box_factor;
    }
    for (std::size_t c = 0; c < 3; ++c) lanes.out[c][k] = light[c];
    lanes.opacity[k] = 1;
    lanes.distance[k] = INFINITY;
  }
}

Eigen::Vector3f Shader::in_sky(const Eigen::Vector3f& direction) const {
  return in_cube(world_from_camera_ * direction, scene_.sky().z_is_up);
}

void Shader::read_triangle(Surface& to) const {
  const Visibility::Seen seen = visibility_.seen(to.triangle);
  const RenderBody& body = *seen.body;
  to.body = &body;
  to.shape = &scene_.shape(body.shapes[seen.number]);
  to.material = &scene_.material(to.shape->material);
  to.is_lit = to.material->kind != Material::Kind::Unlit;
  to.takes_shadows = !to.material->is_see_through() && !body.is_billboard;
  to.has_images = to.material->has_images();
  if (to.shape->form != RenderShape::Form::Surface) return;
  const Eigen::Vector3d v0 = seen.corners[0].cast<double>(), v1 = seen.corners[1].cast<double>(),
                        v2 = seen.corners[2].cast<double>();
  const Eigen::Vector3d normal_d = (v1 - v0).cross(v2 - v0);
  const double det = normal_d.dot(v0);
  const double scale = 1 / det;
  to.plane = (normal_d * scale).cast<float>();
  to.first = (v2.cross(v0) * scale).cast<float>();
  to.second = (v0.cross(v1) * scale).cast<float>();
  const auto& corners = body.triangles[seen.number];
  const Eigen::Matrix3f& turn = visibility_.turn(body);
  to.normal = turn * body.normals[corners[0]];
  to.normal1 = turn * body.normals[corners[1]] - to.normal;
  to.normal2 = turn * body.normals[corners[2]] - to.normal;
  to.image = body.coordinates[corners[0]];
  to.image1 = body.coordinates[corners[1]] - to.image;
  to.image2 = body.coordinates[corners[2]] - to.image;
  to.edges[0] = seen.corners[1] - seen.corners[0];
  to.edges[1] = seen.corners[2] - seen.corners[0];
  if (!to.has_images) return;
  const auto& place = to.material->place;
  const auto in_image = [&](float b1, float b2) {
    const float s = to.image.x() + b1 * to.image1.x() + b2 * to.image2.x(),
                t = to.image.y() + b1 * to.image1.y() + b2 * to.image2.y();
    return Eigen::Vector2f(place[0] * s + place[1] * t + place[2], place[3] * s + place[4] * t + place[5]);
  };
  for (int e = 0; e < 2; ++e) {
    const Eigen::Vector2f way = in_image(e == 0 ? 1 : 0, e == 1 ? 1 : 0) - in_image(0, 0);
    to.edge_s[e] = way.x();
    to.edge_t[e] = way.y();
  }
}

void Shader::find_mark(const Batch& batch, const Run& run) {
  Lanes& lanes = *lanes_;
  for (int i = run.begin; i < run.end; ++i) {
    const auto k = std::size_t(i);
    const float x = batch.x[k], y = batch.y[k], z = batch.z[k];
    lanes.distance[k] = std::sqrt(x * x + y * y + z * z) / visibility_.nearness(batch.pixels[k]);
  }
}

void Shader::find_points(const Batch& batch, const Run& run) {
  Lanes& __restrict lanes = *lanes_;
  const Surface& surface = *run.surface;
  const float nx = surface.plane.x(), ny = surface.plane.y(), nz = surface.plane.z();
  const float px = surface.first.x(), py = surface.first.y(), pz = surface.first.z();
  const float qx = surface.second.x(), qy = surface.second.y(), qz = surface.second.z();
  const Eigen::Vector3f n0 = surface.normal, n1 = surface.normal1, n2 = surface.normal2;
  const float ax = n0.x(), ay = n0.y(), az = n0.z(), bx = n1.x(), by = n1.y(), bz = n1.z(), cx = n2.x(), cy = n2.y(),
              cz = n2.z();
  const auto end = std::size_t(run.end);
  for (auto k = std::size_t(run.begin); k < end; ++k) {
    const float x = batch.x[k], y = batch.y[k], z = batch.z[k];
    const float t = 1 / (nx * x + (ny * y + nz * z));
    const float b1 = (px * x + (py * y + pz * z)) * t, b2 = (qx * x + (qy * y + qz * z)) * t;
    lanes.b1[k] = b1;
    lanes.b2[k] = b2;
    lanes.x[k] = x * t;
    lanes.y[k] = y * t;
    lanes.z[k] = z * t;
    const float length = std::sqrt(x * x + y * y + z * z);
    lanes.distance[k] = t * length;
    lanes.vx[k] = -x / length;
    lanes.vy[k] = -y / length;
    lanes.vz[k] = -z / length;
    const float ux = ax + b1 * bx + b2 * cx, uy = ay + b1 * by + b2 * cy, uz = az + b1 * bz + b2 * cz;
    const float norm = std::sqrt(ux * ux + uy * uy + uz * uz), inverse = norm > 0 ? 1 / norm : 0;
    lanes.nx[k] = ux * inverse;
    lanes.ny[k] = uy * inverse;
    lanes.nz[k] = uz * inverse;
  }
}

// What does not depend on images.
void Shader::start_light(const Run& run) {
  Lanes& __restrict lanes = *lanes_;
  const Surface& surface = *run.surface;
  const Material& material = *surface.material;
  const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
  Light3 base = material.diffuse;
  if (surface.shape->has_colors) {
    const RenderBody& body = *surface.body;
    const Eigen::Vector3f& color = body.normals[body.triangles[run.triangle - body.first_triangle][0]];
    base = {color.x(), color.y(), color.z()};
  }
  const float roughness = material.roughness, metalness = material.metalness, opacity = material.opacity,
              strength = material.sky_strength;
  for (std::size_t c = 0; c < 3; ++c) {
    const float of_base = base[c], glow = material.emissive[c];
    for (std::size_t k = begin; k < end; ++k) lanes.base[c][k] = of_base;
    for (std::size_t k = begin; k < end; ++k) lanes.out[c][k] = glow;
  }
  for (std::size_t k = begin; k < end; ++k) lanes.roughness[k] = roughness;
  for (std::size_t k = begin; k < end; ++k) lanes.metalness[k] = metalness;
  for (std::size_t k = begin; k < end; ++k) lanes.occlusion[k] = 1;
  for (std::size_t k = begin; k < end; ++k) lanes.opacity[k] = opacity;
  for (std::size_t k = begin; k < end; ++k) lanes.sky_strength[k] = strength;
}

// Where the points are on the images, and where the next pixels' would be on this surface.
void Shader::find_images(const Batch& batch, const Run& run) {
  Lanes& __restrict lanes = *lanes_;
  const Surface& surface = *run.surface;
  const float nx = surface.plane.x(), ny = surface.plane.y(), nz = surface.plane.z();
  const float px = surface.first.x(), py = surface.first.y(), pz = surface.first.z();
  const float qx = surface.second.x(), qy = surface.second.y(), qz = surface.second.z();
  const float s0 = surface.image.x(), s1 = surface.image1.x(), s2 = surface.image2.x();
  const float t0 = surface.image.y(), t1 = surface.image1.y(), t2 = surface.image2.y();
  const std::array<float, 6> place = surface.material->place;
  const auto begin = std::size_t(run.begin), end = std::size_t(run.end);
  for (std::size_t k = begin; k < end; ++k) {
    const float b1 = lanes.b1[k], b2 = lanes.b2[k];
    const float s = s0 + b1 * s1 + b2 * s2, t = t0 + b1 * t1 + b2 * t2;
    lanes.s[k] = place[0] * s + place[1] * t + place[2];
    lanes.t[k] = place[3] * s + place[4] * t + place[5];
  }
  const auto step = [&](std::size_t k, float dx, float dy, float dz, float& to_s, float& to_t)
      __attribute__((always_inline)) {
    const float x = batch.x[k] + dx, y = batch.y[k] + dy, z = batch.z[k] + dz;
    const float ahead = nx * x + (ny * y + nz * z), here = nx * batch.x[k] + (ny * batch.y[k] + nz * batch.z[k]);
    const float way = 1 / ahead;
    const float b1 = (px * x + (py * y + pz * z)) * way, b2 = (qx * x + (qy * y + qz * z)) * way;
    const float s = s0 + b1 * s1 + b2 * s2, t = t0 + b1 * t1 + b2 * t2;
    const float in_s = place[0] * s + place[1] * t + place[2], in_t = place[3] * s + place[4] * t + place[5];
    // Beyond the horizon of the surface the image is as small as can be.
    const bool is_ahead = ahead > 0.05f * here;
    to_s = is_ahead ? in_s - lanes.s[k] : 1e9f;
    to_t = is_ahead ? in_t - lanes.t[k] : 1e9f;
  };
  if (directions_.is_planar()) {
    const auto [right, down] = directions_.change(0);
    const float ry = right.y(), dz = down.z();
    for (std::size_t k = begin; k < end; ++k) step(k, 0, ry, 0, lanes.right_s[k], lanes.right_t[k]);
    for (std::size_t k = begin; k < end; ++k) step(k, 0, 0, dz, lanes.down_s[k], lanes.down_t[k]);
    return;
  }
  for (std::size_t k = begin; k < end; ++k) {
    const auto [right, down] = directions_.change(batch.pixels[k]);
    step(k, right.x(), right.y(), right.z(), lanes.right_s[k], lanes.right_t[k]);
    step(k, down.x(), down.y(), down.z(), lanes.down_s[k], lanes.down_t[k]);
  }
}

}  // namespace lightsout
