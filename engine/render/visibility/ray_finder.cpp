// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/visibility/ray_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsout {

RayFinder::RayFinder(Visibility& to, const View& view, const Directions& directions)
    : to_(to), view_(view), directions_(directions) {}

void RayFinder::run(Visibility::SeeThrough see_through) {
  const bool apart = see_through == Visibility::SeeThrough::Apart;
  bool any = false;
  for (const RenderBody& body : to_.scene_->bodies()) any |= apart && body.has_see_through;
  Tile now;
  for (int y = 0; y < view_.height; y += tile) {
    for (int x = 0; x < view_.width; x += tile) {
      now.count = 0;
      Eigen::Vector3f sum = Eigen::Vector3f::Zero();
      for (int v = y; v < std::min(y + tile, view_.height); ++v)
        for (int u = x; u < std::min(x + tile, view_.width); ++u) {
          const auto pixel = std::uint32_t(v * view_.width + u);
          now.pixels[now.count] = pixel;
          now.directions[now.count] = directions_.at(pixel);
          sum += now.directions[now.count++];
        }
      if (any) {
        look(now, Pass::Opaque);
        look(now, Pass::SeeThrough);
      } else {
        look(now, Pass::All);
      }
    }
  }
}

void RayFinder::look(Tile& now, Pass pass) {
  Eigen::Vector3f sum = Eigen::Vector3f::Zero();
  for (int i = 0; i < now.count; ++i) sum += now.directions[i];
  float least = 1;
  // Directions all around: no tube is narrower than everything.
  if (!(sum.norm() > 0)) sum = Eigen::Vector3f::UnitX();
  sum.normalize();
  for (int i = 0; i < now.count; ++i) least = std::min(least, now.directions[i].dot(sum));
  Beam beam;
  beam.axis = sum;
  const bool is_narrow = least > 0.1f;
  least = std::max(least - 1e-5f, 0.05f);
  beam.slope = std::sqrt(1 - least * least) / least;
  beam.widening = 1 / least;
  beam.to = std::numeric_limits<float>::infinity();
  if (!is_narrow) {
    beam.from = -beam.to;
    beam.radius = 1e18f;
  }
  for (std::size_t i = 0; i < to_.placed_.size(); ++i) {
    const RenderBody& body = to_.scene_->bodies()[i];
    const Visibility::Placed& placed = to_.placed_[i];
    if (!placed.is_in_view || (pass == Pass::SeeThrough && !body.has_see_through)) continue;
    beam.origin = Eigen::Vector3f::Zero();
    const Eigen::Vector3f centre = placed.turn * body.centre + placed.shift;
    if (!beam.meets(centre, body.radius)) continue;
    now.beam = beam;
    if (body.has_marks) {
      // They are seen by rays that pass them by.
      now.beam.slope += pixel_angle() * point_pixels;
      now.beam.widening = std::sqrt(1 + now.beam.slope * now.beam.slope);
    }
    // In the frame of the body.
    now.beam.axis = placed.turn.transpose() * beam.axis;
    now.beam.origin = -(placed.turn.transpose() * placed.shift);
    look_at(body, placed, now, pass);
  }
}

void RayFinder::look_at(const RenderBody& body, const Visibility::Placed& placed, const Tile& now, Pass pass) {
  const auto corner = [&](std::uint32_t i) { return to_.corners_[placed.first_corner + i]; };
  const auto nearest = float(1 / view_.near);
  to_.scene_->tree(body).open(now.beam, [&](std::uint32_t number) {
    if (to_.is_hidden(body.shapes[number])) return true;
    const Material& material = to_.scene_->material(to_.scene_->shape(body.shapes[number]).material);
    if (material.is_invisible() || (pass != Pass::All && material.is_see_through() != (pass == Pass::SeeThrough)))
      return true;
    const auto& t = body.triangles[number];
    if (body.has_marks) {
      const RenderShape& shape = to_.scene_->shape(body.shapes[number]);
      if (shape.form != RenderShape::Form::Surface) {
        look_at_mark(body.first_triangle + number, shape, corner(t[0]), corner(t[1]), now);
        return true;
      }
    }
    const Eigen::Vector3f a = corner(t[0]), b = corner(t[1]), c = corner(t[2]);
    const Eigen::Vector3f across[3] = {b.cross(c), c.cross(a), a.cross(b)};
    const Eigen::Vector3f normal = (b - a).cross(c - a);
    const float away = normal.dot(a);
    // Its outside looks at the camera.
    if (!(away < 0)) return true;
    const std::uint32_t triangle = body.first_triangle + number;
    for (int i = 0; i < now.count; ++i) {
      const Eigen::Vector3f& d = now.directions[i];
      if (across[0].dot(d) > 0 || across[1].dot(d) > 0 || across[2].dot(d) > 0) continue;
      const float near = normal.dot(d) / away;
      if (!(near > 0) || near > nearest) continue;
      const std::uint32_t pixel = now.pixels[i];
      if (pass != Pass::SeeThrough)
        see(pixel, triangle, near);
      else if (near > to_.nearness_[pixel] * (1 + equally_near))
        to_.fragments_.push_back({pixel, triangle, near});
    }
    return true;
  });
}

// The nearest, and of what is equally near the first of the scene.
void RayFinder::see(std::uint32_t pixel, std::uint32_t triangle, float near) {
  float& known = to_.nearness_[pixel];
  const bool is_nearer = near > known * (1 + equally_near);
  const bool is_equal = !is_nearer && near * (1 + equally_near) >= known;
  if (!is_nearer && !(is_equal && triangle < to_.triangles_[pixel])) return;
  if (view_.far > 0 && to_.triangles_[pixel] == Visibility::none && !(near > known)) return;
  known = near;
  to_.triangles_[pixel] = triangle;
}

// Where the ray comes nearest to the line, or to the point.
void RayFinder::look_at_mark(std::uint32_t triangle, const RenderShape& shape, const Eigen::Vector3f& from,
                             const Eigen::Vector3f& to, const Tile& now) {
  const bool is_point = shape.form == RenderShape::Form::Points;
  const float half = pixel_angle() * (is_point ? point_pixels : 1) / 2;
  const Eigen::Vector3f way = to - from;
  for (int i = 0; i < now.count; ++i) {
    const Eigen::Vector3f& d = now.directions[i];
    const Eigen::Vector3f off = from - from.dot(d) * d, across = way - way.dot(d) * d;
    const float across2 = across.squaredNorm();
    const float part = across2 > 0 ? std::clamp(-off.dot(across) / across2, 0.0f, 1.0f) : 0.0f;
    const Eigen::Vector3f place = from + part * way;
    const float along = place.dot(d);
    if (!(along > float(view_.near))) continue;
    if ((place - along * d).norm() <= half * along) see(now.pixels[i], triangle, 1 / along);
  }
}

}  // namespace lightsout
