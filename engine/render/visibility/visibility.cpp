// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/visibility/visibility.h"

#include <algorithm>
#include <cmath>

#include "engine/render/visibility/rasterizer.h"
#include "engine/render/visibility/ray_finder.h"

namespace lightsout {

BallFilter::BallFilter(const View& view)
    : is_planar_(view.is_planar()),
      near_(view.near),
      far_(view.far),
      // The corners of an image are farther than what is far along the axis.
      farthest_(view.far * (view.is_planar() ? 1e3 : 1)) {
  if (!is_planar_) return;
  horizontal_ = float(view.tan_horizontal());
  vertical_ = float(view.tan_vertical());
  across_horizontal_ = std::sqrt(1 + horizontal_ * horizontal_);
  across_vertical_ = std::sqrt(1 + vertical_ * vertical_);
}

void Visibility::place(const View& view) {
  placed_.assign(scene_->bodies().size(), {});
  corners_.clear();
  const Pose camera_from_world = view.pose.inverse();
  const BallFilter balls(view);
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const RenderBody& body = scene_->bodies()[i];
    Placed& placed = placed_[i];
    if (body.is_billboard && !view.is_viewpoint) continue;
    const Pose pose = body.is_billboard ? Pose() : camera_from_world * body.pose;
    placed.turn = pose.rotation.cast<float>();
    placed.shift = pose.position.cast<float>();
    const Eigen::Vector3f centre = (pose * Vector3d(body.centre.cast<double>())).cast<float>();
    placed.is_in_view = balls.may_be_seen(centre, body.radius * 1.0001f);
    if (!placed.is_in_view) continue;
    if (view.is_planar()) continue;
    placed.first_corner = std::uint32_t(corners_.size());
    for (const Eigen::Vector3f& position : body.positions) corners_.push_back(placed.bring(position));
  }
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
  for (std::size_t k = 0; k < 3; ++k) seen.corners[k] = placed.bring(body.positions[body.triangles[seen.number][k]]);
  return seen;
}

}  // namespace lightsout
