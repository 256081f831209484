// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/visibility.h"

#include <algorithm>
#include <cmath>

#include "engine/render/rasterizer.h"
#include "engine/render/ray_finder.h"

namespace lightsout {

bool may_be_seen(const View& view, const Eigen::Vector3f& centre, float radius) {
  if (view.far > 0 && centre.norm() - radius > view.far * (view.is_planar() ? 1e3 : 1)) return false;
  if (!view.is_planar()) return true;
  if (centre.x() + radius < view.near) return false;
  if (view.far > 0 && centre.x() - radius > view.far) return false;
  const auto h = float(view.tan_horizontal()), v = float(view.tan_vertical());
  const float across_h = radius * std::sqrt(1 + h * h), across_v = radius * std::sqrt(1 + v * v);
  return std::abs(centre.y()) <= h * centre.x() + across_h && std::abs(centre.z()) <= v * centre.x() + across_v;
}

namespace {

// turn p + shift of `count` points from `from` on, into `to` from `first` on.
void transform(const Points3& points, std::size_t from, std::size_t count, const Eigen::Matrix3f& turn,
               const Eigen::Vector3f& shift, Points3& to, std::size_t first) {
  const float *const __restrict x = points.x.data() + from, *const __restrict y = points.y.data() + from,
              *const __restrict z = points.z.data() + from;
  float* const __restrict lists[3] = {to.x.data() + first, to.y.data() + first, to.z.data() + first};
  for (int k = 0; k < 3; ++k) {
    const float a = turn(k, 0), b = turn(k, 1), c = turn(k, 2), d = shift[k];
    float* const __restrict list = lists[k];
    for (std::size_t i = 0; i < count; ++i) list[i] = a * x[i] + b * y[i] + c * z[i] + d;
  }
}

}  // namespace

void Visibility::place(const View& view) {
  placed_.assign(scene_->bodies().size(), {});
  std::uint32_t count = 0;  // of corners
  const Pose camera_from_world = view.pose.inverse();
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const RenderBody& body = scene_->bodies()[i];
    Placed& placed = placed_[i];
    if (body.is_billboard && !view.is_viewpoint) continue;
    const Pose pose = body.is_billboard ? Pose() : camera_from_world * body.pose;
    placed.turn = pose.rotation.cast<float>();
    placed.shift = pose.position.cast<float>();
    const Eigen::Vector3f centre = (pose * Vector3d(body.centre.cast<double>())).cast<float>();
    placed.is_in_view = may_be_seen(view, centre, body.radius * 1.0001f);
    if (!placed.is_in_view) continue;
    placed.first_corner = count;
    count += (std::uint32_t(body.positions.size()) + block - 1) / block * block;
    if (corners_.size() < count) corners_.resize(std::size_t(count) + count / 2 / block * block);
    if (!view.is_planar())
      transform(body.places, 0, body.places.size(), placed.turn, placed.shift, corners_, placed.first_corner);
  }
  is_brought_.assign(count / block, 0);
}

// `first`: in the body.
void Visibility::bring_block(const RenderBody& body, const Placed& placed, std::uint32_t first) {
  const std::size_t count = std::min<std::size_t>(block, body.places.size() - first);
  transform(body.places, first, count, placed.turn, placed.shift, corners_, placed.first_corner + first);
}

void Visibility::find(const RenderScene& scene, const View& view, const Directions& directions,
                      SeeThrough see_through) {
  scene_ = &scene;
  const std::size_t pixels = std::size_t(view.width) * std::size_t(view.height);
  nearness_.assign(pixels, view.far > 0 ? float(1 / view.far) : 0.0f);
  triangles_.assign(pixels, none);
  fragments_.clear();
  hidden_ = scene.hidden_from(view.eye);
  place(view);
  if (view.is_planar())
    Rasterizer(*this, view).run(see_through);
  else
    RayFinder(*this, view, directions).run(see_through);
  sort_fragments();
}

void Visibility::nearness_of_all(std::vector<float>& nearness) const {
  nearness = nearness_;
  for (std::size_t i = 0; i < nearness.size(); ++i)
    if (triangles_[i] == none) nearness[i] = 0;
}

// The farthest first; of equally far ones the last of the scene, as what comes first in it is in front.
void Visibility::sort_fragments() {
  std::ranges::sort(fragments_, [](const Fragment& a, const Fragment& b) {
    if (a.pixel != b.pixel) return a.pixel < b.pixel;
    if (a.nearness != b.nearness) return a.nearness < b.nearness;
    return a.triangle > b.triangle;
  });
}

Visibility::Seen Visibility::seen(std::uint32_t triangle) const {
  const RenderBody& body = scene_->body_of(triangle);
  Seen seen{&body, triangle - body.first_triangle, {}};
  const Placed& placed = placed_[index_of(body)];
  for (std::size_t k = 0; k < 3; ++k) seen.corners[k] = corners_[placed.first_corner + body.triangles[seen.number][k]];
  return seen;
}

}  // namespace lightsout
