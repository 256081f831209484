// The overlap of two convex bodies. Cores that are apart: Gilbert, Johnson, Keerthi (1988), with the nearest point of a
// simplex after Ericson (2005). Cores that overlap: the nearest face of their difference, by van den Bergen's expanding
// polytope (2001). All in fixed room.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/pairs/convex.h"

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

class Polytope {
 public:
  Polytope(const Difference& difference, const Vertex* tetrahedron, double scale)
      : difference_(difference), tolerance_(1e-9 * scale) {
    std::copy_n(tetrahedron, 4, vertices_);
    vertex_count_ = 4;
    middle_ = (vertices_[0].point + vertices_[1].point + vertices_[2].point + vertices_[3].point) / 4;
    for (const auto& f : {std::array{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}) add_face(f[0], f[1], f[2]);
  }

  Overlap expand() {
    assert(nearest_ >= 0);
    Face face = faces_[nearest_];
    while (vertex_count_ < most_vertices) {
      const Vertex farther = difference_.farthest(face.normal);
      if (farther.point.dot(face.normal) - face.distance <= tolerance_) break;
      if (!add(farther)) break;
      face = faces_[nearest_];
    }
    return overlap(face);
  }

 private:
  struct Face {
    int a, b, c;
    Vector3d normal;  // unit, outward
    double distance;  // of its plane from the origin
  };
  static constexpr int most_vertices = 128;
  static constexpr int most_faces = 2 * most_vertices;

  bool add_face(int a, int b, int c) {
    if (face_count_ == most_faces) return false;
    const Vector3d& p = vertices_[a].point;
    Vector3d normal = (vertices_[b].point - p).cross(vertices_[c].point - p);
    const double area = normal.norm();
    if (!(area > 0)) return false;
    normal /= area;
    if (normal.dot(p - middle_) < 0) {
      normal = -normal;
      std::swap(b, c);
    }
    faces_[face_count_] = {a, b, c, normal, normal.dot(p)};
    if (nearest_ < 0 || faces_[face_count_].distance < faces_[nearest_].distance) nearest_ = face_count_;
    ++face_count_;
    return true;
  }

  // Replaces the faces that the new vertex sees. False if rounding left nothing to build on.
  bool add(const Vertex& vertex) {
    struct Edge {
      int from, to;
    };
    Edge border[most_faces * 3];
    int edges = 0;
    const auto toggle = [&](int from, int to) {
      for (int i = 0; i < edges; ++i)
        if (border[i].from == to && border[i].to == from) {
          border[i] = border[--edges];
          return;
        }
      border[edges++] = {from, to};
    };
    nearest_ = -1;
    for (int i = 0; i < face_count_;) {
      const Face& f = faces_[i];
      if (f.normal.dot(vertex.point) - f.distance <= 0.01 * tolerance_) {
        if (nearest_ < 0 || f.distance < faces_[nearest_].distance) nearest_ = i;
        ++i;
        continue;
      }
      toggle(f.a, f.b);
      toggle(f.b, f.c);
      toggle(f.c, f.a);
      faces_[i] = faces_[--face_count_];
    }
    if (edges < 3) return false;
    vertices_[vertex_count_] = vertex;
    for (int i = 0; i < edges; ++i)
      if (!add_face(border[i].from, border[i].to, vertex_count_)) return false;
    ++vertex_count_;
    return true;
  }

  Overlap overlap(const Face& f) const {
    // Where the plane is nearest to the origin, in weights of the face's corners.
    const Vector3d p = f.normal * f.distance;
    const Vector3d &a = vertices_[f.a].point, &b = vertices_[f.b].point, &c = vertices_[f.c].point;
    const Vector3d normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    const double u = normal.dot((b - p).cross(c - p)) / area, v = normal.dot((c - p).cross(a - p)) / area;
    const Vector3d on_first =
        u * vertices_[f.a].on_first + v * vertices_[f.b].on_first + (1 - u - v) * vertices_[f.c].on_first;
    // The first leaves the second against the outward normal.
    return {f.distance, -f.normal, on_first - 0.5 * f.distance * f.normal};
  }

  const Difference& difference_;
  double tolerance_;
  Vector3d middle_;
  Vertex vertices_[most_vertices];
  int vertex_count_ = 0;
  Face faces_[most_faces];
  int face_count_ = 0;
  int nearest_ = -1;  // to the origin, of the faces; -1: there is none
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
