// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Each convex primitive cuts an interval [enter, leave] out of the ray's line; the hit is `enter` if it lies ahead,
// else `leave` if that does.
#include "engine/shapes/ray_geometry.h"

#include <cmath>
#include <limits>

namespace lightsout {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Crossing {
  double enter = -infinity, leave = infinity;
  Vector3d enter_normal = Vector3d::Zero(), leave_normal = Vector3d::Zero();

  // Keeps what lies in the other interval too.
  void clip(double other_enter, const Vector3d& other_enter_normal, double other_leave,
            const Vector3d& other_leave_normal) {
    if (other_enter > enter) {
      enter = other_enter;
      enter_normal = other_enter_normal;
    }
    if (other_leave < leave) {
      leave = other_leave;
      leave_normal = other_leave_normal;
    }
  }
  // The slab |point[axis]| <= half. False if the line runs outside it.
  bool clip_slab(int axis, double half, double origin, double direction) {
    if (direction == 0) return std::abs(origin) <= half;
    const double inverse = 1 / direction;
    double low = (-half - origin) * inverse, high = (half - origin) * inverse;
    Vector3d normal = -Vector3d::Unit(axis);
    if (inverse < 0) {
      std::swap(low, high);
      normal = -normal;
    }
    clip(low, normal, high, -normal);
    return true;
  }

  std::optional<SurfaceHit> hit() const {
    if (enter > leave) return std::nullopt;
    if (enter >= 0) return SurfaceHit{enter, enter_normal};
    if (leave >= 0) return SurfaceHit{leave, leave_normal};
    return std::nullopt;
  }
};

// Roots of a t^2 + 2 b t + c, in order, without cancellation; a > 0. False if there are none.
bool solve(double a, double b, double c, double& first, double& second) {
  const double discriminant = b * b - a * c;
  if (!(discriminant >= 0)) return false;
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));
  if (q == 0) {
    first = second = 0;
    return true;
  }
  first = q / a;
  second = c / q;
  if (first > second) std::swap(first, second);
  return true;
}

// The endless cylinder around z. False if the line misses it.
bool clip_tube(Crossing& crossing, double radius, const Vector3d& o, const Vector3d& d) {
  const double a = d.x() * d.x() + d.y() * d.y();
  const double c = o.x() * o.x() + o.y() * o.y() - radius * radius;
  if (a == 0) return c <= 0;
  double first, second;
  if (!solve(a, o.x() * d.x() + o.y() * d.y(), c, first, second)) return false;
  const auto normal = [&](double t) { return Vector3d((o.x() + t * d.x()) / radius, (o.y() + t * d.y()) / radius, 0); };
  crossing.clip(first, normal(first), second, normal(second));
  return true;
}

}  // namespace

std::optional<SurfaceHit> hit_box(const Vector3d& half_size, const Vector3d& origin, const Vector3d& direction) {
  double enter = -infinity, leave = infinity;
  int enter_axis = 0, leave_axis = 0;
  for (int i = 0; i < 3; ++i) {
    if (direction[i] == 0) {
      if (std::abs(origin[i]) > half_size[i]) return std::nullopt;
      continue;
    }
    const double inverse = 1 / direction[i];
    const double half = std::copysign(half_size[i], inverse);
    const double low = (-half - origin[i]) * inverse, high = (half - origin[i]) * inverse;
    if (low > enter) {
      enter = low;
      enter_axis = i;
    }
    if (high < leave) {
      leave = high;
      leave_axis = i;
    }
  }
  if (enter > leave || leave < 0) return std::nullopt;
  if (enter >= 0) return SurfaceHit{enter, Vector3d::Unit(enter_axis) * -std::copysign(1.0, direction[enter_axis])};
  return SurfaceHit{leave, Vector3d::Unit(leave_axis) * std::copysign(1.0, direction[leave_axis])};
}

std::optional<SurfaceHit> hit_sphere(double radius, const Vector3d& origin, const Vector3d& direction) {
  double first, second;
  if (!solve(direction.squaredNorm(), origin.dot(direction), origin.squaredNorm() - radius * radius, first, second) ||
      second < 0)
    return std::nullopt;
  const double t = first >= 0 ? first : second;
  return SurfaceHit{t, (origin + t * direction) / radius};
}

std::optional<SurfaceHit> hit_cylinder(double radius, double height, const Vector3d& origin,
                                       const Vector3d& direction) {
  Crossing crossing;
  if (!crossing.clip_slab(2, height / 2, origin.z(), direction.z()) || !clip_tube(crossing, radius, origin, direction))
    return std::nullopt;
  return crossing.hit();
}

std::optional<SurfaceHit> hit_capsule(double radius, double height, const Vector3d& origin, const Vector3d& direction) {
  // The surface is the tube between the centres of the caps and the half spheres beyond them. A point on a seam may be
  // taken from either: the margin lets no crossing slip through between them.
  const double half = height / 2, margin = 1e-9 * radius;
  Crossing crossing{infinity, -infinity};
  const auto add = [&](double t, const Vector3d& normal) {
    if (t < crossing.enter) crossing.enter = t, crossing.enter_normal = normal;
    if (t > crossing.leave) crossing.leave = t, crossing.leave_normal = normal;
  };
  double roots[2];
  const double across = direction.x() * direction.x() + direction.y() * direction.y();
  if (across > 0 && solve(across, origin.x() * direction.x() + origin.y() * direction.y(),
                          origin.x() * origin.x() + origin.y() * origin.y() - radius * radius, roots[0], roots[1]))
    for (double t : roots) {
      const Vector3d point = origin + t * direction;
      if (std::abs(point.z()) <= half + margin) add(t, Vector3d(point.x(), point.y(), 0) / radius);
    }
  for (double side : {-1.0, 1.0}) {
    const Vector3d from_centre = origin - Vector3d(0, 0, side * half);
    if (!solve(direction.squaredNorm(), from_centre.dot(direction), from_centre.squaredNorm() - radius * radius,
               roots[0], roots[1]))
      continue;
    for (double t : roots) {
      const Vector3d out = from_centre + t * direction;
      if (side * out.z() >= -margin) add(t, out / radius);
    }
  }
  return crossing.hit();
}

std::optional<SurfaceHit> hit_cone(double radius, double height, const Vector3d& origin, const Vector3d& direction) {
  Crossing crossing;
  if (!crossing.clip_slab(2, height / 2, origin.z(), direction.z())) return std::nullopt;
  // Inside: x^2 + y^2 <= k^2 w^2 with w the depth below the apex, k = radius / height; f(t) = a t^2 + 2 b t + c <= 0.
  const double k = radius / height, k2 = k * k;
  const double w = height / 2 - origin.z();
  const double a = direction.x() * direction.x() + direction.y() * direction.y() - k2 * direction.z() * direction.z();
  const double b = origin.x() * direction.x() + origin.y() * direction.y() + k2 * w * direction.z();
  const double c = origin.x() * origin.x() + origin.y() * origin.y() - k2 * w * w;
  const auto normal = [&](double t) -> Vector3d {
    const Vector3d point = origin + t * direction;
    const double rho = std::sqrt(point.x() * point.x() + point.y() * point.y());
    if (rho == 0) return Vector3d::UnitZ();
    return Vector3d(point.x() / rho, point.y() / rho, k) / std::sqrt(1 + k2);
  };
  double first, second;
  if (a > 0) {
    // Across: the line is inside between the roots (of one nappe: the slab has cut off the other).
    if (!solve(a, b, c, first, second)) return std::nullopt;
    crossing.clip(first, normal(first), second, normal(second));
  } else if (a < 0) {
    // Steeper than the side: inside before the first root and after the second, each in one nappe. The one below the
    // apex is where the line goes down.
    if (!solve(-a, -b, -c, first, second)) first = second = -b / a;  // through the apex, but for rounding
    if (direction.z() < 0)
      crossing.clip(second, normal(second), infinity, Vector3d::Zero());
    else
      crossing.clip(-infinity, Vector3d::Zero(), first, normal(first));
  } else if (b != 0) {
    // Parallel to the side: one root.
    const double root = -c / (2 * b);
    if (b > 0)
      crossing.clip(-infinity, Vector3d::Zero(), root, normal(root));
    else
      crossing.clip(root, normal(root), infinity, Vector3d::Zero());
  } else if (c > 0) {
    return std::nullopt;
  }
  return crossing.hit();
}

std::optional<SurfaceHit> hit_plane(const Vector3d& origin, const Vector3d& direction) {
  if (direction.z() == 0) return std::nullopt;
  const double t = -origin.z() / direction.z();
  if (!(t >= 0)) return std::nullopt;
  return SurfaceHit{t, Vector3d::UnitZ()};
}

}  // namespace lightsout
