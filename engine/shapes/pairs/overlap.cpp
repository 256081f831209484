// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The overlap of two convex bodies. Cores that are apart: Gilbert, Johnson, Keerthi (1988), with the nearest point of a
// simplex after Ericson (2005). Cores that overlap: the nearest face of their difference, by van den Bergen's expanding
// polytope (2001). All in fixed room.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "engine/shapes/pairs/convex.h"

namespace lightsout {
namespace {

// A point of the difference first - second, and the point of the first that it came from.
struct Vertex {
  Vector3d point;
  Vector3d on_first;
};

struct Difference {
  const Convex& first;
  const Convex& second;
  Vertex farthest(const Vector3d& direction) const {
    const Vector3d a = farthest_point(first, direction);
    return {a - farthest_point(second, -direction), a};
  }
};

// The nearest point of a simplex to the origin: which vertices it needs, and their weights.
struct Nearest {
  Vector3d point;
  int count;
  int vertices[4];
  double weights[4];
};

Nearest nearest_of(const Vertex* s, int i) { return {s[i].point, 1, {i}, {1}}; }

Nearest nearest_of(const Vertex* s, int i, int j) {
  const Vector3d &a = s[i].point, ab = s[j].point - a;
  const double length = ab.squaredNorm(), t = length > 0 ? -a.dot(ab) / length : 0;
  if (t <= 0) return nearest_of(s, i);
  if (t >= 1) return nearest_of(s, j);
  return {a + t * ab, 2, {i, j}, {1 - t, t}};
}

Nearest nearest_of(const Vertex* s, int i, int j, int k) {
  const Vector3d &a = s[i].point, &b = s[j].point, &c = s[k].point;
  const Vector3d ab = b - a, ac = c - a, normal = ab.cross(ac);
  const double area = normal.squaredNorm();
  // Barycentric coordinates of the origin's projection.
  if (area > 1e-24 * ab.squaredNorm() * ac.squaredNorm()) {
    const double u = normal.dot(b.cross(c)) / area, v = normal.dot(c.cross(a)) / area, w = 1 - u - v;
    if (u >= 0 && v >= 0 && w >= 0) return {normal * (normal.dot(a) / area), 3, {i, j, k}, {u, v, w}};
  }
  Nearest best = nearest_of(s, i, j);
  for (const Nearest& other : {nearest_of(s, j, k), nearest_of(s, i, k)})
    if (other.point.squaredNorm() < best.point.squaredNorm()) best = other;
  return best;
}

// count 4: the origin is inside.
Nearest nearest_of_tetrahedron(const Vertex* s) {
  const auto side = [&](int i, int j, int k, const Vector3d& p) {
    const Vector3d& a = s[i].point;
    return (s[j].point - a).cross(s[k].point - a).dot(p - a);
  };
  constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  Nearest best{Vector3d::Zero(), 4, {0, 1, 2, 3}, {0.25, 0.25, 0.25, 0.25}};
  bool inside = true;
  for (const auto& f : faces) {
    const double opposite = side(f[0], f[1], f[2], s[f[3]].point), origin = side(f[0], f[1], f[2], Vector3d::Zero());
    if (opposite != 0 && (origin == 0 || (origin > 0) == (opposite > 0))) continue;
    const Nearest of_face = nearest_of(s, f[0], f[1], f[2]);
    if (inside || of_face.point.squaredNorm() < best.point.squaredNorm()) best = of_face;
    inside = false;
  }
  return best;
}

// Grows to the surface of the difference where that is nearest to the origin. Of the faces only those are looked at
// that a new vertex sees: they hang together, and their border is walked in order.
class Polytope {
 public:
  Polytope(const Difference& difference, const Vertex* tetrahedron, double scale)
      : difference_(difference), tolerance_(1e-9 * scale) {
    std::copy_n(tetrahedron, 4, vertices_);
    const Vector3d& p = vertices_[0].point;
    if ((vertices_[1].point - p).cross(vertices_[2].point - p).dot(vertices_[3].point - p) < 0)
      std::swap(vertices_[1], vertices_[2]);
    for (const auto& f : {std::array{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}) add_face(f[0], f[1], f[2]);
    link({0, 0}, {3, 0});
    link({0, 1}, {2, 0});
    link({0, 2}, {1, 0});
    link({1, 1}, {2, 2});
    link({1, 2}, {3, 1});
    link({2, 1}, {3, 2});
  }

  Overlap expand() {
    int nearest = take_nearest();
    assert(nearest >= 0);
    while (vertex_count_ < most_vertices) {
      const Face& face = faces_[nearest];
      const Vertex farther = difference_.farthest(face.normal);
      const double reach = farther.point.dot(face.normal);
      if (reach - face.distance <= tolerance_) break;
      least_reach_ = std::min(least_reach_, reach);
      if (!add(farther, nearest)) break;
      const int next = take_nearest();
      if (next < 0) break;
      nearest = next;
    }
    return overlap(faces_[nearest]);
  }

 private:
  struct Edge {
    int face, index;
  };
  struct Face {
    std::array<int, 3> corners;  // counter-clockwise, seen from outside
    std::array<Edge, 3> beyond;  // the other face's edge where edge i is, from corner i to the next
    bool is_gone;
    Vector3d normal;  // unit, outward
    double distance;  // of its plane from the origin
  };
  static constexpr int most_vertices = 128;
  static constexpr int most_faces = 8 * most_vertices;  // with those that are gone

  bool add_face(int a, int b, int c) {
    if (face_count_ == most_faces) return false;
    const Vector3d& p = vertices_[a].point;
    const Vector3d normal = (vertices_[b].point - p).cross(vertices_[c].point - p);
    const double area = normal.norm();
    if (!(area > 0)) return false;
    Face& face = faces_[face_count_];
    face.corners = {a, b, c};
    face.is_gone = false;
    face.normal = normal / area;
    face.distance = face.normal.dot(p);
    // The difference reaches no farther than that in some direction: faces beyond it are not its nearest.
    if (face.distance <= least_reach_) waiting_[waiting_count_++] = face_count_;
    ++face_count_;
    return true;
  }

  static int next(int index) { return index == 2 ? 0 : index + 1; }

  void link(Edge one, Edge other) {
    faces_[one.face].beyond[one.index] = other;
    faces_[other.face].beyond[other.index] = one;
  }

  // -1: there is none.
  int take_nearest() {
    int nearest = -1;
    for (int i = 0; i < waiting_count_;) {
      const int face = waiting_[i];
      if (faces_[face].is_gone) {
        waiting_[i] = waiting_[--waiting_count_];
        continue;
      }
      if (nearest < 0 || faces_[face].distance < faces_[nearest].distance) nearest = face;
      ++i;
    }
    return nearest;
  }

  // Takes away the faces that hang together with this edge's and are seen from the point. What borders on them comes
  // into border_ in order, counter-clockwise.
  void uncover(Edge edge, const Vector3d& point) {
    Face& face = faces_[edge.face];
    if (face.is_gone) return;
    if (face.normal.dot(point) - face.distance <= 0.01 * tolerance_) {
      border_[border_count_++] = edge;
      return;
    }
    face.is_gone = true;
    uncover(face.beyond[next(edge.index)], point);
    uncover(face.beyond[next(next(edge.index))], point);
  }

  // Replaces the faces that the new vertex sees, among them `seen`. False if rounding left nothing to build on.
  bool add(const Vertex& vertex, int seen) {
    const int apex = vertex_count_, first = face_count_;
    vertices_[apex] = vertex;
    border_count_ = 0;
    faces_[seen].is_gone = true;
    for (const Edge& edge : faces_[seen].beyond) uncover(edge, vertex.point);
    if (border_count_ < 3) return false;
    int end = faces_[border_[border_count_ - 1].face].corners[border_[border_count_ - 1].index];
    for (int i = 0; i < border_count_; ++i) {
      const Edge& outside = border_[i];
      const auto& corners = faces_[outside.face].corners;
      if (corners[next(outside.index)] != end || !add_face(end, corners[outside.index], apex)) return false;
      end = corners[outside.index];
      link({first + i, 0}, outside);
      if (i > 0) link({first + i - 1, 1}, {first + i, 2});
    }
    link({face_count_ - 1, 1}, {first, 2});
    ++vertex_count_;
    return true;
  }

  Overlap overlap(const Face& f) const {
    // Where the plane is nearest to the origin, in weights of the face's corners.
    const Vector3d p = f.normal * f.distance;
    const Vertex &first = vertices_[f.corners[0]], &second = vertices_[f.corners[1]], &third = vertices_[f.corners[2]];
    const Vector3d &a = first.point, &b = second.point, &c = third.point;
    const Vector3d normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    const double u = normal.dot((b - p).cross(c - p)) / area, v = normal.dot((c - p).cross(a - p)) / area;
    const Vector3d on_first = u * first.on_first + v * second.on_first + (1 - u - v) * third.on_first;
    // The first leaves the second against the outward normal.
    return {f.distance, -f.normal, on_first - 0.5 * f.distance * f.normal};
  }

  const Difference& difference_;
  double tolerance_;
  double least_reach_ = std::numeric_limits<double>::infinity();
  Vertex vertices_[most_vertices];
  int vertex_count_ = 4;
  Face faces_[most_faces];
  int face_count_ = 0;
  Edge border_[3 * most_vertices];  // no polytope has more edges
  int border_count_ = 0;
  int waiting_[most_faces];  // those that may be the nearest, and some that are gone
  int waiting_count_ = 0;
};

// Makes the simplex of `count` vertices that touches the origin a tetrahedron. False if the difference is flat.
bool fill_up(const Difference& difference, Vertex* s, int count, double scale) {
  const double flat = 1e-12 * scale;
  const auto extend = [&](const Vector3d& direction, auto is_new) {
    for (const double sign : {1.0, -1.0}) {
      s[count] = difference.farthest(sign * direction);
      if (is_new(s[count].point)) {
        ++count;
        return true;
      }
    }
    return false;
  };
  if (count == 1) {
    const auto is_new = [&](const Vector3d& p) { return (p - s[0].point).norm() > flat; };
    if (!extend(Vector3d::UnitX(), is_new) && !extend(Vector3d::UnitY(), is_new) && !extend(Vector3d::UnitZ(), is_new))
      return false;
  }
  if (count == 2) {
    const Vector3d along = (s[1].point - s[0].point).normalized(), u = along.unitOrthogonal(), v = along.cross(u);
    const auto is_new = [&](const Vector3d& p) { return (p - s[0].point).cross(along).norm() > flat; };
    if (!extend(u, is_new) && !extend(v, is_new)) return false;
  }
  if (count == 3) {
    const Vector3d normal = (s[1].point - s[0].point).cross(s[2].point - s[0].point).normalized();
    if (!extend(normal, [&](const Vector3d& p) { return std::abs((p - s[0].point).dot(normal)) > flat; })) return false;
  }
  return true;
}

// Cylinders whose axes are parallel have a cylinder for their difference. The first leaves the second by the shorter of
// two ways, from axis to axis or along them.
Overlap overlap_of_parallel(const Convex& first, const Convex& second) {
  const Vector3d axis = first.pose.rotation.col(2), way = first.pose.position - second.pose.position;
  const double along = way.dot(axis);
  const Vector3d across = way - along * axis;
  const double distance = across.norm();
  const Vector3d out = distance > 0 ? Vector3d(across / distance) : axis.unitOrthogonal();
  const double across_depth = first.half.x() + second.half.x() - distance;
  const double along_depth = first.half.z() + second.half.z() - std::abs(along);
  // The middle of what they share on a line through the centre of the first, measured from there.
  const auto middle = [](double reach1, double centre2, double reach2) {
    return (std::max(-reach1, centre2 - reach2) + std::min(reach1, centre2 + reach2)) / 2;
  };
  const Vector3d point = first.pose.position + middle(first.half.x(), -distance, second.half.x()) * out +
                         middle(first.half.z(), -along, second.half.z()) * axis;
  if (across_depth <= along_depth) return {across_depth, out, point};
  return {along_depth, along < 0 ? Vector3d(-axis) : axis, point};
}

// Lengths of a cylinder times this are below what a collision can tell.
constexpr double parallel = 1e-12;

}  // namespace

std::optional<Overlap> overlap_of(const Convex& first, const Convex& second) {
  if (first.core == Convex::Core::Cylinder && second.core == Convex::Core::Cylinder && first.rounding == 0 &&
      second.rounding == 0 && first.pose.rotation.col(2).cross(second.pose.rotation.col(2)).norm() <= parallel) {
    const Overlap overlap = overlap_of_parallel(first, second);
    return overlap.depth < 0 ? std::nullopt : std::optional(overlap);
  }
  const Difference difference{first, second};
  const double rounding = first.rounding + second.rounding;
  const double scale = first.half.norm() + second.half.norm() + rounding;
  Vector3d v = first.pose.position - second.pose.position;
  if (v.isZero()) v = Vector3d::UnitX();
  Vertex simplex[4];
  int count = 0;
  Nearest nearest{};
  bool apart = false;
  for (int round = 0; round < 100; ++round) {
    const Vertex w = difference.farthest(-v);
    const double length = v.norm();
    // No point of the difference is nearer to the origin than this.
    if (v.dot(w.point) > rounding * length) return std::nullopt;
    if (count > 0 && v.squaredNorm() - v.dot(w.point) <= 1e-14 * v.squaredNorm()) {
      apart = true;
      break;
    }
    bool known = false;
    for (int i = 0; i < count; ++i) known = known || simplex[i].point == w.point;
    if (known) {
      apart = true;
      break;
    }
    simplex[count++] = w;
    switch (count) {
      case 1:
        nearest = nearest_of(simplex, 0);
        break;
      case 2:
        nearest = nearest_of(simplex, 0, 1);
        break;
      case 3:
        nearest = nearest_of(simplex, 0, 1, 2);
        break;
      default:
        nearest = nearest_of_tetrahedron(simplex);
    }
    if (nearest.count == 4) break;  // the origin is inside
    Vertex kept[4];
    for (int i = 0; i < nearest.count; ++i) kept[i] = simplex[nearest.vertices[i]];
    count = nearest.count;
    std::copy_n(kept, count, simplex);
    for (int i = 0; i < count; ++i) nearest.vertices[i] = i;
    v = nearest.point;
    if (v.norm() <= 1e-10 * scale) break;  // the cores touch
    apart = round == 99;
  }
  if (apart) {
    const double distance = v.norm();
    if (distance > rounding) return std::nullopt;
    const Vector3d normal = v / distance;
    Vector3d on_first = Vector3d::Zero();
    for (int i = 0; i < nearest.count; ++i) on_first += nearest.weights[i] * simplex[nearest.vertices[i]].on_first;
    const double depth = rounding - distance;
    return Overlap{depth, normal, on_first + normal * (0.5 * depth - first.rounding)};
  }
  if (count < 4 && !fill_up(difference, simplex, count, scale)) return std::nullopt;
  Overlap overlap = Polytope(difference, simplex, scale).expand();
  overlap.depth += rounding;
  overlap.point += 0.5 * (second.rounding - first.rounding) * overlap.normal;
  return overlap;
}

}  // namespace lightsout
