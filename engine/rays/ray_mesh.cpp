#include "engine/rays/ray_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lightsout {
namespace {

constexpr double nothing = std::numeric_limits<double>::infinity();

// A direction without a component along an axis reaches no other place on it. Finite, so that 0 times it is 0.
double inverse(double component) {
  return std::abs(component) < 1e-200 ? std::copysign(1e200, component) : 1 / component;
}

}  // namespace

struct RayMesh::Look {
  Vector3d origin, direction, inverse_direction;
  bool from_outside;
  Hit best;

  // Where the ray enters the box, infinity if it misses it or enters it beyond what was found already. Box and interval
  // are widened by far more than their rounding, so that no triangle is lost at a face of its box.
  double entry(const TriangleTree::Node& node) const {
    double enter = 0, leave = best.distance;
    for (int axis = 0; axis < 3; ++axis) {
      const double middle = (double(node.centre[axis]) - origin[axis]) * inverse_direction[axis];
      const double half = double(node.half[axis]) * std::abs(inverse_direction[axis]);
      const double widened = half + 1e-9 * (half + std::abs(middle));
      enter = std::max(enter, middle - widened);
      leave = std::min(leave, middle + widened);
    }
    return enter <= leave ? enter : nothing;
  }
};

RayMesh::RayMesh(std::shared_ptr<const TriangleMesh> triangles) : mesh_(std::move(triangles)), tree_(*mesh_) {
  for (const Eigen::Vector3f& vertex : mesh_->vertices) bounds_.extend(vertex.cast<double>());
  if (mesh_->vertices.empty()) bounds_.extend(Vector3d::Zero());
}

Vector3d RayMesh::vertex(int triangle, int corner) const {
  return mesh_->vertices[std::size_t(mesh_->triangles[std::size_t(triangle)][corner])].cast<double>();
}

Vector3d RayMesh::area(int triangle) const {
  const Vector3d a = vertex(triangle, 0);
  return (vertex(triangle, 1) - a).cross(vertex(triangle, 2) - a);
}

// Plücker coordinates: the ray passes inside if it sees all edges turn the same way. An edge that two triangles share
// gives both the same number but for its sign, so that no ray slips through between them.
void RayMesh::try_triangle(const TriangleTree::Corners& corners, int triangle, Look& look) const {
  const Vector3d a = corners.a.cast<double>() - look.origin;
  const Vector3d b = corners.b.cast<double>() - look.origin;
  const Vector3d c = corners.c.cast<double>() - look.origin;
  const double u = look.direction.dot(b.cross(c)), v = look.direction.dot(c.cross(a)),
               w = look.direction.dot(a.cross(b));
  if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) return;
  const Vector3d normal = (b - a).cross(c - a);
  const double along = normal.dot(look.direction), away = normal.dot(a);
  if (along == 0) return;
  // The triangle turns its outside to the ray, which begins before it.
  if (look.from_outside && !(along < 0 && away < 0)) return;
  const double distance = away / along;
  if (!(distance >= 0 && distance <= look.best.distance)) return;
  if (distance == look.best.distance && look.best.triangle >= 0 && triangle > look.best.triangle) return;
  look.best = {distance, triangle};
}

void RayMesh::open(const TriangleTree::Node& node, Look& look) const {
  if (node.is_leaf()) {
    for (std::int32_t i = node.first; i < node.first + node.count; ++i)
      try_triangle(tree_.corners()[std::size_t(i)], tree_.mesh_triangles()[std::size_t(i)], look);
    return;
  }
  const TriangleTree::Node* near = &tree_.nodes()[std::size_t(node.first)];
  const TriangleTree::Node* far = near + 1;
  double near_entry = look.entry(*near), far_entry = look.entry(*far);
  if (far_entry < near_entry) {
    std::swap(near, far);
    std::swap(near_entry, far_entry);
  }
  if (near_entry < nothing) open(*near, look);
  // Equally near triangles count too: the first of the mesh wins.
  if (far_entry <= look.best.distance && far_entry < nothing) open(*far, look);
}

std::optional<RayMesh::Hit> RayMesh::hit(const Vector3d& origin, const Vector3d& direction, double length,
                                         bool from_outside) const {
  if (tree_.empty()) return std::nullopt;
  Look look{origin,
            direction,
            {inverse(direction.x()), inverse(direction.y()), inverse(direction.z())},
            from_outside,
            {length, -1}};
  if (look.entry(tree_.root()) < nothing) open(tree_.root(), look);
  return look.best.triangle < 0 ? std::nullopt : std::optional(look.best);
}

std::optional<RayMesh::Hit> RayMesh::hit_by_trying_all(const Vector3d& origin, const Vector3d& direction, double length,
                                                       bool from_outside) const {
  Look look{origin, direction, Vector3d::Zero(), from_outside, {length, -1}};
  for (std::size_t i = 0; i < tree_.corners().size(); ++i)
    try_triangle(tree_.corners()[i], tree_.mesh_triangles()[i], look);
  return look.best.triangle < 0 ? std::nullopt : std::optional(look.best);
}

}  // namespace lightsout
