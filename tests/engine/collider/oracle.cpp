// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/collider/oracle.h"

namespace lightsout::oracle {
namespace {

Exact3 exact(const Eigen::Vector3d& v) { return {Exact(v.x()), Exact(v.y()), Exact(v.z())}; }
Exact3 minus(const Exact3& a, const Exact3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Exact3 cross(const Exact3& a, const Exact3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Exact dot(const Exact3& a, const Exact3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
int sign(const Exact& x) { return x.sign(); }

// p is in the plane of the triangle: is it inside or on its border?
bool inside(const Exact3& p, const std::array<Exact3, 3>& t, const Exact3& normal) {
  for (int i = 0; i < 3; ++i) {
    const auto j = std::size_t(i + 1) % 3;
    if (sign(dot(cross(minus(t[j], t[std::size_t(i)]), minus(p, t[std::size_t(i)])), normal)) < 0) return false;
  }
  return true;
}

// Segments in a common plane.
bool segments_touch(const Exact3& p, const Exact3& q, const Exact3& r, const Exact3& s, const Exact3& normal) {
  const auto side = [&](const Exact3& a, const Exact3& b, const Exact3& c) {
    return sign(dot(cross(minus(b, a), minus(c, a)), normal));
  };
  const int r_side = side(p, q, r), s_side = side(p, q, s), p_side = side(r, s, p), q_side = side(r, s, q);
  if (r_side * s_side < 0 && p_side * q_side < 0) return true;
  const auto between = [&](const Exact3& a, const Exact3& b, const Exact3& c) {  // c is on the line a b
    return sign(dot(minus(c, a), minus(c, b))) <= 0;
  };
  return (r_side == 0 && between(p, q, r)) || (s_side == 0 && between(p, q, s)) || (p_side == 0 && between(r, s, p)) ||
         (q_side == 0 && between(r, s, q));
}

bool segment_touches(const Exact3& p, const Exact3& q, const std::array<Exact3, 3>& t, const Exact3& normal) {
  const Exact hp = dot(normal, minus(p, t[0])), hq = dot(normal, minus(q, t[0]));
  if (sign(hp) * sign(hq) > 0) return false;
  if (sign(hp) == 0 && sign(hq) == 0) {
    if (inside(p, t, normal) || inside(q, t, normal)) return true;
    for (std::size_t i = 0; i < 3; ++i)
      if (segments_touch(p, q, t[i], t[(i + 1) % 3], normal)) return true;
    return false;
  }
  const Exact at = hp / (hp - hq);
  Exact3 x;
  for (std::size_t i = 0; i < 3; ++i) x[i] = p[i] + at * (q[i] - p[i]);
  return inside(x, t, normal);
}

}  // namespace

bool degenerate(const Triangle& t) {
  const Exact3 a = exact(t.a);
  return cross(minus(exact(t.b), a), minus(exact(t.c), a)) == Exact3{};
}

int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                const Eigen::Vector3d& d) {
  const Exact3 o = exact(a);
  return sign(dot(cross(minus(exact(b), o), minus(exact(c), o)), minus(exact(d), o)));
}

int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  const Exact ax(a.x()), ay(a.y());
  return sign((Exact(b.x()) - ax) * (Exact(c.y()) - ay) - (Exact(b.y()) - ay) * (Exact(c.x()) - ax));
}

bool triangles_touch(const Triangle& first, const Triangle& second) {
  const std::array<Exact3, 3> s{exact(first.a), exact(first.b), exact(first.c)};
  const std::array<Exact3, 3> t{exact(second.a), exact(second.b), exact(second.c)};
  const Exact3 s_normal = cross(minus(s[1], s[0]), minus(s[2], s[0]));
  const Exact3 t_normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  for (std::size_t i = 0; i < 3; ++i) {
    if (segment_touches(s[i], s[(i + 1) % 3], t, t_normal)) return true;
    if (segment_touches(t[i], t[(i + 1) % 3], s, s_normal)) return true;
  }
  return false;
}

}  // namespace lightsout::oracle
