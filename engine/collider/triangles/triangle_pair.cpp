// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/triangles/triangle_pair.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/collider/triangles/orientation.h"

namespace lightsout {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// On which side of the plane a, b, c the vertices of t lie, +1, 0 or -1 each.
struct Sides {
  int a, b, c;
  bool apart() const { return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0); }
  bool coplanar() const { return a == 0 && b == 0 && c == 0; }
};

int side(const Triangle& plane, const Vector3d& normal, const Vector3d& point, double error) {
  const double height = normal.dot(point - plane.a);
  if (height > error) return 1;
  if (height < -error) return -1;
  return orientation(plane.a, plane.b, plane.c, point);
}

Sides sides_of(const Triangle& t, const Triangle& plane, double error) {
  const Vector3d normal = (plane.b - plane.a).cross(plane.c - plane.a);
  return {side(plane, normal, t.a, error), side(plane, normal, t.b, error), side(plane, normal, t.c, error)};
}

// Turns t so that its vertex a is the one that lies alone on one closed side of the other triangle's plane, and answers
// whether that is the positive side.
bool put_lone_vertex_first(Triangle& t, const Sides& s) {
  const auto turn = [&](bool to_b, bool to_c) {
    if (to_b) t = {t.b, t.c, t.a};
    if (to_c) t = {t.c, t.a, t.b};
  };
  const int positive = (s.a > 0) + (s.b > 0) + (s.c > 0);
  if (positive == 1) return turn(s.b > 0, s.c > 0), true;
  if (positive == 2) return turn(s.b <= 0, s.c <= 0), false;
  const int zero = (s.a == 0) + (s.b == 0) + (s.c == 0);  // one or two, the rest is negative
  if (zero == 1) return turn(s.b == 0, s.c == 0), true;
  return turn(s.b < 0, s.c < 0), false;
}

// Without the coordinate along which the common plane is seen with the largest area.
bool coplanar_triangles_touch(const Triangle& first, const Triangle& second) {
  const Vector3d normal = (first.b - first.a).cross(first.c - first.a);
  int drop = 0;
  normal.cwiseAbs().maxCoeff(&drop);
  const auto flat = [&](const Vector3d& v) { return Vector2d(v[(drop + 1) % 3], v[(drop + 2) % 3]); };
  Vector2d p[3] = {flat(first.a), flat(first.b), flat(first.c)};
  Vector2d q[3] = {flat(second.a), flat(second.b), flat(second.c)};
  if (orientation(p[0], p[1], p[2]) < 0) std::swap(p[1], p[2]);
  if (orientation(q[0], q[1], q[2]) < 0) std::swap(q[1], q[2]);
  // Convex polygons are apart if and only if an edge of one has the other strictly on its right.
  const auto edge_separates = [](const Vector2d(&s)[3], const Vector2d(&t)[3]) {
    for (int i = 0; i < 3; ++i) {
      const Vector2d &from = s[i], &to = s[(i + 1) % 3];
      if (orientation(from, to, t[0]) < 0 && orientation(from, to, t[1]) < 0 && orientation(from, to, t[2]) < 0)
        return true;
    }
    return false;
  };
  return !edge_separates(p, q) && !edge_separates(q, p);
}

// Nearest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9); their squared distance.
double nearest_of_segments(const Vector3d& p1, const Vector3d& q1, const Vector3d& p2, const Vector3d& q2,
                           Vector3d& on1, Vector3d& on2) {
  const Vector3d d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
  const double a = d1.squaredNorm(), e = d2.squaredNorm(), f = d2.dot(r), c = d1.dot(r), b = d1.dot(d2);
  const double denominator = a * e - b * b;
  double s = denominator > 1e-14 * a * e ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0;
  double t = (b * s + f) / e;
  if (t < 0) {
    t = 0;
    s = std::clamp(-c / a, 0.0, 1.0);
  } else if (t > 1) {
    t = 1;
    s = std::clamp((b - c) / a, 0.0, 1.0);
  }
  on1 = p1 + s * d1;
  on2 = p2 + t * d2;
  return (on1 - on2).squaredNorm();
}

// The point's foot if it falls strictly inside the triangle; edges and corners are the segments' business.
bool foot_inside(const Vector3d& point, const Triangle& t, const Vector3d& normal, Vector3d& foot) {
  const Vector3d from_a = point - t.a, from_b = point - t.b, from_c = point - t.c;
  if ((t.b - t.a).cross(from_a).dot(normal) <= 0 || (t.c - t.b).cross(from_b).dot(normal) <= 0 ||
      (t.a - t.c).cross(from_c).dot(normal) <= 0)
    return false;
  foot = point - normal * (from_a.dot(normal) / normal.squaredNorm());
  return true;
}

}  // namespace

// Guigue and Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates", 2003: both
// triangles cut the line of the planes in an interval; with the vertex a of each alone on the positive side, the
// intervals overlap if and only if two orientations of edges are not positive.
bool triangles_touch(const Triangle& first, const Triangle& second, double error) {
  const Sides of_second = sides_of(second, first, error);
  if (of_second.apart()) return false;
  const Sides of_first = sides_of(first, second, error);
  if (of_first.apart()) return false;
  if (of_first.coplanar()) return coplanar_triangles_touch(first, second);
  Triangle p = first, q = second;
  // Swapping two vertices of one triangle turns the sides of the other one.
  const bool p_positive = put_lone_vertex_first(p, of_first);
  const bool q_positive = put_lone_vertex_first(q, of_second);
  if (!p_positive) std::swap(q.b, q.c);
  if (!q_positive) std::swap(p.b, p.c);
  return orientation(p.a, p.b, q.a, q.b) <= 0 && orientation(p.a, p.c, q.c, q.a) <= 0;
}

bool crossing_of(const Triangle& first, const Triangle& second, Segment& crossing) {
  const Vector3d n1 = (first.b - first.a).cross(first.c - first.a);
  const Vector3d n2 = (second.b - second.a).cross(second.c - second.a);
  const Vector3d line = n1.cross(n2);
  if (line.squaredNorm() <= 1e-24 * n1.squaredNorm() * n2.squaredNorm()) return false;
  // The interval of each triangle on the line: where its edges pass the other's plane.
  struct End {
    double at;
    Vector3d point;
  };
  const auto interval = [&](const Triangle& t, const Triangle& plane, const Vector3d& normal, End& low, End& high) {
    const Vector3d* v[3] = {&t.a, &t.b, &t.c};
    double height[3];
    for (int i = 0; i < 3; ++i) height[i] = normal.dot(*v[i] - plane.a);
    int found = 0;
    const auto take = [&](const Vector3d& point) {
      const End end{line.dot(point), point};
      if (found == 0 || end.at < low.at) low = end;
      if (found == 0 || end.at > high.at) high = end;
      ++found;
    };
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      if (height[i] == 0) take(*v[i]);
      if ((height[i] > 0 && height[j] < 0) || (height[i] < 0 && height[j] > 0))
        take(*v[i] + (*v[j] - *v[i]) * (height[i] / (height[i] - height[j])));
    }
    return found > 0;
  };
  End low1, high1, low2, high2;
  if (!interval(first, second, n2, low1, high1) || !interval(second, first, n1, low2, high2)) return false;
  crossing.from = low1.at > low2.at ? low1.point : low2.point;
  crossing.to = high1.at < high2.at ? high1.point : high2.point;
  return line.dot(crossing.to - crossing.from) >= 0;
}

double squared_distance(const Triangle& first, const Triangle& second, Vector3d& on_first, Vector3d& on_second) {
  const Vector3d* p[3] = {&first.a, &first.b, &first.c};
  const Vector3d* q[3] = {&second.a, &second.b, &second.c};
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      Vector3d x, y;
      const double d = nearest_of_segments(*p[i], *p[(i + 1) % 3], *q[j], *q[(j + 1) % 3], x, y);
      if (d < best) {
        best = d;
        on_first = x;
        on_second = y;
      }
    }
  }
  const auto vertices_over = [&](const Vector3d* const(&v)[3], const Triangle& face, bool vertex_of_first) {
    const Vector3d normal = (face.b - face.a).cross(face.c - face.a);
    for (const Vector3d* point : v) {
      const double height = normal.dot(*point - face.a);
      if (height * height >= best * normal.squaredNorm()) continue;
      Vector3d foot;
      if (!foot_inside(*point, face, normal, foot)) continue;
      best = (*point - foot).squaredNorm();
      on_first = vertex_of_first ? *point : foot;
      on_second = vertex_of_first ? foot : *point;
    }
  };
  vertices_over(p, second, true);
  vertices_over(q, first, false);
  return best;
}

}  // namespace lightsout
