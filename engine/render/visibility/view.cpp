// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/visibility/view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lightsout {

Projection projection_of(const std::string& field) {
  if (field == "cylindrical") return Projection::Cylindrical;
  if (field == "spherical") return Projection::Spherical;
  return Projection::Planar;
}

double View::tan_horizontal() const { return std::tan(std::clamp(field_of_view, 1e-6, std::numbers::pi - 1e-3) / 2); }

// Cylindrical: azimuth (1/2 - u) fov, elevation (1/2 - v) fov H / W. Spherical: the angle off the axis is fov times the
// distance from the middle of the image, u and v running from 0 to 1.
Eigen::Vector3d View::direction(double u, double v) const {
  const double x = u / width - 0.5, y = v / height - 0.5;
  if (projection == Projection::Planar) return {1, -2 * x * tan_horizontal(), -2 * y * tan_vertical()};
  if (projection == Projection::Cylindrical) {
    const double azimuth = -x * field_of_view, elevation = -y * field_of_view * height / width;
    return {std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth), std::sin(elevation)};
  }
  const double off = std::hypot(x, y), angle = field_of_view * off;
  const double side = off > 0 ? std::sin(angle) / off : 0;
  return {std::cos(angle), -x * side, -y * side};
}

Eigen::Vector2d View::place(const Eigen::Vector3d& direction) const {
  const double x = direction.x(), y = direction.y(), z = direction.z();
  const auto at = [this](double left, double up) { return Eigen::Vector2d(width * (0.5 - left), height * (0.5 - up)); };
  if (projection == Projection::Planar) return at(y / x / tan_horizontal() / 2, z / x / tan_vertical() / 2);
  if (projection == Projection::Cylindrical)
    return at(std::atan2(y, x) / field_of_view, std::atan2(z, std::hypot(x, y)) / field_of_view * width / height);
  const double side = std::hypot(y, z), part = side > 0 ? std::atan2(side, x) / field_of_view / side : 0;
  return at(y * part, z * part);
}

Directions::Directions(const View& view) : width_(std::uint32_t(view.width)), height_(std::uint32_t(view.height)) {
  if (view.is_planar()) {
    const double h = view.tan_horizontal(), v = view.tan_vertical();
    step_y_ = float(-2 * h / view.width);
    step_z_ = float(-2 * v / view.height);
    first_y_ = float(h * (1 - 1.0 / view.width));
    first_z_ = float(v * (1 - 1.0 / view.height));
    return;
  }
  table_.reserve(std::size_t(width_) * height_);
  for (std::uint32_t y = 0; y < height_; ++y)
    for (std::uint32_t x = 0; x < width_; ++x) table_.push_back(view.direction(x + 0.5, y + 0.5).cast<float>());
}

std::pair<Eigen::Vector3f, Eigen::Vector3f> Directions::change(std::uint32_t pixel) const {
  if (table_.empty()) return {{0, step_y_, 0}, {0, 0, step_z_}};
  const std::uint32_t x = pixel % width_, y = pixel / width_;
  const Eigen::Vector3f here = table_[pixel];
  const auto change = [&](bool has_next, bool has_last, std::uint32_t step) -> Eigen::Vector3f {
    if (has_next) return table_[pixel + step] - here;
    if (has_last) return here - table_[pixel - step];
    return Eigen::Vector3f::Zero();
  };
  return {change(x + 1 < width_, x > 0, 1), change(y + 1 < height_, y > 0, width_)};
}

}  // namespace lightsout
