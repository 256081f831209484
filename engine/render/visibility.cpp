#include "engine/render/visibility.h"

#include <algorithm>
#include <cmath>

#include "engine/render/rasterizer.h"
#include "engine/render/ray_finder.h"

namespace lightsout {
namespace {

// The ball may be seen: it reaches to the front of the near plane and over none of the four sides.
bool is_in_view(const View& view, const Eigen::Vector3f& centre, float radius) {
  if (view.far > 0 && centre.norm() - radius > view.far * (view.is_planar() ? 1e3 : 1)) return false;
  if (!view.is_planar()) return true;
  if (centre.x() + radius < view.near) return false;
  if (view.far > 0 && centre.x() - radius > view.far) return false;
  const auto h = float(view.tan_horizontal()), v = float(view.tan_vertical());
  const float across_h = radius * std::sqrt(1 + h * h), across_v = radius * std::sqrt(1 + v * v);
  return std::abs(centre.y()) <= h * centre.x() + across_h && std::abs(centre.z()) <= v * centre.x() + across_v;
}

}  // namespace

void Visibility::place(const View& view) {
  placed_.assign(scene_->bodies().size(), {});
  corners_.clear();
  const Pose camera_from_world = view.pose.inverse();
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const RenderBody& body = scene_->bodies()[i];
    Placed& placed = placed_[i];
    const Pose pose = camera_from_world * body.pose;
    placed.turn = pose.rotation.cast<float>();
    placed.shift = pose.position.cast<float>();
    const Eigen::Vector3f centre = (pose * Vector3d(body.centre.cast<double>())).cast<float>();
    placed.is_in_view = is_in_view(view, centre, body.radius * 1.0001f);
    if (!placed.is_in_view) continue;
    placed.first_corner = std::uint32_t(corners_.size());
    corners_.resize(corners_.size() + body.positions.size());
    Eigen::Vector3f* to = &corners_[placed.first_corner];
    const Eigen::Matrix3f turn = placed.turn;
    const Eigen::Vector3f shift = placed.shift;
    for (const Eigen::Vector3f& p : body.positions)
      *to++ = {turn(0, 0) * p.x() + turn(0, 1) * p.y() + turn(0, 2) * p.z() + shift.x(),
               turn(1, 0) * p.x() + turn(1, 1) * p.y() + turn(1, 2) * p.z() + shift.y(),
               turn(2, 0) * p.x() + turn(2, 1) * p.y() + turn(2, 2) * p.z() + shift.z()};
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
